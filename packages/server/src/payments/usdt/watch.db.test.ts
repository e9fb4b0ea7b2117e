import { testDatabase, type TestDatabase } from '@skyport/db/testing';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestChain, startChain } from '../../../../../testkit/chain/chain.ts';
import { startTronFacade, type TronFacade } from '../../../../../testkit/chain/tron-facade.ts';
import { startWeakNode, type WeakNode } from '../../../../../testkit/chain/weak-node.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { noCrash } from '../../platform/crash.ts';
import { createIds, systemRandom } from '../../platform/ids.ts';
import { testClock } from '../../testing-app.ts';
import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { unitsOf } from './amounts.ts';
import { moveCursor } from './deposit-store.ts';
import type { Endpoint } from './endpoint.ts';
import type { Takers, UnclaimedDeposit, UsdtClaim } from './hand-over.ts';
import { networks, type NetworkName } from './networks.ts';
import { GRACE_MS, SKEW_MS } from './slot-rules.ts';
import { findSlot } from './slot-store.ts';
import { awaitedAddresses, type NoSlot, type SlotRequest, takeSlot } from './slots.ts';
import { createWatched, LAG_ALARM_MS, type Look, type Watched, watchLag, watchOnce } from './watch.ts';

const clock = testClock();
const ids = createIds(clock, systemRandom);
const RATE = 7.2;
/** Five blocks above one, and its chain says that it stays. */
const FINAL = 5;

let database: TestDatabase;
let chain: TestChain;
let honest: WeakNode;
let weak: WeakNode;
let facade: TronFacade;
let fake: string;
let made = 0;
/** Each test has addresses of its own: what others were sent there is nobody else's. */
let us = '';
let tronUs = '';
let claims: UsdtClaim[] = [];
let unclaimed: UnclaimedDeposit[] = [];
/** Number of the trade whose claim cannot be stored. */
let dies = '';

const takers: Takers = {
  claim: async (_, claim) => {
    if (claim.tradeNumber === dies) throw new Error('died');
    claims.push(claim);
  },
  unclaimed: async (_, deposit) => {
    unclaimed.push(deposit);
  },
};
const trc20Contract = `0x${tronHex(networks.trc20.contract)!}`;

beforeAll(async () => {
  database = await testDatabase();
  chain = await startChain(networks.bep20.chainId);
  [honest, weak] = [await startWeakNode(chain), await startWeakNode(chain)];
  facade = await startTronFacade(chain, networks.trc20.chainId);
  await chain.deploy(18, networks.bep20.contract);
  await chain.deploy(6, trc20Contract);
  fake = await chain.deploy(18);
});
afterAll(async () => {
  await Promise.all([honest.stop(), weak.stop(), facade.stop()]);
  chain.stop();
});
beforeEach(async () => {
  made += 1;
  us = evmAddress(`0x${made.toString(16).padStart(40, 'a')}`)!;
  tronUs = tronAddress(us.slice(2));
  [claims, unclaimed, dies] = [[], [], ''];
  Object.assign(weak.faults, { throttled: 0, behind: 0, losesEvents: false, isHtml: false, invents: undefined });
  facade.faults.missing.clear();
  await chain.mine(100, 60);
  await syncClock();
});

/** The panel's clock is that of the chain. */
const syncClock = async (): Promise<void> => clock.set(new Date((await chain.head()).time.getTime() + SECOND_MS));
/** Blocks enough that what was sent stays. */
const settleDown = async (): Promise<void> => {
  await chain.mine(FINAL);
  await syncClock();
};

const insertUser = async (): Promise<string> => {
  const id = ids.next();
  await sql`insert into users (id, email, password_hash, userkey_enc, userkey_hash, created_at, last_active_at)
    values (${id}, ${`${id}@example.com`}, '', '', '', ${clock.now()}, ${clock.now()})`.execute(database.db);
  return id;
};

/** An open order of 72 yuan (10 USDT) with a trade of it, as `dobuy` makes them. */
const insertOrder = async (userId: string): Promise<{ orderId: string; tradeId: string }> => {
  const [comboId, orderId] = [ids.next(), ids.next()];
  const at = clock.now();
  await sql`insert into combos (id, name, price, traffic, created_at) values (${comboId}, '商品', 72000, 1, ${at})`.execute(
    database.db,
  );
  await sql`insert into orders (id, user_id, user_num, combo_id, name, price, traffic, vip_days, bonus_percent,
      permission_ids, permission_days, created_at, expires_at)
    select ${orderId}, id, num, ${comboId}, '商品', 72000, 1, 0, 0, '{}', 0, ${at}, ${at}
      from users where id = ${userId}`.execute(database.db);
  return { orderId, tradeId: await insertTrade(orderId, userId) };
};
const insertTrade = async (orderId: string, userId: string): Promise<string> => {
  const id = ids.next();
  await sql`insert into trades (id, order_id, user_id, status, mode, instance, device, amount, created_at, expires_at)
    values (${id}, ${orderId}, ${userId}, 'closed', 'usdt', 'usdt', 'pc', 72000, ${clock.now()}, ${clock.now()})`.execute(
    database.db,
  );
  return id;
};
const cancel = async (orderId: string): Promise<void> => {
  await sql`update orders set status = 'cancled', cancelled_at = ${clock.now()} where id = ${orderId}`.execute(
    database.db,
  );
};

const take = (
  fields: Pick<SlotRequest, 'userId' | 'orderId' | 'tradeId'> & Partial<SlotRequest>,
): Promise<number | NoSlot> =>
  inTransaction(database.db, async (trx) => {
    const request: SlotRequest = {
      prefix: fields.tradeId,
      network: 'bep20',
      address: us,
      milliYuan: 72_000,
      rate: RATE,
      expiresAt: new Date(clock.now().getTime() + 30 * MINUTE_MS),
      ...fields,
    };
    const slot = await takeSlot(trx, { clock, ids, random: systemRandom }, request);
    return typeof slot === 'string' ? slot : slot.milli;
  });
/** An account's order with a slot, and what it asks in thousandths. */
const buy = async (fields: Partial<SlotRequest> = {}) => {
  const userId = fields.userId ?? (await insertUser());
  const made = await insertOrder(userId);
  return { userId, ...made, asked: await take({ userId, ...made, ...fields }) };
};
const bought = async (fields: Partial<SlotRequest> = {}) => {
  const order = await buy(fields);
  if (typeof order.asked !== 'number') throw new Error(order.asked);
  return { ...order, asked: order.asked };
};
const pay = (milli: number, more = 0n): Promise<string> =>
  chain.transfer(networks.bep20.contract, us, unitsOf('bep20', milli) + more);

const watchedBy = (network: NetworkName, ...endpoints: Endpoint[]): Watched =>
  createWatched({ network, address: network === 'trc20' ? tronUs : us }, endpoints, {
    http: (url, init) => fetch(url, init),
    clock,
  });
const look = (watched: Watched): Promise<Look> =>
  watchOnce({ db: database.db, clock, ids, crash: noCrash }, watched, takers);
const numberOf = (tradeId: string): string => tradeId.replaceAll('-', '');

test('a hundred ask at once: a hundred amounts; the next one gets none, and an amount comes back after its grace', async () => {
  const orders = [];
  for (let i = 0; i < 101; i++) {
    const userId = await insertUser();
    orders.push({ userId, ...(await insertOrder(userId)) });
  }
  const given = await Promise.all(orders.slice(0, 100).map(take));
  expect(given.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => 10_000 + i));
  const [first, last] = [orders[0]!, orders[100]!];
  expect(await take(last)).toBe('shortage');
  await cancel(first.orderId);
  for (const ms of [1, GRACE_MS, SKEW_MS - 2]) {
    clock.advance(ms);
    expect(await take(last)).toBe('shortage');
  }
  clock.advance(1);
  expect(await take(last)).toBe(given[0]);
});

test('an account has three amounts, a network ten; the same order asked again replaces its own', async () => {
  const first = await bought({ prefix: 'home' });
  const { userId } = first;
  for (const prefix of ['one', 'two']) await bought({ userId, prefix });
  expect((await buy({ userId, prefix: 'three' })).asked).toBe('limit');
  const again = { ...first, tradeId: await insertTrade(first.orderId, userId) };
  expect(await take({ ...again, prefix: 'home' })).toBe('limit');
  clock.advance(30 * MINUTE_MS);
  expect(await take({ ...again, prefix: 'home' })).toBeTypeOf('number');
  for (let i = 0; i < 9; i++) await bought({ prefix: 'busy' });
  const others = [(await buy({ prefix: 'busy' })).asked, (await buy({ prefix: 'busy' })).asked];
  expect(others).toEqual([expect.any(Number), 'limit']);
});

test("what came exactly becomes a claim for its trade, once, though the order is cancelled; all else is nobody's", async () => {
  const watched = watchedBy('bep20', honest);
  await look(watched);
  const [one, two] = [await bought(), await bought()];
  await cancel(two.orderId);
  const paid = await pay(one.asked);
  await pay(two.asked);
  await pay(one.asked, 1n);
  await chain.transfer(networks.bep20.contract, us, 999n);
  await chain.transfer(fake, us, unitsOf('bep20', one.asked));
  await chain.mine(1);
  expect(await look(watched)).toMatchObject({ found: 0, handed: 0 });
  await settleDown();
  expect(await look(watched)).toMatchObject({ found: 4, handed: 4, late: 0, lost: 0, faults: [], isComplete: true });
  expect(await look(watched)).toMatchObject({ found: 0, handed: 0 });
  expect(claims.map(({ tradeNumber }) => tradeNumber)).toEqual([numberOf(one.tradeId), numberOf(two.tradeId)]);
  expect(claims[0]).toMatchObject({
    reference: paid,
    merchant: us,
    amount: one.asked,
    currency: 'USDT',
    price: 10_000,
    rate: 72_000,
  });
  expect(unclaimed.map(({ amount, units }) => [amount, units])).toEqual([
    [one.asked, unitsOf('bep20', one.asked) + 1n],
  ]);
  expect((await findSlot(database.db, one.tradeId))?.consumed_at).toBeInstanceOf(Date);
});

test('two payments of one transaction are two claims of two references; TRON the same, a late row counted', async () => {
  const evm = watchedBy('bep20', honest);
  const tron = watchedBy('trc20', { url: facade.url });
  await Promise.all([look(evm), look(tron)]);
  const [one, two] = [await bought(), await bought()];
  const onTron = await bought({ network: 'trc20', address: tronUs });
  await chain.transfer(networks.bep20.contract, us, unitsOf('bep20', one.asked), unitsOf('bep20', two.asked));
  const late = (await chain.transfer(trc20Contract, us, unitsOf('trc20', onTron.asked))).slice(2);
  await settleDown();
  facade.faults.missing.add(late);
  await Promise.all([look(evm), look(tron)]);
  facade.faults.missing.clear();
  expect(await look(tron)).toMatchObject({ found: 1, late: 1, handed: 1 });
  expect(claims.map(({ tradeNumber }) => tradeNumber)).toEqual(
    [one, two, onTron].map(({ tradeId }) => numberOf(tradeId)),
  );
  expect(new Set(claims.map(({ reference }) => reference)).size).toBe(3);
});

test('a claim that cannot be stored is handed over again and holds up no other; looks beside each other do it once', async () => {
  const watched = watchedBy('bep20', honest);
  await look(watched);
  const [one, two] = [await bought(), await bought()];
  await pay(one.asked);
  await pay(two.asked);
  await settleDown();
  dies = numberOf(one.tradeId);
  await expect(look(watched)).rejects.toThrow('died');
  expect(claims.map(({ tradeNumber }) => tradeNumber)).toEqual([numberOf(two.tradeId)]);
  dies = '';
  await Promise.all([look(watched), look(watched), look(watched)]);
  expect(claims.map(({ tradeNumber }) => tradeNumber)).toEqual([two, one].map(({ tradeId }) => numberOf(tradeId)));
  const past = { number: 1, hash: '', time: clock.now() };
  expect(await moveCursor(database.db, watched, { looks: 0, to: past, at: clock.now() })).toBe(false);
});

test('what one endpoint keeps back the next one shows; one that throttles or lies about its chain is passed over', async () => {
  const watched = watchedBy('bep20', weak, honest);
  await look(watched);
  await look(watched);
  const { asked } = await bought();
  await pay(asked);
  await settleDown();
  weak.faults.losesEvents = true;
  expect(await look(watched)).toMatchObject({ found: 0 });
  expect(await look(watched)).toMatchObject({ found: 1, late: 1, handed: 1 });
  weak.faults.throttled = 1;
  const throttled = await look(watched);
  expect([throttled.isComplete, throttled.faults.map(({ kind }) => kind)]).toEqual([true, ['throttled']]);
  weak.faults.isHtml = true;
  expect((await look(watchedBy('bep20', weak))).lagMs).toBeLessThan(LAG_ALARM_MS);
});

test('a node that stands still is passed over for one that goes on, and is no reason to be behind', async () => {
  const watched = watchedBy('bep20', weak, honest);
  await look(watched);
  await look(watched);
  const { asked } = await bought();
  await pay(asked);
  await chain.mine(20, 60);
  await syncClock();
  weak.faults.behind = 18;
  const past = await look(watched);
  expect(past.faults.map(({ kind }) => kind)).toEqual(['lagging']);
  expect(past).toMatchObject({ found: 1, handed: 1, isComplete: true });
  expect(past.lagMs).toBeLessThan(LAG_ALARM_MS);
});

test('blocks of the future are not believed, and what honest nodes have is read on', async () => {
  const watched = watchedBy('bep20', honest);
  await look(watched);
  const { asked } = await bought();
  await pay(asked);
  await settleDown();
  clock.set(new Date(clock.now().getTime() - 10 * MINUTE_MS));
  const ahead = await look(watched);
  expect(ahead).toMatchObject({ found: 0, hasMoved: false, faults: [{ kind: 'ahead' }] });
  await syncClock();
  expect(await look(watched)).toMatchObject({ found: 1, handed: 1, faults: [], hasMoved: true });
});

test.each(['lie first', 'lie later'])(
  'an endpoint that invents blocks stops no chain, and is named: %s',
  async (when) => {
    const watched = watchedBy('bep20', weak, honest);
    if (when === 'lie later') for (const _reader of [weak, honest]) await look(watched);
    const { asked } = await bought();
    await chain.mine(1);
    await syncClock();
    Object.assign(weak.faults, { invents: 1_000_000 });
    const looks: Look[] = [];
    for (const _reader of [weak, honest]) looks.push(await look(watched));
    await pay(asked);
    await settleDown();
    for (const _reader of [weak, honest]) looks.push(await look(watched));
    const faults = looks.flatMap((each) => each.faults);
    expect(faults.map(({ kind }) => kind)).toEqual(['ahead', 'ahead']);
    expect(new Set(faults.map(({ endpoint }) => endpoint))).toEqual(new Set([new URL(weak.url).host]));
    expect(claims).toHaveLength(1);
    expect((await look(watchedBy('bep20', honest))).faults).toEqual([]);
  },
);

test('a single endpoint that invents blocks moves no cursor; a true one in its place reads on', async () => {
  await look(watchedBy('bep20', weak));
  const { asked } = await bought();
  await pay(asked);
  await settleDown();
  Object.assign(weak.faults, { invents: 1_000_000 });
  expect(await look(watchedBy('bep20', weak))).toMatchObject({ hasMoved: false, faults: [{ kind: 'ahead' }] });
  expect(await look(watchedBy('bep20', honest))).toMatchObject({ found: 1, handed: 1, faults: [] });
});

test('three hours without a watcher: the lag says so, and everything is found afterwards', async () => {
  const watched = watchedBy('bep20', honest);
  await look(watched);
  const { asked } = await bought();
  await pay(asked);
  await chain.mine(180, 60);
  await syncClock();
  expect(await watchLag(database.db, [watched], clock.now())).toBeGreaterThan(3 * HOUR_MS - 10 * MINUTE_MS);
  expect(await watchLag(database.db, [watched, { network: 'erc20', address: us }], clock.now())).toBeUndefined();
  expect(await look(watched)).toMatchObject({ found: 1, handed: 1, isComplete: true });
  expect(await watchLag(database.db, [watched], clock.now())).toBeLessThan(LAG_ALARM_MS);
  expect(claims).toHaveLength(1);
});

test('a chain that takes back what was final: the money counts once, and what stays away is told', async () => {
  const watched = watchedBy('bep20', honest);
  await look(watched);
  const [one, two] = [await bought(), await bought()];
  const before = await chain.rpc('evm_snapshot');
  const other = (): Promise<string> => chain.transfer(fake, us, 1n);
  await other();
  const txid = await pay(one.asked);
  await pay(two.asked);
  await settleDown();
  expect(await look(watched)).toMatchObject({ found: 2, handed: 2 });
  await chain.rpc('evm_revert', [before]);
  // The same transaction as before, in another block and at another place of it; the other one never again.
  await other();
  await chain.mine(2, 7);
  expect(await pay(one.asked)).toBe(txid);
  await settleDown();
  const after = await look(watched);
  expect(after.faults.map(({ kind }) => kind)).toEqual(['forked']);
  expect(after).toMatchObject({ found: 0, handed: 0, lost: 1 });
  expect(await look(watched)).toMatchObject({ found: 0, handed: 0, lost: 0, faults: [] });
  expect(claims).toHaveLength(2);
});

test('addresses stay watched until nothing can come for them any more, whatever the settings say', async () => {
  const { orderId } = await bought({ address: us });
  const isAwaited = async (): Promise<boolean> =>
    (await awaitedAddresses(database.db, clock.now())).some(({ address }) => address === us);
  await cancel(orderId);
  await bought();
  expect(await isAwaited()).toBe(true);
  await sql`update usdt_slots set grace_ends_at = ${clock.now()} where address = ${us}`.execute(database.db);
  clock.advance(7 * HOUR_MS);
  expect(await isAwaited()).toBe(false);
});
