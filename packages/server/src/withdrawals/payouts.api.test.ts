import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { afterAll, expect, test } from 'vitest';
import { startChain } from '../../../../testkit/chain/chain.ts';
import { startTronFacade } from '../../../../testkit/chain/tron-facade.ts';
import { startWeakNode } from '../../../../testkit/chain/weak-node.ts';
import { networks } from '../payments/usdt/networks.ts';
import { DAY_MS, SECOND_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import { createTestApp } from '../testing.ts';
import type { TestData } from '../testing-app.ts';
import { checkPayouts } from './jobs.ts';
import { giveMoney } from './testing/wallets.ts';
import { texts } from './texts.ts';

/*
 * A real chain of this machine, which is asked as Ethereum and as TRON. Staff say which transaction has paid a
 * withdrawal out, and the chain says whether it has.
 */

/** Blocks above one until it stays on both chains, and one more. */
const STAYS = networks.erc20.finality.depth + 1;

const [app, chain] = await Promise.all([
  createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' }),
  startChain(networks.erc20.chainId),
]);
const { deps, clock } = app;
const node = await startWeakNode(chain);
const tron = await startTronFacade(chain, networks.trc20.chainId);
afterAll(async () => {
  await app.close();
  await Promise.all([node.stop(), tron.stop()]);
  chain.stop();
});

const coins = {
  'USDT-ERC20': networks.erc20.contract,
  'USDT-TRC20': `0x${tronHex(networks.trc20.contract)!}`,
} as const;
for (const coin of Object.values(coins)) await chain.deploy(6, coin);
const fake = await chain.deploy(6);
await chain.mine(2 * STAYS);
clock.set(new Date((await chain.head()).time.getTime() + SECOND_MS));
const admin = await app.account({ type: 'admin', steppedUp: true });
const operator = await app.account({ type: 'admin' });
await app.changeSettings({
  admin_id: operator.userId,
  exchange_rate: 8,
  usdt_erc20_nodes: `https://127.0.0.1:9 ${node.url}`,
  usdt_trc20_nodes: tron.url,
});

let made = 0;
/** A withdrawal of 125 USDT, and the address that it goes to as the chain's own programs know it. */
const asked = async (addressType: keyof typeof coins): Promise<{ id: string; to: string; email: string }> => {
  made += 1;
  const to = evmAddress(`0x${made.toString(16).padStart(40, 'd')}`)!;
  const address = addressType === 'USDT-ERC20' ? to : tronAddress(to.slice(2).toLowerCase());
  clock.set(new Date((await chain.head()).time.getTime() + SECOND_MS));
  const user = await app.account();
  const network = addressType === 'USDT-ERC20' ? 'erc20' : 'trc20';
  const changed_at = new Date(clock.now().getTime() - DAY_MS);
  await deps.db.insertInto('payout_addresses').values({ user_id: user.userId, network, address, changed_at }).execute();
  await giveMoney(app, user, 'wallet_rebate');
  const { data } = await app.call('/api/wallet/make_charge', {}, user);
  return { id: data._id, to, email: user.email };
};
const settle = async (id: string, txid: string): Promise<void> => {
  const payload = { charge_id: id, txid };
  expect((await app.call('/api/admin/charge/checkout_charge', payload, admin)).code).toBe(0);
};
const saidOf = async (id: string): Promise<string> => {
  await runJob(checkPayouts, deps, {});
  const rows: TestData[] = (await app.call('/api/admin/charge/charge_list', {}, admin)).data;
  return rows.find(({ _id }) => _id === id)!['chain'];
};
const bell = async (): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, operator)).data.map(({ desc }: TestData) => desc);

const SUM = 125_000_000n;

test.each(['USDT-ERC20', 'USDT-TRC20'] as const)('a payout by %s is right once its block stays', async (type) => {
  const { id, to } = await asked(type);
  const txid = await chain.transfer(coins[type], to, SUM);
  await settle(id, txid);
  expect(await saidOf(id)).toBe('waiting');
  await chain.mine(2 * STAYS);
  expect(await saidOf(id)).toBe('right');
});

test.each(['USDT-ERC20', 'USDT-TRC20'] as const)(
  'a payout by %s of another sum, coin or receiver, or from before it was asked for, is told to staff',
  async (type) => {
    const old = await chain.transfer(coins[type], `0x${(made + 1).toString(16).padStart(40, 'd')}`, SUM);
    await chain.mine(2, 1000);
    const early = await asked(type);
    const [less, other, away] = [await asked(type), await asked(type), await asked(type)];
    await settle(early.id, old);
    await settle(less.id, await chain.transfer(coins[type], less.to, SUM - 1000n));
    await settle(other.id, await chain.transfer(fake, other.to, SUM));
    await settle(away.id, await chain.transfer(coins[type], fake, SUM));
    await chain.mine(2 * STAYS);
    for (const { id, email } of [early, less, other, away]) {
      expect(await saidOf(id)).toBe('wrong');
      expect(await bell()).toContain(texts.chain.wrong(email, '1000.00'));
    }
  },
);

test('an endpoint of another chain says nothing', async () => {
  const { id, to } = await asked('USDT-ERC20');
  await settle(id, await chain.transfer(coins['USDT-ERC20'], to, SUM));
  await chain.mine(2 * STAYS);
  node.faults.chainId = networks.bep20.chainId;
  expect(await saidOf(id)).toBe('waiting');
  delete node.faults.chainId;
  expect(await saidOf(id)).toBe('right');
});

test('a transaction that its chain does not know is told to staff after a day, and not while no endpoint answers', async () => {
  const { id, email } = await asked('USDT-ERC20');
  await settle(id, `0x${'ab'.repeat(32)}`);
  await app.changeSettings({ usdt_erc20_nodes: 'https://127.0.0.1:9' });
  clock.advance(DAY_MS + SECOND_MS);
  expect(await saidOf(id)).toBe('waiting');
  await app.changeSettings({ usdt_erc20_nodes: node.url });
  expect(await saidOf(id)).toBe('unseen');
  expect(await bell()).toContain(texts.chain.unseen(email, '1000.00'));
});
