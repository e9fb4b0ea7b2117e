import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { MOST_TRAFFIC } from '@skyport/contract/users-form';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import { postCall, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { startTrial } from '../traffic/index.ts';
import { pushJobs } from './jobs.ts';
import { giveTraffic, holder } from './testing/people.ts';
import { texts } from './texts.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
afterEach(async () => {
  clock.advance(15 * MINUTE_MS);
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

const create = (user: TestSession, pushNumber: number, change?: string) =>
  app.call('/api/push/create', { pushNumber, ...(change && { change }) }, user);
const receive = (user: TestSession, code: string) => app.call('/api/push/receive', { code }, user);
const takeBack = (user: TestSession, id: string) => app.call('/api/push/take_back', { id }, user);
const list = async (user: TestSession) => (await app.call('/api/push/list', {}, user)).data;
const trafficOf = async (user: TestSession) => (await app.call('/api/user/userinfo', {}, user)).data;
const records = async (user: TestSession) => (await app.call('/api/traffic/my_traffic_records', {}, user)).data;
const bell = async (user: TestSession) => (await app.call('/api/user_notive/list', {}, user)).data;
const returnDue = () => runJob(pushJobs[0]!, deps, {});

test('a transfer leaves its sender at once, and its receiver gets it without the fee', async () => {
  const [sender, receiver] = [await holder(app, 100), await app.account()];
  const made = await create(sender, 21);
  expect(made).toMatchObject({
    code: 0,
    data: { pushNumber: 21, state: 'created', code: expect.stringMatching(/^[A-Z2-7]{12}$/) },
  });
  expect(made.data.receiveNumber * GIB).toBe(21 * GIB - Math.floor(21 * GIB * 0.2));
  // Never by `spendTraffic`.
  expect(await trafficOf(sender)).toMatchObject({ traffic: 79 * GIB, spendTraffic: 0 });
  expect(await records(sender)).toContainEqual(
    expect.objectContaining({ type: 'push_spend', trafficChange: -21 * GIB, allTraffic: 79 * GIB }),
  );
  clock.advance(SECOND_MS);
  const spelled = ` ${String(made.data.code).toLowerCase().slice(0, 6)}-${made.data.code.slice(6)} `;
  const came = await receive(receiver, spelled);
  expect(came).toMatchObject({ code: 0, data: { returned: false, traffic: made.data.receiveNumber * GIB } });
  expect((await trafficOf(receiver)).traffic).toBe(came.data.traffic);
  expect(await records(receiver)).toContainEqual(
    expect.objectContaining({ type: 'push_receive', trafficChange: came.data.traffic, desc: '领取转赠流量' }),
  );
  expect((await list(sender)).pushList).toEqual([
    { ...made.data, state: 'received', endTime: clock.now().toISOString() },
  ]);
  expect(await bell(sender)).toContainEqual(
    expect.objectContaining({ desc: '您转赠的 21 G 流量已被领取', href: '#/push' }),
  );
  expect((await list(receiver)).pushList).toEqual([]);
});

test('the list says minimum, fee and what can be given away', async () => {
  expect(await list(await holder(app, 50))).toEqual({
    minPushNum: 20,
    costRate: 0.2,
    available: 50 * GIB,
    pushList: [],
  });
});

test('minimum and fee are settings, and a transfer keeps the fee of its moment', async () => {
  const [sender, receiver] = [await holder(app, 100), await app.account()];
  await app.changeSettings({ push_min: 5, push_cost_rate: 0.5 });
  expect(await list(sender)).toMatchObject({ minPushNum: 5, costRate: 0.5 });
  expect(await create(sender, 4)).toMatchObject({ code: codes.pushTooSmall.code, msg: '最低转赠5G' });
  const { data } = await create(sender, 5);
  await app.changeSettings({ push_min: 20, push_cost_rate: 0.2 });
  expect((await receive(receiver, data.code)).data.traffic).toBe(2.5 * GIB);
});

test('too little, too much and parts of a G are refused, and what is refused does not count', async () => {
  const sender = await holder(app, 30);
  expect(await create(sender, 19)).toMatchObject({ code: codes.pushTooSmall.code, msg: '最低转赠20G' });
  expect((await create(sender, 31)).code).toBe(codes.notEnoughTraffic.code);
  expect((await create(sender, 20.5)).code).toBe(codes.invalidPayload.code);
  expect((await create(sender, 30)).code).toBe(0);
  expect((await list(sender)).available).toBe(0);
});

test('one transfer is made, and one taken, in ten seconds', async () => {
  const [sender, receiver] = [await holder(app, 100), await app.account()];
  const first = (await create(sender, 20)).data;
  expect((await create(sender, 20)).code).toBe(codes.tooFrequent.code);
  clock.advance(11 * SECOND_MS);
  const second = (await create(sender, 20)).data;
  expect((await receive(receiver, first.code)).code).toBe(0);
  expect((await receive(receiver, second.code)).code).toBe(codes.tooFrequent.code);
  clock.advance(11 * SECOND_MS);
  expect((await receive(receiver, second.code)).code).toBe(0);
});

test('a transfer that is sent again after a lost answer is made once, and answered again', async () => {
  const [sender, receiver] = [await holder(app, 100), await app.account()];
  const change = deps.ids.next();
  const answers = await Promise.all([create(sender, 20, change), create(sender, 20, change)]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0]);
  expect(answers[0]!.data).toEqual(answers[1]!.data);
  expect(await create(sender, 30, change)).toMatchObject({ code: codes.conflict.code, msg: texts.otherwise });
  expect((await receive(receiver, answers[0]!.data.code)).code).toBe(0);
  expect((await create(sender, 20, change)).data).toMatchObject({ _id: answers[0]!.data._id, state: 'received' });
  expect((await list(sender)).pushList).toHaveLength(1);
  expect((await trafficOf(sender)).traffic).toBe(80 * GIB);
});

test('trial traffic, and what was used and is not charged yet, cannot be given away', async () => {
  const user = await holder(app, 60);
  const expiresAt = new Date(clock.now().getTime() + DAY_MS);
  await inTransaction(deps.db, (trx) =>
    startTrial(trx, deps, { userNum: user.num, amount: (20 * GIB) as never, expiresAt }),
  );
  await sql`update traffic_account set pending = ${10 * GIB} where user_num = ${user.num}`.execute(deps.db);
  expect((await list(user)).available).toBe(30 * GIB);
  // What waits is charged first, and of a trial before anything else.
  expect((await create(user, 41)).code).toBe(codes.notEnoughTraffic.code);
  expect((await create(user, 40)).code).toBe(0);
  expect(await trafficOf(user)).toMatchObject({ traffic: 20 * GIB, spendTraffic: 10 * GIB });
  expect(await records(user)).toContainEqual(expect.objectContaining({ type: 'spend', trafficChange: -10 * GIB }));
});

test('a code works once, and one that does not exist is told as such', async () => {
  const [sender, first, late] = [await holder(app, 40), await app.account(), await app.account()];
  const { code } = (await create(sender, 20)).data;
  expect((await receive(first, code)).code).toBe(0);
  expect((await receive(late, code)).code).toBe(codes.pushCodeInvalid.code);
  expect((await receive(late, 'AAAABBBBCCCC')).code).toBe(codes.pushCodeInvalid.code);
});

test('five wrong codes in ten minutes stop an account, and whoever guesses from its address', async () => {
  const [guesser, other, sender] = [await app.account(), await app.account(), await holder(app, 20)];
  const { code } = (await create(sender, 20)).data;
  const guess = async (user: TestSession, text: string, address: string) =>
    (
      await postCall(app.gate, '/api/push/receive', {
        payload: { code: text },
        address,
        headers: { cookie: user.cookie },
      })
    ).answer.code;
  for (let n = 0; n < 5; n += 1) expect(await guess(guesser, 'ZZZZZZZZZZZZ', '10.6.0.1')).toBe(1040);
  expect(await guess(guesser, code, '10.6.0.2')).toBe(codes.tooFrequent.code);
  expect(await guess(other, code, '10.6.0.1')).toBe(codes.tooFrequent.code);
  expect(await guess(other, code, '10.6.0.2')).toBe(0);
});

test('a transfer that nobody took can be taken back whole at any time, by its code as well', async () => {
  const sender = await holder(app, 50);
  const first = (await create(sender, 20)).data;
  expect((await takeBack(sender, first._id)).code).toBe(0);
  expect(await takeBack(sender, first._id)).toMatchObject({ code: codes.conflict.code, msg: '该转赠已被领取或已退回' });
  clock.advance(11 * SECOND_MS);
  const second = (await create(sender, 30)).data;
  expect(await receive(sender, second.code)).toMatchObject({ code: 0, data: { returned: true, traffic: 30 * GIB } });
  expect((await trafficOf(sender)).traffic).toBe(50 * GIB);
  expect((await list(sender)).pushList.map(({ state }: { state: string }) => state)).toEqual(['returned', 'returned']);
  expect(await records(sender)).toContainEqual(
    expect.objectContaining({ type: 'push_receive', trafficChange: 50 * GIB, desc: '转赠退回' }),
  );
  expect(await bell(sender)).toEqual([]);
});

test("somebody else's transfer does not exist", async () => {
  const [sender, other] = [await holder(app, 20), await app.account()];
  const { _id } = (await create(sender, 20)).data;
  expect((await takeBack(other, _id)).code).toBe(codes.notFound.code);
  expect((await takeBack(other, 'no id')).code).toBe(codes.notFound.code);
});

test('what nobody took comes back whole after seven days, and its sender is told', async () => {
  const sender = await holder(app, 20);
  const { code } = (await create(sender, 20)).data;
  clock.advance(7 * DAY_MS - MINUTE_MS);
  await returnDue();
  expect((await trafficOf(sender)).traffic).toBe(0);
  clock.advance(MINUTE_MS);
  await returnDue();
  await returnDue();
  expect((await trafficOf(sender)).traffic).toBe(20 * GIB);
  expect(await bell(sender)).toEqual([
    expect.objectContaining({ desc: '您转赠的 20 G 流量 7 天内无人领取，已全部退回' }),
  ]);
  expect((await receive(await app.account(), code)).code).toBe(codes.pushCodeInvalid.code);
});

test('a transfer whose return fails holds up none behind it', async () => {
  clock.advance(8 * DAY_MS);
  await returnDue();
  const [first, second] = [await holder(app, 30), await holder(app, 30)];
  expect((await create(first, 20)).code).toBe(0);
  clock.advance(SECOND_MS);
  expect((await create(second, 20)).code).toBe(0);
  clock.advance(7 * DAY_MS);
  let hasFailed = false;
  const at = (): void => {
    if (hasFailed) return;
    hasFailed = true;
    throw new Error('this one cannot be returned now');
  };
  await runJob(pushJobs[0]!, { ...deps, crash: { ...deps.crash, at } }, {});
  expect([(await trafficOf(first)).traffic, (await trafficOf(second)).traffic]).toEqual([10 * GIB, 30 * GIB]);
  await returnDue();
  expect((await trafficOf(first)).traffic).toBe(30 * GIB);
});

test('nobody gets more traffic than an account can hold, and a return waits for its room', async () => {
  const [sender, full] = [await holder(app, 20), await app.account()];
  const { code } = (await create(sender, 20)).data;
  await giveTraffic(app, full, MOST_TRAFFIC / GIB - 1);
  expect(await receive(full, code)).toMatchObject({ code: codes.conflict.code });
  await giveTraffic(app, sender, MOST_TRAFFIC / GIB - 1);
  clock.advance(8 * DAY_MS);
  await returnDue();
  expect((await list(sender)).pushList[0].state).toBe('created');
});

test('what a closed account has offered is held, not lost', async () => {
  const [sender, receiver] = [await holder(app, 20), await app.account()];
  const { code } = (await create(sender, 20)).data;
  const disable = (disabled: boolean) =>
    deps.db.updateTable('users').set({ disabled }).where('id', '=', sender.userId).execute();
  await disable(true);
  expect(await receive(receiver, code)).toMatchObject({ code: codes.unknownPush.code, msg: '未知错误' });
  await disable(false);
  expect((await receive(receiver, code)).code).toBe(0);
});

test("an agency's customers transfer nothing", async () => {
  const customer = await holder(app, 50, { isAgencyUser: true });
  for (const [path, payload] of [
    ['list', {}],
    ['create', { pushNumber: 20 }],
    ['receive', { code: 'AAAABBBBCCCC' }],
    ['take_back', { id: deps.ids.next() }],
  ] as const)
    expect((await app.call(`/api/push/${path}`, payload, customer)).code).toBe(codes.roleForbidden.code);
});

test('of twenty who take one transfer at once one gets it', async () => {
  const sender = await holder(app, 20);
  const { code } = (await create(sender, 20)).data;
  const people = await Promise.all(Array.from({ length: 20 }, () => app.account()));
  const answers = await Promise.all([...people.map((user) => receive(user, code)), receive(sender, code)]);
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === codes.pushCodeInvalid.code)).toHaveLength(20);
});
