import { codes } from '@skyport/contract/codes';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestData } from '../testing-app.ts';
import { startShop } from './testing/scene.ts';

/* What is counted or decided under the lock of the account, whatever happens at the same time. */

const { app, deps, clock, admin, shop } = await startShop();
const { makeCombo, order, buy, orders } = shop;

test('of thirty orders that an account makes at once twenty are made', async () => {
  const user = await app.account();
  const combos: TestData[] = [];
  for (let n = 0; n < 30; n += 1) {
    combos.push(await makeCombo());
    clock.advance(1000);
  }
  const answers = await Promise.all(
    combos.map(({ _id }) => app.call('/api/shop/create_order', { combo_id: _id }, user)),
  );
  const codesOf = answers.map(({ code }) => code);
  expect(codesOf.filter((code) => code === 0)).toHaveLength(20);
  expect(codesOf.filter((code) => code === codes.conflict.code)).toHaveLength(10);
  expect(await orders(user)).toHaveLength(20);
});

test('an account with an open order does not become an agency’s customer, also not at the same moment', async () => {
  const agency = await app.account();
  const update = (form: object) => {
    clock.advance(2000);
    return app.call('/api/admin/users/update_user', form, admin);
  };
  expect((await update({ _id: agency.userId, is_agency: true })).code).toBe(0);
  const outcomes = new Set<string>();
  for (let n = 0; n < 8; n += 1) {
    const user = await app.account();
    const combo = await makeCombo();
    const becomes = { _id: user.userId, is_agency_user: true, agent_id: agency.userId };
    const [made, joined] = await Promise.all([
      app.call('/api/shop/create_order', { combo_id: combo._id }, user),
      update(becomes),
    ]);
    outcomes.add(`${made.code === 0} ${joined.code === 0}`);
    if (made.code === 0) expect((await update(becomes)).code).toBe(codes.conflict.code);
  }
  expect([...outcomes].filter((outcome) => outcome !== 'true false' && outcome !== 'false true')).toEqual([]);
});

test('however often an order is bought at once, one trade lives', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const answers = await Promise.all(Array.from({ length: 10 }, () => buy(user, _id)));
  const ids = new Set(answers.flatMap(({ code, data }) => (code === 0 ? [data._id] : [])));
  expect(ids.size).toBe(1);
  expect(new Set(answers.map(({ code }) => code)).size).toBeLessThanOrEqual(2);
  const { rows } = await sql`select from trades where order_id = ${_id}`.execute(deps.db);
  expect(rows).toHaveLength(1);
});

test('however often an order is cancelled at once, its share of the wallet and its coupon come back once', async () => {
  const user = await app.account();
  await shop.fund(user, 10);
  const coupon = await shop.makeCoupon({ NumberOfAuthorizations: 1 });
  const { _id } = await order(user, await makeCombo());
  await shop.applyCoupon(user, _id, coupon.code);
  await buy(user, _id);
  expect(await shop.wallet(user)).toBe(0);
  await Promise.all(Array.from({ length: 20 }, () => shop.cancel(user, _id)));
  expect(await shop.wallet(user)).toBe(10);
  const { rows } = await sql`select from ledger_tx where kind = 'order_hold_back' and ref = ${_id}`.execute(deps.db);
  expect(rows).toHaveLength(1);
  const again = await order(user, await makeCombo());
  expect((await shop.applyCoupon(user, again._id, coupon.code)).code).toBe(0);
});

test('two orders that are bought at once share the wallet, which never has less than nothing', async () => {
  const user = await app.account();
  await shop.fund(user, 20);
  const [first, second] = [await order(user, await makeCombo()), await order(user, await makeCombo())];
  const answers = await Promise.all([first, second].map(({ _id }) => buy(user, _id)));
  const shares = await Promise.all([first, second].map(async ({ _id }) => (await shop.one(user, _id)).wallet_spend));
  expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  expect(shares.toSorted((a, b) => a - b)).toEqual([0, 20]);
  expect(await shop.wallet(user)).toBe(0);
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});
