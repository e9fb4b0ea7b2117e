import { afterAll, expect, test } from 'vitest';
import { deliverMails } from '../mail/index.ts';
import { startMailServer } from '../mail/testing.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { expireOrders } from './jobs.ts';
import { startShop } from './testing/scene.ts';
import { texts } from './texts.ts';

/*
 * Who hears of what became of an order: its customer by bell and mail, and the operators of money that needs a look.
 */

const { app, deps, clock, shop } = await startShop();
const mails = await startMailServer();
afterAll(() => mails.stop());
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ ...mails.settings, site_name: '天港', admin_id: operator.userId });
const { makeCombo, order, buy, cancel, pay } = shop;

const bell = async (session: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, session)).data.map(({ desc }: { desc: string }) => desc);
const mailed = async (session: TestSession): Promise<string[]> => {
  await deliverMails(deps);
  return mails.mails.filter(({ to }) => to.includes(session.email)).map(({ parsed }) => parsed.text ?? '');
};

test('a paid order is told to its customer, once by bell and once by mail', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ name: '会员月卡' }));
  const trade = (await buy(user, _id)).data;
  expect(await bell(user)).toEqual([]);
  expect(await pay(trade._id, 30, 'paid-once')).toBe('paid');
  expect(await pay(trade._id, 30, 'paid-once')).toBe('known');
  expect(await bell(user)).toEqual([texts.paid('会员月卡')]);
  expect(await mailed(user)).toEqual([expect.stringContaining(texts.paid('会员月卡'))]);
});

test('whoever paid too much is told in the same message how much went to the wallet', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ name: '会员年卡' }));
  const trade = (await buy(user, _id)).data;
  expect(await pay(trade._id, 31.5)).toBe('paid');
  expect(await bell(user)).toEqual([texts.paidAndMore('会员年卡', '1.50')]);
  expect(await mailed(user)).toEqual([expect.stringContaining(texts.paidAndMore('会员年卡', '1.50'))]);
});

test('an order whose time is over is told to its customer; one that they cancelled is not', async () => {
  const user = await app.account();
  await order(user, await makeCombo({ name: '旅行组合' }));
  const other = await order(user, await makeCombo());
  await cancel(user, other._id);
  clock.advance(DAY_MS);
  await expireOrders.run(deps, {});
  await expireOrders.run(deps, {});
  expect(await bell(user)).toEqual([texts.expired('旅行组合')]);
  expect(await mailed(user)).toEqual([expect.stringContaining(texts.expired('旅行组合'))]);
});

test('money that comes too late is told to its customer, and to the operators with the reason', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ name: '流量包' }));
  const trade = (await buy(user, _id)).data;
  await cancel(user, _id);
  expect(await pay(trade._id, 30)).toBe('credited');
  expect(await bell(user)).toEqual([texts.credited('流量包', '30.00')]);
  expect(await mailed(user)).toHaveLength(1);
  const late = texts.late('流量包', '30.00', texts.whyCredited.late);
  expect(await bell(operator)).toContain(late);
  expect((await mailed(operator)).some((text) => text.includes(late))).toBe(true);
});

test('money for a customer of an agency is nobody’s, which the operators alone are told', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ price: 41 }));
  const trade = (await buy(user, _id)).data;
  await deps.db.updateTable('users').set({ is_agency_user: true }).where('id', '=', user.userId).execute();
  expect(await pay(trade._id, 41)).toBe('unclaimed');
  const text = texts.unclaimed('41.00 元', texts.whyUnclaimed.agency);
  expect(await bell(operator)).toContain(text);
  expect((await mailed(operator)).some((mail) => mail.includes(text))).toBe(true);
  expect(await mailed(user)).toEqual([]);
});

test('what a customer says of an order is told to the operators, once for each thing that is said', async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo({ name: '年卡' }));
  const say = (msg: string) => app.call('/api/order/feedback', { order_id: _id, msg }, user);
  const said = async () => {
    const list = (await app.call('/api/user_notive/list', {}, operator)).data as { desc: string; href: string }[];
    return list.filter(({ desc }) => desc.includes('年卡'));
  };
  for (const msg of ['付了款没有到账', '付了款没有到账', '已经到账了']) {
    expect((await say(msg)).code).toBe(0);
    clock.advance(60_000);
  }
  expect((await said()).map(({ desc }) => desc)).toEqual([
    texts.feedback('年卡', '已经到账了'),
    texts.feedback('年卡', '付了款没有到账'),
  ]);
  expect((await said())[0]?.href).toBe(`#/admin_tradeList?order=${_id}`);
  expect((await mailed(operator)).some((text) => text.includes(texts.feedback('年卡', '已经到账了')))).toBe(true);
  for (let n = 0; n < 30; n += 1) expect((await say(`第 ${n} 次`)).code).toBe(0);
  expect(await said()).toHaveLength(5);
  expect((await app.call('/api/order/order_list', {}, user)).data[0].user_feedback).toBe('第 29 次');
});
