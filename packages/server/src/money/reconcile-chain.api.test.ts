import { tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTronFacade } from '../../../../testkit/chain/tron-facade.ts';
import { startWeakNode, type WeakNode } from '../../../../testkit/chain/weak-node.ts';
import { listDueClaims } from '../orders/claim-store.ts';
import { settleStored } from '../orders/inbox.ts';
import { storeNotified } from '../orders/index.ts';
import { USDT_INSTANCE } from '../payments/index.ts';
import { unitsOf } from '../payments/usdt/amounts.ts';
import { networks } from '../payments/usdt/networks.ts';
import { startChainShop } from '../payments/usdt/testing/chain-scene.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestData } from '../testing-app.ts';
import { reconcileDays } from './reconcile-jobs.ts';

/*
 * A real chain of this machine against what the watcher of it has stored: what was planted is found, and nothing else.
 * After each test the books are right.
 */

const scene = await startChainShop();
const { app, deps, clock, chain, node, admin, now, syncClock, settleDown, buy, milliOf, send } = scene;
const honest = await startWeakNode(chain);
const facade = await startTronFacade(chain, networks.trc20.chainId);
const TRC20 = `0x${tronHex(networks.trc20.contract)!}`;
await chain.deploy(6, TRC20);
await app.changeSettings({ admin_id: admin.userId });
afterAll(async () => {
  await Promise.all([honest.stop(), facade.stop()]);
});
beforeEach(() => {
  honest.faults.isHtml = false;
});

const ask = (name: string, form: object = {}) => app.call(`/api/admin/money/${name}`, form, admin);
const differences = async (): Promise<TestData[]> => (await ask('difference_list')).data;
const runOf = async (day: string): Promise<TestData> =>
  (await ask('reconciliation_list')).data.find((row: TestData) => row.day === day && row.platform === 'USDT');
const readFrom = (...nodes: readonly WeakNode[]): Promise<void> =>
  app.changeSettings({ usdt_bep20_nodes: nodes.map(({ url }) => `${url}/v1/SECRETKEY`).join(' ') });
/** The chain goes on to three in the morning of a day. */
const goTo = async (day: string): Promise<void> => {
  // More blocks than a watcher reads again.
  await chain.mine(300, 1);
  await chain.mineFrom(new Date(`${day}T03:00:00+08:00`), 10);
  await syncClock();
};
const settle = async (reference: string): Promise<number> => {
  const { _id } = (await differences()).find((row) => row.reference === reference);
  return (await ask('settle_difference', { difference_id: _id })).code;
};
const settleClaims = async (): Promise<void> => {
  for (const { id } of await listDueClaims(deps.db, clock.now(), 100)) await settleStored(deps, id);
};
/** A claim of this reference as the watcher would have stored it, of thousandths of a USDT. */
const tell = async (reference: string, amount: number): Promise<void> => {
  const [merchant, tradeNumber, currency, paidAt] = [now.us, '', 'USDT' as const, clock.now()];
  const claim = { reference, merchant, tradeNumber, amount, currency, paidAt };
  await inTransaction(deps.db, (trx) => storeNotified(trx, deps, { instance: USDT_INSTANCE, claim, mustAsk: false }));
};
const statusOf = async (id: string): Promise<unknown> =>
  (await sql<{ status: string }>`select status from orders where id = ${id}`.execute(deps.db)).rows[0]?.status;
const outcomeOf = async (txid: string): Promise<unknown> =>
  (await sql<{ outcome: string }>`select outcome from usdt_deposits where reference = ${txid}`.execute(deps.db)).rows[0]
    ?.outcome;

const INVENTED = `0x${'f'.repeat(64)}`;

test('what the watcher lost, what nobody sent and another amount are found, and nothing else', async () => {
  const [one, two] = [await buy(), await buy()];
  await send(milliOf(one.trade), milliOf(two.trade));
  for (const amount of [1234, 2345, 4444]) await send(amount);
  await settleDown();
  node.faults.losesEvents = true;
  const lost = await buy();
  const [lostTx, strayTx, changedTx] = [await send(milliOf(lost.trade)), await send(777), await send(5000)];
  await settleDown();
  await tell(changedTx, 6000);
  await tell(INVENTED, 7000);
  await settleClaims();
  await goTo('2027-01-16');
  await now.watcher.lookAround();
  expect(await statusOf(lost.id)).toBe('topay');

  await readFrom(node, honest);
  await runJob(reconcileDays, deps, {});
  const found = await differences();
  expect(found.map(({ reference, kind, theirs, ours }) => [reference, kind, theirs, ours]).toSorted()).toEqual(
    [
      [lostTx, 'missing', milliOf(lost.trade) / 1000, null],
      [strayTx, 'missing', 0.777, null],
      [changedTx, 'mismatched', 5, 6],
      [INVENTED, 'extra', null, 7],
    ].toSorted(),
  );
  expect(await runOf('2027-01-15')).toMatchObject({ state: 'done', way: 'list', theirs: 8, ours: 7, differences: 4 });

  expect([await settle(lostTx), await settle(strayTx)]).toEqual([0, 0]);
  for (const reference of [lostTx, changedTx, INVENTED]) expect(await settle(reference)).toBe(codes.conflict.code);
  await settleClaims();
  expect(await statusOf(lost.id)).toBe('paied');
  expect([await outcomeOf(lostTx), await outcomeOf(strayTx)]).toEqual(['claimed', 'unclaimed']);
  // Compared once more, the day has what was put in order.
  await sql`delete from reconciliations where day = '2027-01-15'`.execute(deps.db);
  await runJob(reconcileDays, deps, {});
  expect(await runOf('2027-01-15')).toMatchObject({ state: 'done', theirs: 8, ours: 9, differences: 0 });
});

test('a day waits for its watcher and for a chain that can be read whole; a poor endpoint accuses nobody', async () => {
  const { id, trade } = await buy();
  await send(milliOf(trade));
  await settleDown();
  expect(await statusOf(id)).toBe('paied');
  const before = (await differences()).length;
  await goTo('2027-01-17');
  await runJob(reconcileDays, deps, {});
  expect(await runOf('2027-01-16')).toMatchObject({ state: 'failed', theirs: 0 });
  await now.watcher.lookAround();
  await readFrom(honest, node);
  Object.assign(node.faults, { isHtml: true });
  honest.faults.isHtml = true;
  await runJob(reconcileDays, deps, {});
  expect(await runOf('2027-01-16')).toMatchObject({ state: 'failed', theirs: 0 });
  const { rows } = await sql<{ message: string }>`
    select message from error_log where call like 'list of usdt%' order by at desc limit 1`.execute(deps.db);
  expect(rows[0]?.message).toContain('bad-answer');
  expect(rows[0]?.message).not.toContain('SECRETKEY');
  Object.assign(node.faults, { isHtml: false, losesEvents: true });
  honest.faults.isHtml = false;
  await runJob(reconcileDays, deps, {});
  expect(await runOf('2027-01-16')).toMatchObject({ state: 'done', theirs: 1, ours: 1, differences: 0 });
  expect((await differences()).length).toBe(before);
});

test('TRON is read again as well, from the history of the account', async () => {
  const usdtpay = `bep20:${now.us} trc20:${tronAddress(now.us.slice(2))}`;
  await app.changeSettings({ usdtpay, usdt_trc20_nodes: facade.url });
  await now.watcher.lookAround();
  const pay = async (milli: number): Promise<string> =>
    (await chain.transfer(TRC20, now.us, unitsOf('trc20', milli))).slice(2);
  const seen = [await pay(3000), await pay(4000)];
  const lost = await pay(5000);
  facade.faults.missing.add(lost);
  await settleDown();
  await goTo('2027-01-18');
  await now.watcher.lookAround();
  expect(await Promise.all([...seen, lost].map(outcomeOf))).toEqual(['unclaimed', 'unclaimed', undefined]);
  facade.faults.missing.clear();
  await runJob(reconcileDays, deps, {});
  expect(await runOf('2027-01-17')).toMatchObject({ state: 'done', theirs: 3, ours: 2, differences: 1 });
  expect(await settle(lost)).toBe(0);
  await settleClaims();
  expect(await outcomeOf(lost)).toBe('unclaimed');
});
