import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startHmacScene } from '../payments/testing/hmac-scene.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { confirm } from './confirm.ts';
import { settleStored } from './inbox.ts';
import { storeNotified } from './queries.ts';
import { shopOf } from './testing/shop.ts';

/* An order is cancelled while a weakly signed claim for it is stored: its money ends in exactly one place. */

const { app, hmac, admin } = await startHmacScene();
const { deps, clock } = app;
const { makeCombo, order, buy, cancel, one, wallet, fund } = shopOf(app, admin);

let money = 0;
/** A purchase of 30 yuan, 10 of them from the wallet, with a weakly signed claim of the rest. */
const notified = async () => {
  const user = await app.account();
  await fund(user, 10);
  const { _id: id } = await order(user, await makeCombo());
  const trade = (await buy(user, id, { pay_mode: 'alipay' })).data;
  const said = { tradeNumber: trade._id.replaceAll('-', ''), reference: `W${(money += 1)}`, amount: 20_000 };
  const claim = { merchant: hmac.merchant, currency: 'CNY' as const, ...said };
  const stored = await inTransaction(deps.db, (trx) =>
    storeNotified(trx, deps, { instance: 'hmac', claim, mustAsk: true }),
  );
  return { user, id: id as string, said, claim: 'id' in stored ? stored.id : '' };
};
type Notified = Awaited<ReturnType<typeof notified>>;

const work = async ({ claim }: Notified): Promise<void> => {
  await confirm(deps, claim);
  await settleStored(deps, claim);
};

/** The state of the order, its buyer's wallet, and all payments and claims by the number. */
const ends = async ({ user, id, said: { reference } }: Notified) => {
  const { rows: payments } = await sql`select outcome from payments where reference = ${reference}`.execute(deps.db);
  const { rows: claims } = await sql`select state, verdict from claims where reference = ${reference}`.execute(deps.db);
  return { status: (await one(user, id)).status, wallet: await wallet(user), payments, claims };
};

const inWallet = {
  status: 'cancled',
  wallet: 30,
  payments: [{ outcome: 'credited' }],
  claims: [{ state: 'settled', verdict: 'credited' }],
};
const fulfilled = {
  status: 'paied',
  wallet: 0,
  payments: [{ outcome: 'paid' }],
  claims: [{ state: 'settled', verdict: 'paid' }],
};

test('a claim that is confirmed after the order was cancelled goes to the wallet, however often it is tried', async () => {
  const mine = await notified();
  expect((await cancel(mine.user, mine.id)).code).toBe(0);
  expect(await ends(mine)).toMatchObject({ wallet: 10, payments: [], claims: [{ state: 'waiting' }] });
  hmac.books.set(mine.said.tradeNumber, mine.said);
  for (const _time of [1, 2]) await Promise.all([work(mine), work(mine)]);
  expect(await ends(mine)).toEqual(inWallet);
});

test('a claim that was confirmed and not settled pays the order, which is not cancelled', async () => {
  const mine = await notified();
  hmac.books.set(mine.said.tradeNumber, mine.said);
  await confirm(deps, mine.claim);
  expect((await cancel(mine.user, mine.id)).code).toBe(codes.orderNotCancellable.code);
  expect(await ends(mine)).toEqual(fulfilled);
});

test('a claim that is confirmed at the moment of the cancellation pays the order or goes to the wallet', async () => {
  for (let n = 0; n < 8; n += 1) {
    const mine = await notified();
    hmac.books.set(mine.said.tradeNumber, mine.said);
    const both = [() => work(mine), () => cancel(mine.user, mine.id)];
    await Promise.all((n % 2 ? both : both.toReversed()).map((act) => act()));
    expect([inWallet, fulfilled]).toContainEqual(await ends(mine));
    clock.advance(1000);
  }
});

test('a claim of a cancelled order that nobody confirms is left to staff, who can still credit it once', async () => {
  const mine = await notified();
  await cancel(mine.user, mine.id);
  hmac.mood = 'down';
  clock.advance(24 * HOUR_MS);
  await work(mine);
  expect(await ends(mine)).toMatchObject({
    wallet: 10,
    payments: [],
    claims: [{ state: 'doubtful', verdict: 'unconfirmed' }],
  });
  const settle = () => app.call('/api/admin/money/settle_claim', { claim_id: mine.claim }, admin);
  const answers = await Promise.all([settle(), settle()]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code].toSorted());
  expect(await ends(mine)).toEqual(inWallet);
});
