import { shopOf } from '@skyport/server/orders/testing/shop';
import { createTestApp } from '@skyport/server/testing';
import type { TestApp } from '@skyport/server/testing-app';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fact } from './shop/facts.ts';
import { auditShop, createJournal, REBATE_SHARE, type Journal } from './shop/journal.ts';

/* The judge of the proofs that kill: it is shown a shop that is right, and then wrongs of every kind. */

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ TEST_PAYMENTS: '1' });
});
afterEach(() => app.close());

const setUp = async () => {
  const code = 'JUDGE1';
  const money = 'money-1';
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const shop = shopOf(app, admin);
  const inviter = await app.account({ type: 'channel' });
  const form = { email: inviter.email, name: '', code, rewardRate: REBATE_SHARE, comsumerDuration: 365 };
  await app.call('/api/admin/users/update_channel', form, admin);
  const user = await app.account();
  const { db } = app.deps;
  await db.updateTable('users').set({ channel_code: code }).where('id', '=', user.userId).execute();
  await shop.fund(user, 10);
  const combo = await shop.makeCombo({ vipDuration: 30, additionPersend: 7 });
  const paid = await shop.order(user, combo);
  const trade = (await shop.buy(user, paid._id)).data;
  await shop.pay(trade._id, 21, money);
  const cancelled = await shop.order(user, combo);
  await shop.cancel(user, cancelled._id);
  const journal: Journal = createJournal();
  journal.funded.set(user.num, 10_000);
  journal.inviters.set(user.num, inviter.num);
  journal.told.set(money, { num: user.num, amount: 21_000 });
  journal.facts.push(
    fact.money(money, 21_000),
    fact.order(paid._id, user.num),
    fact.trade(trade._id, paid._id),
    fact.state(paid._id, 'paied'),
    fact.state(cancelled._id, 'cancled'),
  );
  const audit = () => auditShop(app, journal, [user, inviter]);
  return { user, inviter, paid: paid._id as string, cancelled: cancelled._id as string, journal, audit, db };
};

/** A trade of an order that can be paid. */
const openTradeOf = (orderId: string, userId: string, at: Date) => ({
  id: app.deps.ids.next(),
  order_id: orderId,
  user_id: userId,
  status: 'open',
  mode: 'alipay',
  instance: 'test',
  device: 'pc',
  amount: 1000,
  created_at: at,
  expires_at: at,
});

/** An hour of membership that an order gave. */
const grantOf = (orderId: string, at: Date) => ({
  order_id: orderId,
  traffic: 0,
  vip_hours: 1,
  vip_before: at,
  vip_after: at,
  permission_ids: [],
  permission_days: 0,
  granted_at: at,
});

test('a shop that is right passes, and every kind of wrong is named', async () => {
  const { user, inviter, paid, cancelled, journal, audit } = await setUp();
  expect(await audit()).toEqual([]);
  const heard = async (wrong: RegExp) => expect((await audit()).join('\n')).toMatch(wrong);

  for (const lost of [
    fact.order(app.deps.ids.next(), user.num),
    fact.money('money-2', 1000),
    fact.money('money-1', 20_000),
    fact.state(paid, 'cancled'),
    fact.coupon(paid),
    fact.trade(app.deps.ids.next(), paid),
  ]) {
    journal.facts.push(lost);
    await heard(new RegExp(`acknowledged and not there: ${lost}`));
  }
  journal.faults.push('a panel that lives has failed');
  await heard(/a panel that lives has failed/);

  journal.states.set(cancelled, 'paied');
  await heard(/order \S+ went from paied to cancled/);
  journal.states.set(app.deps.ids.next(), 'topay');
  await heard(/\S+ is gone/);
  journal.funded.set(user.num, 9990);
  await heard(/account \d+: 30990 came/);
  journal.told.delete('money-1');
  await heard(/money that nobody told of: money-1, 21000/);
  journal.inviters.clear();
  await heard(new RegExp(`account ${inviter.num}: 4000 of 0 rebates`));
});

test('a purchase that has given too much, too little or too early is named', async () => {
  const { user, paid, cancelled, audit, db } = await setUp();
  const heard = async (wrong: RegExp) => expect((await audit()).join('\n')).toMatch(wrong);
  expect(await audit()).toEqual([]);
  const at = app.clock.now();

  await db
    .insertInto('trades')
    .values(openTradeOf(paid, user.userId, at))
    .execute();
  await heard(/trade \S+ of a paied order is open/);

  const account = db.updateTable('traffic_account').where('user_num', '=', user.num);
  await account.set({ vip_until: at }).execute();
  await heard(new RegExp(`account ${user.num} is a member until`));
  await account.set(({ eb }) => ({ granted: eb('granted', '+', 1) })).execute();
  await heard(new RegExp(`account ${user.num}: \\d+ bytes were sold, \\d+ given`));

  await db.insertInto('order_grants').values(grantOf(cancelled, at)).execute();
  await heard(/order \S+ \(cancled\) gave 0 bytes and 1 hours/);
  await heard(/order \S+ lengthened a membership/);
});
