import { expect, test } from 'vitest';
import { shopOf } from '../orders/testing/shop.ts';
import { createBotScene } from './testing.ts';
import { texts } from './texts.ts';

const { app, write, bound, person } = await createBotScene({ TEST_PAYMENTS: '1' });
const { deps } = app;
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, pay, fund } = shopOf(app, admin);

test('an account sees its newest orders, and nobody else’s', async () => {
  const { user, person: lin } = await bound();
  expect((await write(lin, '/order'))[0]).toBe(`${texts.noOrders}\nhttp://console.test/#/order`);
  await order((await bound()).user, await makeCombo({ name: '别人的' }));
  await order(user, await makeCombo({ name: '会员月卡' }));
  const [said] = await write(lin, '/order');
  expect(said).toBe('会员月卡 · 30.00 元 · 未支付 · 2026-11-21 12:00\nhttp://console.test/#/order');
});

test('a paid order is shown with what was paid: what the provider got, and the wallet', async () => {
  const { person, user } = await bound();
  const { _id } = await order(user, await makeCombo({ name: '会员年卡' }));
  await fund(user, 12);
  await pay((await buy(user, _id)).data._id, 18);
  // A message about the payment may come first.
  expect((await write(person, '/order')).join('\n')).toContain('会员年卡 · 实付 18.00 元，另用钱包 12.00 元 · ');
});

test('an account sees its tickets with their states', async () => {
  const { user, person: lin } = await bound();
  expect((await write(lin, '/ticket'))[0]).toContain(texts.noTickets);
  const open = async (title: string) =>
    (await app.call('/api/feedback/create', { title, desc: '描述' }, user)).data._id as string;
  const [answered, closed] = [await open('甲'), await open('乙')];
  await open('丙');
  await app.call('/api/admin/tickets/reply', { id: answered, desc: '好' }, admin);
  await app.call('/api/feedback/close', { id: closed }, admin);
  // Notices of what staff did come along.
  const said = (await write(lin, '/ticket')).find((each) => each.includes('http://console.test/#/feedback'));
  for (const line of ['甲 · 有新回复', '乙 · 已关闭', '丙 · 处理中']) expect(said).toContain(line);
});

test('an account gets its invite link, the same each time', async () => {
  const { user, person: lin } = await bound();
  const [said] = await write(lin, '/invite');
  const { code } = (await app.call('/api/admin/users/get_user_channel', { user_id: user.userId }, admin)).data;
  expect(said).toBe(texts.invite(`http://console.test/?c=${code}#/register`, '20'));
  expect(await write(lin, '/invite')).toEqual([said]);
});

test('the invite link leads where the page says, and the rate is as it is', async () => {
  const { user, person: lin } = await bound();
  const form = { email: user.email, code: 'linlin-8', rewardRate: 0.125, comsumerDuration: 30 };
  expect((await app.call('/api/admin/users/update_channel', form, admin)).code).toBe(0);
  const edit = { _id: user.userId, preferDomain: 'own.example.com' };
  expect((await app.call('/api/admin/users/update_user', edit, admin)).code).toBe(0);
  expect(await write(lin, '/invite')).toEqual([texts.invite('https://own.example.com/?c=linlin-8#/register', '12.5')]);
});

test('where rebates end, the invite link says after how many days', async () => {
  const { person: lin } = await bound();
  await app.changeSettings({ inviteRule: true, channelConsumerDuration: 90 });
  expect((await write(lin, '/invite'))[0]).toContain('好友注册后 90 天内每次付款');
  await app.changeSettings({ inviteRule: false });
  expect((await write(lin, '/invite'))[0]).toContain('好友注册后每次付款');
});

test('only admins ask for the figures and for trades, and only they are offered it', async () => {
  const [customer, operations] = [await bound(), await bound({ type: 'yunying' })];
  for (const { person: each } of [customer, operations]) {
    for (const command of ['/stats', '/find x']) expect(await write(each, command)).toEqual([texts.unknown]);
    expect((await write(each, '/help'))[0]).not.toContain('/stats');
  }
  expect(await write(person(), '/stats')).toEqual([texts.unknown]);
  const { person: boss } = await bound({ type: 'admin' });
  expect((await write(boss, '/help'))[0]).toContain('/stats');
  expect(await write(boss, '/stats', { id: -9, type: 'group' })).toEqual([texts.privateOnly]);
});

test('staff without the second step that the settings require get nothing from the bot', async () => {
  const { user, person: boss } = await bound({ type: 'admin' });
  await app.changeSettings({ staff_second_step: true });
  for (const command of ['/stats', '/find x', '/me', '/sub'])
    expect(await write(boss, command)).toEqual([texts.secondStepFirst]);
  await deps.db.updateTable('users').set({ second_step: true }).where('id', '=', user.userId).execute();
  expect((await write(boss, '/stats'))[0]).toContain('今日统计');
  await deps.db.updateTable('users').set({ second_step: false }).where('id', '=', user.userId).execute();
  expect(await write(boss, '/unbind')).not.toContain(texts.secondStepFirst);
  await app.changeSettings({ staff_second_step: false });
});

test('an admin sees today’s figures and a trade by its number', async () => {
  const { person: boss } = await bound({ type: 'admin' });
  const buyer = await app.account({ email: 'buyer@example.com' });
  await deps.db.updateTable('traffic_account').set({ granted: 0 }).where('user_num', '=', buyer.num).execute();
  const figures = async (): Promise<number[]> => {
    const [said = ''] = await write(boss, '/stats');
    const found = /^2026-11-21 今日统计\n收入：([\d.]+) 元，支付订单 (\d+) 个\n.*\n.*剩余流量 (\d+) G/.exec(said);
    return found?.slice(1).map(Number) ?? [];
  };
  const [yuan = 0, orders = 0, left = 0] = await figures();
  const { _id } = (await buy(buyer, (await order(buyer, await makeCombo({ name: '流量包' })))._id)).data;
  await pay(_id, 30);
  expect(await figures()).toEqual([yuan + 30, orders + 1, left + 100]);
  expect(await write(boss, '/find')).toEqual([texts.findUsage]);
  expect(await write(boss, `/find ${'0'.repeat(32)}`)).toEqual([texts.noTrade]);
  const [found] = await write(boss, `/find ${_id.replaceAll('-', '')}`);
  expect(found).toMatch(/商品：流量包\n用户：bu\*\*\*@example\.com\n状态：购买成功\n金额：30\.00 元，到账 30\.00 元/);
  expect(await write(boss, `/find ${_id}`)).toEqual([found]);
});

test('a payment that was closed because another one paid is never called cancelled', async () => {
  const { person: boss } = await bound({ type: 'admin' });
  const buyer = await app.account();
  const { _id } = await order(buyer, await makeCombo());
  const closed = (await buy(buyer, _id)).data;
  app.clock.advance(1000);
  const paid = (await buy(buyer, _id, { pay_mode: 'wxpay' })).data;
  expect(await pay(paid._id, 30)).toBe('paid');
  expect((await write(boss, `/find ${closed._id}`))[0]).toContain('状态：支付已关闭');
  expect((await write(boss, `/find ${paid._id}`))[0]).toContain('状态：购买成功');
});
