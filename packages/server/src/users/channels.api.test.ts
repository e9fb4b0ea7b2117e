import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { afterAll, expect, test } from 'vitest';
import { changeOperations } from '../accounts/index.ts';
import { makeChannel } from '../invite/index.ts';
import { postCall, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { channelTexts } from './texts.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });

type Session = TestSession | string;
const get = (user: Pick<TestSession, 'userId'>, session: Session = admin) =>
  app.call('/api/admin/users/get_user_channel', { user_id: user.userId }, session);
const save = (form: object, session: Session = admin) => {
  clock.advance(2000);
  const whole = { name: '', rewardRate: 0.2, comsumerDuration: 365, ...form };
  return app.call('/api/admin/users/update_channel', whole, session);
};
const detail = async ({ userId: uid }: Pick<TestSession, 'userId'>) =>
  (await app.call('/api/admin/users/user', { uid }, admin)).data;
let people = 0;
/** Somebody who signs up from a network of their own, by an address with this channel code. */
const comesBy = async (channel_code: string) => {
  people += 1;
  const email = `invited${people}@example.com`;
  const payload = { email, password: 'a'.repeat(64), channel_code };
  const { answer } = await postCall(app.gate, '/api/user/signup', { payload, address: `203.0.${people}.7` });
  expect(answer.code, answer.msg).toBe(0);
  const row = await deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  return { userId: row.id, row };
};

test('an account without a channel is shown what a new one would be, and becomes a channel by the first save', async () => {
  const user = await app.account({ email: 'partner@example.com' });
  const empty = { email: user.email, name: '', code: '', rewardRate: 0.2, comsumerDuration: 365 };
  expect(await get(user)).toMatchObject({ code: 0, data: empty });
  const form = { email: 'Partner@Example.com', name: '合作', code: 'PARTNER-1', rewardRate: 0.3, comsumerDuration: 30 };
  expect((await save(form)).data).toEqual({ ...form, email: user.email });
  expect((await get(user)).data).toEqual({ ...form, email: user.email });
  expect(await detail(user)).toMatchObject({ type: 'channel' });
  expect((await app.call('/api/user/userinfo', {}, user)).code).toBe(codes.sessionExpired.code);
});

test('an account without type becomes a channel too, staff stay what they are', async () => {
  for (const [type, becomes] of [
    ['none', 'channel'],
    ['channel', 'channel'],
    ['yunying', 'yunying'],
  ] as const) {
    const user = await app.account({ type });
    expect((await save({ email: user.email, code: `TYPE-${type}` })).code).toBe(0);
    expect((await detail(user)).type, type).toBe(becomes);
  }
});

test('whoever leaves operations is a channel again where there is one, and a plain customer otherwise', async () => {
  const [owner, plain] = [await app.account({ type: 'yunying' }), await app.account({ type: 'yunying' })];
  await save({ email: owner.email, code: 'OPERATOR' });
  const removed = [owner.userId, plain.userId];
  await inTransaction(deps.db, (trx) => changeOperations(trx, { added: [], removed }));
  expect([(await detail(owner)).type, (await detail(plain)).type]).toEqual(['channel', 'normal']);
});

test('who signs up by a code belongs to its owner, by an old code too, which nobody else ever gets', async () => {
  const owner = await app.account();
  const other = await app.account();
  await save({ email: owner.email, code: 'SPRING26' });
  const first = await comesBy('SPRING26');
  expect(first.row.channel_code).toBe('SPRING26');
  expect((await save({ email: owner.email, code: 'AUTUMN26' })).code).toBe(0);
  const second = await comesBy('SPRING26');
  const third = await comesBy('AUTUMN26');
  for (const each of [first, second, third]) expect((await detail(each)).inviter_email).toBe(owner.email);
  const taken = { code: codes.conflict.code, msg: channelTexts.codeTaken, data: { field: 'code' } };
  for (const code of ['SPRING26', 'AUTUMN26']) expect(await save({ email: other.email, code })).toMatchObject(taken);
  expect((await detail(other)).type).toBe('normal');
  expect((await save({ email: owner.email, code: 'SPRING26' })).data.code).toBe('SPRING26');
  expect((await detail(await comesBy('NOBODY99'))).inviter_email).toBe('');
});

test('of two that want a code at the same time one gets it', async () => {
  const [one, two] = [await app.account(), await app.account()];
  const answers = await Promise.all([one, two].map(({ email }) => save({ email, code: 'WANTED' })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
});

test('new accounts have a channel of their own while the setting says so', async () => {
  await app.changeSettings({ openChannel: true, channelRewardRate: 0.15, channelConsumerDuration: 90 });
  const made = await comesBy('');
  expect(made.row.type).toBe('channel');
  const { data } = await get(made);
  expect(data).toMatchObject({ code: expect.stringMatching(/^[A-Z0-9]{6}$/), rewardRate: 0.15, comsumerDuration: 90 });
  await app.changeSettings({ openChannel: false, channelRewardRate: 0.2, channelConsumerDuration: 365 });
  const plain = await comesBy('');
  expect([plain.row.type, (await get(plain)).data.code]).toEqual(['normal', '']);
});

test('a code that nobody chose is never one by which somebody came, nor made twice', async () => {
  const user = await app.account();
  await comesBy('AAAAAA');
  const wanted = ['AAAAAA', 'BBBBBB', 'CCCCCC'];
  const ids = { ...deps.ids, code: () => wanted.shift()! };
  await makeChannel(deps.db, { ...deps, ids }, user.userId);
  await makeChannel(deps.db, { ...deps, ids }, user.userId);
  expect([(await get(user)).data.code, wanted]).toEqual(['BBBBBB', ['CCCCCC']]);
});

test('who saves what somebody else changed meanwhile is told what that was', async () => {
  const user = await app.account();
  const { email: _own, ...shown } = (await get(user)).data;
  await save({ email: user.email, code: 'FIRST-1', rewardRate: 0.4 });
  const late = await save({ email: user.email, code: 'SECOND-2', shown });
  expect(late.code).toBe(codes.conflict.code);
  expect(late.msg).toContain('渠道码 空 → FIRST-1，返利比例 0.2 → 0.4');
  expect(late.data).toEqual({ now: { ...shown, code: 'FIRST-1', rewardRate: 0.4 } });
  expect((await get(user)).data.code).toBe('FIRST-1');
});

test.each([
  { code: '' },
  { code: 'SHORT' },
  { code: 'x'.repeat(41) },
  { code: 'with space' },
  { code: '<script>' },
  { rewardRate: -0.1 },
  { rewardRate: 0.51 },
  { rewardRate: 0.12345 },
  { rewardRate: '0.2' },
  { comsumerDuration: 0 },
  { comsumerDuration: 1.5 },
  { comsumerDuration: 1e9 },
  { name: 'x'.repeat(65) },
])('%j is an invalid payload', async (form) => {
  const user = await app.account();
  expect((await save({ email: user.email, code: 'VALID-1', ...form })).code).toBe(codes.invalidPayload.code);
  expect((await get(user)).data.code).toBe('');
});

test('nobody is found by an unknown address or id, and no agency customer is a channel', async () => {
  expect((await save({ email: 'nobody@example.com', code: 'VALID-2' })).code).toBe(codes.notFound.code);
  for (const userId of [deps.ids.next(), 'x']) expect((await get({ userId })).code).toBe(codes.notFound.code);
  const customer = await app.account({ isAgencyUser: true });
  expect(await save({ email: customer.email, code: 'VALID-3' })).toMatchObject({ msg: channelTexts.agencyUser });
});

test('channels are for admins only, and saving one asks who is there', async () => {
  const user = await app.account();
  for (const type of ['normal', 'channel', 'yunying'] as const) {
    const session = await app.account({ type });
    expect((await get(user, session)).code).toBe(codes.roleForbidden.code);
    expect((await save({ email: user.email, code: 'VALID-4' }, session)).code).toBe(codes.roleForbidden.code);
  }
  const plain = await app.account({ type: 'admin' });
  expect((await get(user, plain)).code).toBe(0);
  expect((await save({ email: user.email, code: 'VALID-4' }, plain)).code).toBe(codes.stepUpNeeded.code);
  expect((await get(user, `token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
});
