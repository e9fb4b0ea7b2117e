import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeChannel } from '../../invite/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { createFaultLog } from '../../platform/error-log.ts';
import { outsideOf } from './outside.ts';
import { lagSeconds } from './places.ts';
import { startChainShop } from './testing/chain-scene.ts';
import { createWatcher } from './watcher.ts';

/*
 * Payments in USDT from the purchase to what it grants, on a real chain of this machine. After each test the books are
 * right.
 */

const scene = await startChainShop();
const { app, deps, clock, chain, node, admin, shop, now, syncClock, settleDown, buy, milliOf, send, statusOf } = scene;

const balance = async (kind: string, unit: string): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_account where owner is null and kind = ${kind} and unit = ${unit}`.execute(deps.db);
  return Number(rows[0]?.balance ?? 0);
};
/** What the accounts of the system change by while something happens. */
const changesOf = async (happens: () => Promise<unknown>): Promise<Record<string, number>> => {
  const kinds = ['clearing:usdt', 'exchange', 'rounding', 'unclaimed', 'revenue'];
  const names = kinds.flatMap((kind) => [[kind, 'USDT_MILLI'] as const, [kind, 'CNY_MILLI'] as const]);
  const read = () => Promise.all(names.map(([kind, unit]) => balance(kind, unit)));
  const before = await read();
  await happens();
  const after = await read();
  const changes = names.map(([kind, unit], i) => [`${kind} ${unit.slice(0, 4)}`, after[i]! - before[i]!] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
};

test('a transfer of the exact amount pays the order, which gives what it sold; clearing and exchange are in USDT', async () => {
  const { id, trade } = await buy();
  expect(trade).toMatchObject({ request_pay_amound_usdt: 3.75, network: 'bep20' });
  await send(3750);
  await chain.mine(1);
  await now.watcher.lookAround();
  expect(await statusOf(id)).toBe('topay');
  expect(await changesOf(settleDown)).toEqual({
    'clearing:usdt USDT': -3750,
    'exchange USDT': 3750,
    'exchange CNY_': -30_000,
    'revenue CNY_': 30_000,
  });
  expect(await statusOf(id)).toBe('paied');
  expect((await app.call('/api/shop/trade_status', { trade_id: trade._id }, now.user)).data).toMatchObject({
    status: 'paied',
  });
  expect(Number((await shop.info(now.user)).traffic)).toBeGreaterThan(0);
  expect(await shop.wallet(now.user)).toBe(0);
});

test('the add-on that makes an amount unique goes to rounding and to nobody; the rebate is of the yuan', async () => {
  const inviter = await app.account({ type: 'channel' });
  await makeChannel(deps.db, deps, inviter.userId);
  const { rows } = await sql<{ code: string }>`select code from channels where user_id = ${inviter.userId}`.execute(
    deps.db,
  );
  await sql`update users set channel_code = ${rows[0]!.code} where id = ${now.user.userId}`.execute(deps.db);
  await buy(await app.account());
  const { trade } = await buy();
  const addOn = milliOf(trade) - 3750;
  expect(addOn).toBeGreaterThan(0);
  expect(trade.request_pay_amound).toBe(30);
  await send(milliOf(trade));
  expect(await changesOf(settleDown)).toMatchObject({
    'clearing:usdt USDT': -3750 - addOn,
    'exchange USDT': 3750,
    'rounding USDT': addOn,
    'exchange CNY_': -30_000,
    'revenue CNY_': 30_000,
  });
  expect(await shop.wallet(inviter)).toBe(6);
});

test('an amount that nobody asked stays unclaimed in USDT; staff write it down for an order by its transaction, once', async () => {
  const { id } = await buy();
  const txid = await send(3749);
  expect(await changesOf(settleDown)).toEqual({ 'clearing:usdt USDT': -3749, 'unclaimed USDT': 3749 });
  expect(await statusOf(id)).toBe('topay');
  expect(await changesOf(() => shop.receipt(id, 30, txid))).toEqual({
    'unclaimed USDT': -3749,
    'exchange USDT': 3749,
    'exchange CNY_': -30_000,
    'revenue CNY_': 30_000,
  });
  expect(await statusOf(id)).toBe('paied');
  expect((await shop.receipt(id, 30, txid)).code).toBe(1109);
});

test('money after the window pays an order that is still open; a cancelled one gives it to the wallet at its own rate', async () => {
  const [late, gone] = [await buy(), await buy()];
  await shop.cancel(now.user, gone.id);
  await chain.mine(40, 60);
  await syncClock();
  await app.changeSettings({ exchange_rate: 7 });
  await send(milliOf(late.trade), milliOf(gone.trade));
  const worth = Math.floor(milliOf(gone.trade) * 0.8) / 100;
  await settleDown();
  expect([await statusOf(late.id), await statusOf(gone.id)]).toEqual(['paied', 'cancled']);
  expect(await shop.wallet(now.user)).toBe(worth);
});

test('a second transfer for an order that is paid goes to the wallet; two in one transaction pay two orders', async () => {
  const [one, two] = [await buy(), await buy()];
  await send(milliOf(one.trade), milliOf(two.trade));
  await settleDown();
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['paied', 'paied']);
  expect(await shop.wallet(now.user)).toBe(0);
  await send(milliOf(one.trade));
  await settleDown();
  expect(await shop.wallet(now.user)).toBe(Math.floor(milliOf(one.trade) * 0.8) / 100);
});

test('what a reorganisation takes back before it stays was never paid; sent again it pays once', async () => {
  const { id, trade } = await buy();
  await send(milliOf(trade));
  await chain.mine(2);
  await chain.reorganise(2);
  await settleDown();
  expect(await statusOf(id)).toBe('topay');
  await send(milliOf(trade));
  await settleDown();
  expect(await statusOf(id)).toBe('paied');
  expect(await shop.wallet(now.user)).toBe(0);
});

test("money for whoever has become an agency's customer stays unclaimed in USDT", async () => {
  const { trade } = await buy();
  await sql`update users set is_agency_user = true where id = ${now.user.userId}`.execute(deps.db);
  await send(milliOf(trade));
  expect(await changesOf(settleDown)).toEqual({
    'clearing:usdt USDT': -milliOf(trade),
    'unclaimed USDT': milliOf(trade),
  });
});

test.each([
  ['as the chain writes it', (txid: string) => txid],
  ['without 0x, in capitals', (txid: string) => txid.slice(2).toUpperCase()],
])('a receipt by a transaction, %s, is joined by exactly that claim: it pays once', async (_name, typed) => {
  const { id, trade } = await buy();
  const txid = await send(milliOf(trade));
  expect((await shop.receipt(id, 30, typed(txid))).data).toMatchObject({ outcome: 'paid' });
  await settleDown();
  expect([await statusOf(id), await shop.wallet(now.user)]).toEqual(['paied', 0]);
  const [payment] = await deps.db.selectFrom('payments').selectAll().where('reference', '=', typed(txid)).execute();
  expect(payment).toMatchObject({ source: 'receipt', joined_instance: 'usdt' });
});

test('operators hear once that a chain is behind, and once that it is not; no key is written anywhere', async () => {
  const told = async (): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select text from notifications where user_id = ${admin.userId} and text like 'USDT 监听%' order by created_at`.execute(
      deps.db,
    );
    return rows.map(({ text }) => text);
  };
  node.faults.isHtml = true;
  for (let minute = 0; minute < 8; minute++) {
    clock.advance(MINUTE_MS);
    await now.watcher.lookAround();
  }
  // One for each address that is still awaited, however often it was looked at.
  const { rows: alarms } = await sql<{ address: string }>`select address from usdt_alarms`.execute(deps.db);
  expect(alarms.map(({ address }) => address.toLowerCase())).toContain(now.us);
  expect(await told()).toEqual(alarms.map(() => expect.stringContaining('落后')));
  expect([...(await lagSeconds(deps)).values()].some((lag) => (lag ?? 0) > 300)).toBe(true);
  node.faults.isHtml = false;
  await chain.mine(200, 4);
  await settleDown();
  expect((await told()).filter((text) => text.includes('恢复'))).toHaveLength(alarms.length);
  expect((await told()).filter((text) => text.includes('落后'))).toHaveLength(alarms.length);
  const { rows } = await sql<{
    message: string;
  }>`select message || stack as message from error_log where call like 'usdt%'`.execute(deps.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('SECRETKEY');
});

test('each chain is looked at at the pause of the settings, and a slow one holds up no other', async () => {
  await app.changeSettings({ usdtCheckInterval: 30, usdt_erc20_nodes: 'http://127.0.0.1:9/silent', usdtpay: now.us });
  const silent = Promise.withResolvers<Response>();
  const usual = outsideOf(clock, true);
  let looks = 0;
  const slow = createWatcher({
    deps,
    faults: createFaultLog(deps),
    outside: {
      clock,
      http: (url, init, maxBytes) => {
        if (url.includes('silent')) return silent.promise;
        if (typeof init.body === 'string' && init.body.includes(now.us.slice(2))) looks += 1;
        return usual.http(url, init, maxBytes);
      },
    },
    stopped: new AbortController().signal,
  });
  const first = slow.lookAround();
  await expect.poll(() => looks).toBeGreaterThan(0);
  await buy();
  const looksIn = async (seconds: number): Promise<number> => {
    clock.advance(seconds * SECOND_MS);
    const before = looks;
    await slow.lookAround();
    return looks - before;
  };
  await expect.poll(() => looksIn(31)).toBeGreaterThan(0);
  expect(await looksIn(29)).toBe(0);
  expect(await looksIn(2)).toBeGreaterThan(0);
  silent.reject(new Error('gone'));
  await first;
});
