import { codes } from '@skyport/contract/codes';
import { GRANT_WITHOUT_STEP_UP_GIB, MOST_CANNED } from '@skyport/contract/tickets-admin';
import { GIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { texts } from './texts.ts';

/*
 * What staff give from tickets, and the texts that they use again and again.
 */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
beforeEach(() => clock.advance(HOUR_MS));

const ask = (path: string, payload: object, who?: TestSession) => app.call(`/api/feedback/${path}`, payload, who);
const staff = (path: string, payload: object, who: TestSession = admin) =>
  app.call(`/api/admin/tickets/${path}`, payload, who);
const open = async (who: TestSession): Promise<string> =>
  (await ask('create', { title: '无法连接', desc: '昨天开始' }, who)).data._id;
const bell = async (who: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, who)).data.map(({ desc }: { desc: string }) => desc);

describe('/api/admin/tickets/grant', () => {
  const granted = async (user: TestSession) =>
    deps.db.selectFrom('traffic_account').select('granted').where('user_num', '=', user.num).executeTakeFirst();

  test('a gift is traffic, a record, a message and a notice, once however often it is sent', async () => {
    const user = await app.account();
    const id = await open(user);
    const gift = { id, traffic: 20, reason: '合理建议', change: crypto.randomUUID() };
    const answers = await Promise.all([staff('grant', gift), staff('grant', gift)]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    expect(await granted(user)).toEqual({ granted: 20 * GIB });
    const { comments } = (await ask('refresh', { id }, user)).data;
    expect(comments).toMatchObject([{ type: 'ADMIN', text: texts.given('20 G', '合理建议'), granted: 20 * GIB }]);
    expect((await app.call('/api/traffic/my_traffic_records', {}, user)).data).toMatchObject([
      { type: 'coupon', trafficChange: 20 * GIB, desc: texts.record('合理建议') },
    ]);
    expect(await bell(user)).toEqual([texts.givenTo('无法连接', '20 G')]);
    const { data } = await app.call('/api/admin/audit/list', { object: id }, admin);
    expect(data.entries).toMatchObject([{ call: 'tickets.grant', detail: { traffic: 20 * GIB } }]);
    const { rows } = await sql`select * from ledger_health`.execute(deps.db);
    expect(rows).toEqual([]);
  });

  test('a gift that was edited after a lost answer gives nothing more, and says so', async () => {
    const user = await app.account();
    const id = await open(user);
    const gift = { id, traffic: 20, reason: '合理建议', change: deps.ids.next() };
    expect((await staff('grant', gift)).code).toBe(0);
    for (const edit of [{ traffic: 30 }, { traffic: 20.001 }, { reason: '补偿' }])
      expect(await staff('grant', { ...gift, ...edit })).toMatchObject({ code: 1109, msg: texts.givenOtherwise });
    expect((await staff('grant', gift)).code).toBe(0);
    expect(await granted(user)).toEqual({ granted: 20 * GIB });
  });

  test('a gift is at least a thousandth of a G, in whole thousandths', async () => {
    const user = await app.account();
    const id = await open(user);
    const give = async (traffic: number) =>
      (await staff('grant', { id, traffic, reason: '补偿', change: deps.ids.next() })).code;
    for (const traffic of [1e-10, 0, 0.0009, 0.0015, 1.0000001])
      expect(await give(traffic), `${traffic} G`).toBe(codes.invalidPayload.code);
    expect(await give(0.001)).toBe(0);
    expect(await granted(user)).toEqual({ granted: Math.round(GIB / 1000) });
  });

  test('above the mint cap it asks who is there; beyond what an account holds it is refused', async () => {
    const [user, plain] = [await app.account(), await app.account({ type: 'admin' })];
    const id = await open(user);
    const gift = (traffic: number) => ({ id, traffic, reason: '补偿', change: crypto.randomUUID() });
    expect((await staff('grant', gift(GRANT_WITHOUT_STEP_UP_GIB), plain)).code).toBe(0);
    expect((await staff('grant', gift(GRANT_WITHOUT_STEP_UP_GIB + 1), plain)).code).toBe(codes.stepUpNeeded.code);
    expect((await staff('grant', gift(GRANT_WITHOUT_STEP_UP_GIB + 1))).code).toBe(0);
    await deps.db.updateTable('traffic_account').set({ granted: 8e15 }).where('user_num', '=', user.num).execute();
    const refused = await staff('grant', gift(100 * GRANT_WITHOUT_STEP_UP_GIB));
    expect(refused).toMatchObject({ code: codes.conflict.code, msg: texts.tooMuch });
    await ask('close', { id }, admin);
    expect((await staff('grant', gift(1))).code).toBe(codes.ticketClosed.code);
    expect((await staff('grant', { ...gift(1), id: crypto.randomUUID() })).code).toBe(codes.notFound.code);
  });
});

describe('/api/admin/tickets/canned_list, /api/admin/tickets/canned_update, /api/admin/tickets/canned_delete', () => {
  test('a canned answer is made, changed and removed', async () => {
    const made = (await staff('canned_update', { name: '更新', text: '请更新客户端' })).data;
    expect((await staff('canned_list', {})).data).toEqual([made]);
    const changed = { ...made, text: '请更新后\n再试' };
    expect((await staff('canned_update', changed)).data).toEqual(changed);
    const same = await staff('canned_update', { name: '更新', text: '另一条' });
    expect(same).toMatchObject({ code: codes.conflict.code, msg: texts.sameName });
    expect((await staff('canned_delete', { id: made._id })).code).toBe(0);
    expect((await staff('canned_list', {})).data).toEqual([]);
    expect((await staff('canned_delete', { id: made._id })).code).toBe(codes.notFound.code);
    expect((await staff('canned_update', changed)).code).toBe(codes.notFound.code);
  });

  test('there are a hundred at most', async () => {
    const rows = Array.from({ length: MOST_CANNED }, (_, n) => ({ id: crypto.randomUUID(), name: `${n}`, text: 'x' }));
    await deps.db.insertInto('canned_answers').values(rows).execute();
    expect(await staff('canned_update', { name: '更新', text: '请更新客户端' })).toMatchObject({
      code: codes.conflict.code,
      msg: texts.tooManyCanned(MOST_CANNED),
    });
    await deps.db.deleteFrom('canned_answers').execute();
  });
});
