import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createHmacProvider, serveBy, type Booked } from '../payments/testing/hmac-provider.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { CrashPoint } from '../platform/crash.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { watchClaims } from './claim-jobs.ts';
import { confirm } from './confirm.ts';
import { storeNotified } from './queries.ts';
import { settleStored, type Stored } from './inbox.ts';
import { texts } from './texts.ts';
import { shopOf } from './testing/shop.ts';

/* What a provider notified is stored first, and settled from there until it is done. */

const app = await createTestApp();
const { deps, clock } = app;
const [hmac, other] = [createHmacProvider('hmac'), createHmacProvider('other')];
serveBy(app, { alipay: hmac, wxpay: other });
afterAll(() => app.close());
afterEach(async () => {
  clock.advance(MINUTE_MS);
  Object.assign(hmac, { mood: 'works', isWeak: false });
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId });
const { makeCombo, order, buy, cancel, one, receipt, wallet } = shopOf(app, admin);

let money = 1000;
/** A purchase of 30 yuan that waits for its money, and that money as its provider has it. */
const bought = async (mode = 'alipay') => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id, { pay_mode: mode })).data;
  const tradeNumber: string = trade._id.replaceAll('-', '');
  return { user, id: _id as string, trade, said: { tradeNumber, reference: `M${(money += 1)}`, amount: 30_000 } };
};

const store = (said: Booked, { instance = 'hmac', mustAsk = false } = {}): Promise<Stored> =>
  inTransaction(deps.db, (trx) => {
    const claim = { merchant: `merchant-${instance}`, currency: 'CNY' as const, ...said };
    return storeNotified(trx, deps, { instance, claim, mustAsk });
  });

const idOf = (stored: Stored): string => ('id' in stored ? stored.id : '');
const claimOf = (reference: string) =>
  deps.db.selectFrom('claims').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
const settled = async (said: Booked, as: { instance?: string } = {}) => {
  await settleStored(deps, idOf(await store(said, as)));
  return claimOf(said.reference);
};
const statusOf = async (user: TestSession, id: string) => (await one(user, id)).status;
const told = async (): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, operator)).data.map(({ desc }: TestData) => desc);
const balance = async (kind: string, unit = 'CNY_MILLI'): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_account where owner is null and kind = ${kind} and unit = ${unit}`.execute(deps.db);
  return Number(rows[0]?.balance ?? 0);
};

test('a claim is stored, then settled, once however often it is told and tried', async () => {
  const { user, id, said } = await bought();
  const first = await store(said);
  expect(await statusOf(user, id)).toBe('topay');
  const again = await Promise.all([1, 2, 3].map(() => store(said)));
  expect(again).toEqual([1, 2, 3].map(() => ({ outcome: 'known', id: idOf(first), holder: 'hmac' })));
  await Promise.all([1, 2, 3].map(() => settleStored(deps, idOf(first))));
  expect(await statusOf(user, id)).toBe('paied');
  expect(await claimOf(said.reference)).toMatchObject({ state: 'settled', verdict: 'paid', attempts: 0 });
  expect(await wallet(user)).toBe(0);
});

test('a reference is unique within its instance, however it is written', async () => {
  const { said } = await bought();
  await settled({ ...said, reference: 'ab-12 34' });
  const second = await bought();
  const copied = await store({ ...second.said, reference: 'AB1234' });
  expect(copied).toEqual({ outcome: 'contradicts' });
  expect(await statusOf(second.user, second.id)).toBe('topay');
  expect(await told()).toContain(texts.doubtful(hmac.label, 'ab-12 34'));
});

test('money by another instance than the trade’s pays nothing, stays unclaimed, and a receipt can take it', async () => {
  const { user, id, said } = await bought();
  const before = await balance('unclaimed');
  expect(await settled(said, { instance: 'other' })).toMatchObject({ state: 'settled', verdict: 'unclaimed' });
  expect([await statusOf(user, id), await balance('unclaimed')]).toEqual(['topay', before + 30_000]);
  expect(await told()).toContain(texts.unclaimed('30.00 元', texts.whyUnclaimed.instance));
  expect((await receipt(id, 30, said.reference)).data).toEqual({ outcome: 'paid' });
  expect([await statusOf(user, id), await balance('unclaimed')]).toEqual(['paied', before]);
});

test.each(['0'.repeat(32), 'somebody-elses-number', ''])(
  'money for the trade %j, which is none, stays unclaimed',
  async (n) => {
    const reference = `stray${(money += 1)}`;
    expect(await settled({ tradeNumber: n, reference, amount: 12_340 })).toMatchObject({ verdict: 'unclaimed' });
    expect(await told()).toContain(texts.unclaimed('12.34 元', texts.whyUnclaimed.unknown));
  },
);

test('money in another currency than the trade’s goes to unclaimed in its currency', async () => {
  const { user, id, said } = await bought();
  const row = await settled({ ...said, currency: 'USDT', amount: 4_167 });
  expect(row).toMatchObject({ verdict: 'unclaimed' });
  expect([await balance('unclaimed', 'USDT_MILLI'), await balance('clearing:hmac', 'USDT_MILLI')]).toEqual([
    4167, -4167,
  ]);
  expect(await statusOf(user, id)).toBe('topay');
  // Staff say what it is worth, once.
  expect((await receipt(id, 30, said.reference)).data).toMatchObject({ outcome: 'paid' });
  expect(await statusOf(user, id)).toBe('paied');
  expect([await balance('unclaimed', 'USDT_MILLI'), await balance('exchange', 'USDT_MILLI')]).toEqual([0, 4167]);
  expect((await receipt(id, 30, said.reference)).code).toBe(codes.conflict.code);
});

test.each([
  ['less than is owed goes to the wallet', 29_990, 'credited', 29.99],
  ['more than is owed pays, the rest goes to the wallet', 31_000, 'paid', 1],
])('the amount is compared: %s', async (_what, amount, verdict, left) => {
  const { user, said } = await bought();
  expect(await settled({ ...said, amount })).toMatchObject({ verdict });
  expect(await wallet(user)).toBe(left);
});

test('cancel_order first settles stored claims of the order', async () => {
  const { user, id, said } = await bought();
  await store(said);
  expect((await cancel(user, id)).code).toBe(codes.orderNotCancellable.code);
  expect(await statusOf(user, id)).toBe('paied');
});

test('a receipt whose reference is a provider’s number is joined by its claim, whatever trade that names', async () => {
  const { user, id, said } = await bought();
  expect((await receipt(id, 30, said.reference)).data).toEqual({ outcome: 'paid' });
  expect(await settled({ ...said, tradeNumber: 'unknown' })).toMatchObject({ verdict: 'joined' });
  expect(await wallet(user)).toBe(0);
});

test('money of one buyer never makes good a receipt for another’s order: it is left to staff, who are told', async () => {
  const [payer, other] = [await bought(), await bought()];
  expect((await receipt(other.id, 30, payer.said.reference)).data).toEqual({ outcome: 'paid' });
  const before = (await told()).length;
  expect(await settled(payer.said)).toMatchObject({ state: 'doubtful', verdict: 'known' });
  expect((await told()).length).toBe(before + 1);
  expect([await statusOf(payer.user, payer.id), await wallet(other.user)]).toEqual(['topay', 0]);
});

test('a claim that staff have dismissed is left to them again when its provider confirms it', async () => {
  const { user, id, said } = await bought();
  const claim = idOf(await store(said, { mustAsk: true }));
  const dismissed = { state: 'dismissed', verdict: 'unconfirmed', next_try_at: null } as const;
  await deps.db.updateTable('claims').set(dismissed).where('id', '=', claim).execute();
  await settleStored(deps, idOf(await store(said)));
  expect(await claimOf(said.reference)).toMatchObject({ state: 'doubtful', verdict: 'dismissed' });
  expect(await statusOf(user, id)).toBe('topay');
});

test('what one instance has said weakly is not confirmed by another', async () => {
  const [weak, strong] = [await bought(), await bought('wxpay')];
  const claim = idOf(await store(weak.said, { mustAsk: true }));
  const reference = weak.said.reference;
  await settleStored(deps, idOf(await store({ ...strong.said, reference }, { instance: 'other' })));
  const weakly = await deps.db.selectFrom('claims').selectAll().where('id', '=', claim).executeTakeFirstOrThrow();
  expect(weakly).toMatchObject({ instance: 'hmac', state: 'waiting', must_ask: true });
  expect([await statusOf(weak.user, weak.id), await statusOf(strong.user, strong.id)]).toEqual(['topay', 'paied']);
});

test('a weakly signed claim counts only when the provider, asked by us, says the same', async () => {
  const { user, id, said } = await bought();
  const claim = idOf(await store(said, { mustAsk: true }));
  for (const mood of ['down', 'html', 'lies'] as const) {
    hmac.mood = mood;
    await confirm(deps, claim);
    await settleStored(deps, claim);
    expect(await statusOf(user, id)).toBe('topay');
  }
  hmac.mood = 'works';
  hmac.books.set(said.tradeNumber, said);
  await confirm(deps, claim);
  await settleStored(deps, claim);
  expect(await claimOf(said.reference)).toMatchObject({ id: claim, verdict: 'paid', attempts: 3, must_ask: false });
});

test('what the provider says takes the place of a weakly signed amount', async () => {
  const { user, id, said } = await bought();
  hmac.books.set(said.tradeNumber, { ...said, amount: 10 });
  const claim = idOf(await store(said, { mustAsk: true }));
  await confirm(deps, claim);
  await settleStored(deps, claim);
  expect(await claimOf(said.reference)).toMatchObject({ amount: 10, verdict: 'credited' });
  expect(await statusOf(user, id)).toBe('topay');
});

test('a weakly signed claim that is denied, or that nobody confirms for a day, is left to staff', async () => {
  const [denied, unheard] = [await bought(), await bought()];
  hmac.books.set(denied.said.tradeNumber, { ...denied.said, reference: 'the-real-one' });
  await confirm(deps, idOf(await store(denied.said, { mustAsk: true })));
  expect(await claimOf(denied.said.reference)).toMatchObject({ state: 'doubtful', verdict: 'denied' });
  const claim = idOf(await store(unheard.said, { mustAsk: true }));
  clock.advance(24 * HOUR_MS);
  await confirm(deps, claim);
  expect(await claimOf(unheard.said.reference)).toMatchObject({ state: 'doubtful', verdict: 'unconfirmed' });
  expect(await told()).toContain(texts.doubtful(hmac.label, unheard.said.reference));
});

test('what cannot be settled is tried again from the inbox, and staff are told after 10 minutes', async () => {
  const { user, id, said } = await bought();
  const claim = idOf(await store(said));
  const well = deps.crash;
  Object.assign(deps, {
    crash: {
      at: (point: CrashPoint) => {
        if (point === 'settle.before-commit') throw new Error('lost');
      },
    },
  });
  await settleStored(deps, claim);
  Object.assign(deps, { crash: well });
  expect(await statusOf(user, id)).toBe('topay');
  const row = await claimOf(said.reference);
  expect(row).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(row.next_try_at!.getTime() - clock.now().getTime()).toBe(10_000);
  clock.advance(9 * MINUTE_MS);
  await runJob(watchClaims, deps, {});
  expect(await told()).not.toContain(texts.waiting(hmac.label, said.reference));
  clock.advance(MINUTE_MS);
  for (const _time of [1, 2]) await runJob(watchClaims, deps, {});
  expect((await told()).filter((text) => text === texts.waiting(hmac.label, said.reference))).toHaveLength(1);
  await settleStored(deps, claim);
  expect(await statusOf(user, id)).toBe('paied');
});
