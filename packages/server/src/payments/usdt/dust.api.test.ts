import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startCrowdedChain } from '../../../../../testkit/chain/crowded-chain.ts';
import { listDueClaims } from '../../orders/claim-store.ts';
import { settleStored } from '../../orders/inbox.ts';
import { tellStrays } from '../../orders/strays.ts';
import { shopOf } from '../../orders/testing/shop.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { createFaultLog } from '../../platform/error-log.ts';
import { createTestApp } from '../../testing.ts';
import { unitsOf } from './amounts.ts';
import { networks } from './networks.ts';
import { outsideOf } from './outside.ts';
import { createWatcher } from './watcher.ts';

/* Somebody sends so many tiny transfers that a customer's payment has to find its way through them. */

/** `DUST=100000` measures more than the usual run. */
const DUST = Number(process.env['DUST'] ?? 16_000);
const BLOCKS = 10;
/** Blocks of a minute: longer than any pause between two looks. */
const MINUTE_BLOCKS = 20;

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock } = app;
const admin = await app.account({ type: 'admin', steppedUp: true });
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId });
const shop = shopOf(app, admin);
afterAll(() => app.close());
afterEach(async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]));

let made = 0;
/** A shop that takes USDT at an address of its own on a crowded chain. */
const startScene = async (name: 'bep20' | 'trc20') => {
  made += 1;
  const us = made.toString(16).padStart(40, '5');
  const { contract, chainId } = networks[name];
  const isTron = name === 'trc20';
  const coin = isTron ? tronHex(contract)! : contract.slice(2).toLowerCase();
  const chain = await startCrowdedChain({ chainId, coin, us, token: contract, begins: clock.now() });
  const syncClock = () => clock.set(new Date(chain.head().getTime() + SECOND_MS));
  syncClock();
  await app.changeSettings({
    usdt: 'usdt',
    usdtpay: isTron ? tronAddress(us) : `bep20:${evmAddress(`0x${us}`)}`,
    [`usdt_${name}_nodes`]: chain.url,
    usdtCheckInterval: 15,
    exchange_rate: 8,
  });
  const watcher = createWatcher({
    deps,
    faults: createFaultLog(deps),
    outside: outsideOf(clock, true),
    stopped: new AbortController().signal,
  });
  await watcher.lookAround();
  const user = await app.account();
  const { _id: id } = await shop.order(user, await shop.makeCombo());
  const { data: trade } = await shop.buy(user, id, { pay_mode: 'usdt' });
  const milli = Math.round(trade.request_pay_amound_usdt * 1000);
  return {
    chain,
    /** The customer pays behind everything that was sent before; a minute later the watcher looks. */
    payAndLook: async (): Promise<void> => {
      chain.add(1, { each: 1, units: unitsOf(name, milli) });
      chain.add(MINUTE_BLOCKS);
      syncClock();
      await watcher.lookAround();
      // The claim of a trade comes before all others.
      for (const { id: claim } of await listDueClaims(deps.db, clock.now(), 1)) await settleStored(deps, claim);
    },
    lookAgain: async (): Promise<void> => {
      chain.add(MINUTE_BLOCKS);
      syncClock();
      await watcher.lookAround();
    },
    status: async (): Promise<string> => (await shop.one(user, id)).status,
  };
};
const dustUnits = { bep20: 10n ** 12n, trc20: 1n } as const;
const outcomes = async () => {
  const { rows } = await sql<{ outcome: string | null; count: number }>`
    select outcome, count(*)::integer as count from usdt_deposits group by outcome order by outcome`.execute(deps.db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [String(outcome), count]));
};

describe.each(['bep20', 'trc20'] as const)('on %s', (name) => {
  test(`settles a payment behind ${DUST} transfers of a millionth, which become no money`, async () => {
    const scene = await startScene(name);
    const before = await outcomes();
    scene.chain.add(BLOCKS, { each: DUST / BLOCKS, units: dustUnits[name] });
    await scene.payAndLook();
    expect(await scene.status()).toBe('paied');
    await scene.lookAgain();
    const after = await outcomes();
    expect(after['unclaimed']).toBe(before['unclaimed']);
    expect(after['null']).toBeUndefined();
    await scene.chain.stop();
  });
});

test('reads one block whose events are above the usual bound of an answer', async () => {
  const scene = await startScene('bep20');
  scene.chain.add(1, { each: 16_000, units: dustUnits.bep20 });
  await scene.payAndLook();
  expect(await scene.status()).toBe('paied');
  await scene.chain.stop();
});

test('reads a block out of its receipts where an endpoint gives no more than so many events', async () => {
  const scene = await startScene('bep20');
  scene.chain.mostEvents = 1000;
  scene.chain.add(1, { each: 1500, units: dustUnits.bep20 });
  await scene.payAndLook();
  expect(await scene.status()).toBe('paied');
  expect(scene.chain.asked.get('eth_getBlockReceipts')).toBeGreaterThan(0);
  await scene.chain.stop();
});

test('hands a payment over before older transfers that nobody asked for, and tells staff of those in two notices', async () => {
  const told = async (): Promise<string[]> =>
    (
      await deps.db
        .selectFrom('notifications')
        .select('text')
        .where('text', 'like', '%无法入账%')
        .orderBy('id')
        .execute()
    ).map(({ text }) => text);
  const scene = await startScene('bep20');
  const before = (await told()).length;
  scene.chain.add(1, { each: 300, units: unitsOf('bep20', 2) });
  await scene.payAndLook();
  expect(await scene.status()).toBe('paied');
  await scene.lookAgain();
  for (const { id } of await listDueClaims(deps.db, clock.now(), 1000)) await settleStored(deps, id);
  await tellStrays.run(deps, {});
  await tellStrays.run(deps, {});
  expect((await told()).slice(before).toSorted()).toEqual([
    '收到 0.002 USDT，无法入账（没有对应的交易），请人工核实',
    '过去一小时另有 299 笔款项无法入账，共 0.598 USDT（没有对应的交易），请人工核实',
  ]);
  await scene.chain.stop();
});
