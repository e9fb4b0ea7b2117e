import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import {
  LISTED_TEXT,
  MESSAGES_AN_HOUR,
  MOST_LISTED,
  MOST_MESSAGES,
  MOST_OPEN_TICKETS,
  shownTicketState,
  TICKET_TEXT,
} from '@skyport/contract/tickets';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { formOf, picture } from '../files/testing/pictures.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { texts } from './texts.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'skyport-tickets-'));
const app = await createTestApp({ DATA_DIR: dataDir });
const { deps, clock } = app;
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const admin = await app.account({ type: 'admin', steppedUp: true });
await app.changeSettings({ admin_id: admin.userId });
beforeEach(() => clock.advance(HOUR_MS));

const ask = (path: string, payload: object, who?: TestSession | string) =>
  app.call(`/api/feedback/${path}`, payload, who);
const staff = (path: string, payload: object, who: TestSession = admin) =>
  app.call(`/api/admin/tickets/${path}`, payload, who);
const form = (change: object = {}) => ({ title: '无法连接', desc: '昨天开始\n今天也不行', ...change });
const open = async (who: TestSession, change: object = {}): Promise<string> =>
  (await ask('create', form(change), who)).data._id;
const bell = async (who: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, who)).data.map(({ desc }: { desc: string }) => desc);
const upload = async (who: TestSession): Promise<string> => {
  const { headers, payload } = formOf('shot.png', await picture('png'));
  const response = await app.gate.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: { host: 'console.test', ...headers, authorization: `Bearer ${who.token}` },
    payload,
  });
  return response.json<{ file: { filename: string } }>().file.filename;
};
const download = async (address: string, cookie = '') => {
  const headers = { host: 'console.test', ...(cookie && { cookie }) };
  return app.gate.app.inject({ method: 'GET', url: address, headers });
};

describe('/api/feedback/create and /api/feedback/my_list', () => {
  test('a ticket stands in the list of whoever opened it, and staff are told of it', async () => {
    const user = await app.account();
    const { code, data } = await ask('create', form(), user);
    expect(code).toBe(0);
    expect((await ask('my_list', {}, user)).data).toEqual([data]);
    expect(data).toMatchObject({ ...form(), status: 'open', email: user.email, comments: [], imageUrl: '' });
    expect(await bell(admin)).toContain(texts.opened(user.email, '无法连接'));
  });

  test('without a title or description, and beyond their lengths, it says so', async () => {
    const user = await app.account();
    for (const [change, msg] of [
      [{ title: ' ' }, '标题不能为空'],
      [{ desc: '\n' }, '描述不能为空'],
    ] as const)
      expect(await ask('create', form(change), user)).toMatchObject({
        code: codes.invalidPayload.code,
        msg: expect.stringContaining(msg),
      });
    for (const change of [{ title: 'x'.repeat(101) }, { desc: 'x'.repeat(5001) }, { desc: 'a\u0000b' }])
      expect((await ask('create', form(change), user)).code).toBe(codes.invalidPayload.code);
    expect((await ask('my_list', {}, user)).data).toEqual([]);
  });

  test('an account has five open tickets at most, whoever asks at once', async () => {
    const user = await app.account();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('create', form(), user)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(MOST_OPEN_TICKETS);
    const refused = answers.filter(({ code }) => code !== 0);
    for (const each of refused) expect(each).toMatchObject({ code: codes.conflict.code, msg: texts.tooManyOpen });
    const [{ _id }] = (await ask('my_list', {}, user)).data;
    await ask('close', { id: _id }, admin);
    expect((await ask('create', form(), user)).code).toBe(0);
  });

  test('twenty messages an hour, first ones and replies together', async () => {
    const user = await app.account();
    const id = await open(user);
    for (let n = 1; n < MESSAGES_AN_HOUR; n += 1)
      expect((await ask('response', { id, desc: `${n}` }, user)).code).toBe(0);
    const refusal = { code: codes.throttled.code, msg: texts.tooManyMessages };
    expect(await ask('response', { id, desc: '再来' }, user)).toMatchObject(refusal);
    expect(await ask('create', form(), user)).toMatchObject(refusal);
    // Staff are not counted.
    expect((await ask('response', { id, desc: '收到' }, admin)).code).toBe(0);
    clock.advance(HOUR_MS);
    expect((await ask('response', { id, desc: '再来' }, user)).code).toBe(0);
  });

  test('the list has one line of each ticket, however much was written to it', async () => {
    const user = await app.account();
    const id = await open(user, { desc: '长'.repeat(TICKET_TEXT) });
    const message = { ticket_id: id, author: 'USER', author_id: user.userId, text: '文'.repeat(TICKET_TEXT) };
    const written = Array.from({ length: MOST_MESSAGES }, (_, at) => ({
      ...message,
      id: deps.ids.next(),
      no: at + 1,
      created_at: clock.now(),
    }));
    await deps.db.insertInto('ticket_messages').values(written).execute();
    await deps.db.updateTable('tickets').set({ replies: MOST_MESSAGES }).where('id', '=', id).execute();
    await ask('response', { id, desc: `更新${'新'.repeat(TICKET_TEXT - 2)}` }, admin);
    const { data } = await ask('my_list', {}, user);
    expect(data).toMatchObject([
      {
        desc: '长'.repeat(LISTED_TEXT),
        comments: [{ type: 'ADMIN', text: `更新${'新'.repeat(LISTED_TEXT - 2)}` }],
      },
    ]);
    expect(JSON.stringify(data).length).toBeLessThan(1000);
    expect((await ask('refresh', { id }, user)).data.comments).toHaveLength(MOST_MESSAGES + 1);
  });

  test('an admin’s list ends at the newest 200 tickets of everybody', async () => {
    const user = await app.account();
    const first = await open(user);
    const ticket = { user_id: user.userId, user_num: user.num, title: '旧', text: '旧' };
    const at = new Date(clock.now().getTime() - 1);
    const closed = { state: 'close', created_at: at, updated_at: at, closed_at: at } as const;
    const rows = Array.from({ length: MOST_LISTED }, () => ({ ...ticket, ...closed, id: deps.ids.next() }));
    await deps.db.insertInto('tickets').values(rows).execute();
    const listed = (await ask('my_list', {}, admin)).data;
    expect([listed.length, listed[0]._id]).toEqual([MOST_LISTED, first]);
    expect((await ask('my_list', {}, user)).data).toHaveLength(MOST_LISTED + 1);
  });

  test('a ticket that is sent again after a lost answer is opened once', async () => {
    const user = await app.account();
    const wish = form({ change: deps.ids.next() });
    const answers = await Promise.all([ask('create', wish, user), ask('create', wish, user)]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    expect(answers[0]!.data._id).toBe(answers[1]!.data._id);
    expect((await ask('my_list', {}, user)).data).toHaveLength(1);
    const edited = await ask('create', { ...wish, title: '另一个' }, user);
    expect(edited).toMatchObject({ code: codes.conflict.code, msg: texts.openedOtherwise });
    expect((await ask('create', { ...wish, change: deps.ids.next() }, user)).code).toBe(0);
  });

  test('an admin sees everybody’s, operations staff nobody else’s, and agency customers are refused', async () => {
    const [user, yunying] = [await app.account(), await app.account({ type: 'yunying' })];
    const id = await open(user);
    const seen = async (who: TestSession) =>
      (await ask('my_list', {}, who)).data.map(({ _id }: { _id: string }) => _id);
    expect(await seen(admin)).toContain(id);
    expect(await seen(yunying)).toEqual([]);
    const agency = await app.account({ isAgencyUser: true });
    expect((await ask('my_list', {}, agency)).code).toBe(codes.roleForbidden.code);
    expect((await ask('create', form(), agency)).code).toBe(codes.roleForbidden.code);
  });
});

describe('/api/feedback/response, /api/feedback/refresh and /api/feedback/close', () => {
  test('what each side writes shows the other that it was answered', async () => {
    const user = await app.account();
    const id = await open(user);
    await ask('response', { id, desc: '补充说明' }, user);
    const written = (await ask('response', { id, desc: '请更新客户端' }, admin)).data;
    expect(written.comments.map(({ type, text }: { type: string; text: string }) => [type, text])).toEqual([
      ['USER', '补充说明'],
      ['ADMIN', '请更新客户端'],
    ]);
    expect((await ask('refresh', { id }, user)).data).toEqual(written);
    expect(shownTicketState(written, { isAdmin: false })).toBe('responsed');
    expect(shownTicketState(written, { isAdmin: true })).toBe('open');
    expect(await bell(user)).toEqual([texts.answered('无法连接')]);
  });

  test('a customer who writes again and again mails the operators once until they answer', async () => {
    const user = await app.account();
    const [id, told] = [await open(user), texts.written(user.email, '无法连接')];
    const say = async (who: TestSession) => void (await ask('response', { id, desc: '在吗' }, who));
    for (let n = 0; n < 5; n += 1) await say(user);
    expect(await bell(admin)).not.toContain(told);
    await say(admin);
    for (let n = 0; n < 5; n += 1) await say(user);
    expect((await bell(admin)).filter((text) => text === told)).toHaveLength(1);
  });

  test('a message of either side that is sent again after a lost answer stands once', async () => {
    const user = await app.account();
    const id = await open(user);
    const [asked, answered] = [deps.ids.next(), deps.ids.next()];
    for (let n = 0; n < 2; n += 1) {
      expect((await ask('response', { id, desc: '还是不行', change: asked }, user)).code).toBe(0);
      expect((await staff('reply', { id, desc: '请更新', change: answered })).code).toBe(0);
    }
    const { comments } = (await ask('refresh', { id }, user)).data;
    expect(comments.map(({ text }: { text: string }) => text)).toEqual(['还是不行', '请更新']);
    const other = { id, desc: '另一句', change: asked };
    expect(await ask('response', other, user)).toMatchObject({ code: 1109, msg: texts.sentOtherwise });
    // Names of wishes are each account’s own.
    expect((await ask('response', other, admin)).code).toBe(0);
  });

  test('only whose ticket it is, and admins with both session parts', async () => {
    const [user, other, yunying] = [await app.account(), await app.account(), await app.account({ type: 'yunying' })];
    const id = await open(user);
    for (const who of [other, yunying]) {
      expect((await ask('refresh', { id }, who)).code).toBe(codes.notFound.code);
      expect((await ask('response', { id, desc: '我来' }, who)).code).toBe(codes.notFound.code);
    }
    const half = `token=${admin.token}`;
    expect((await ask('response', { id, desc: '我来' }, half)).code).toBe(codes.sessionExpired.code);
    // One that is closed says so to nobody else either.
    const over = await open(user);
    await ask('close', { id: over }, admin);
    for (const who of [other, yunying])
      expect((await ask('response', { id: over, desc: '我来' }, who)).code).toBe(codes.notFound.code);
    expect((await ask('refresh', { id }, admin)).data.comments).toEqual([]);
    for (const path of ['refresh', 'response', 'close'])
      expect((await ask(path, { id: crypto.randomUUID(), desc: 'x' }, admin)).code).toBe(codes.notFound.code);
  });

  test('a ticket has so many messages at most, but for those of staff', async () => {
    const user = await app.account();
    const id = await open(user);
    await deps.db.updateTable('tickets').set({ replies: MOST_MESSAGES }).where('id', '=', id).execute();
    const more = { id, desc: '还有' };
    expect(await ask('response', more, user)).toMatchObject({ code: codes.conflict.code, msg: texts.tooLong });
    expect((await ask('response', more, admin)).code).toBe(0);
    expect((await ask('response', more, user)).code).toBe(codes.conflict.code);
  });

  test('a closed ticket takes no answer, from whatever tab it comes', async () => {
    const user = await app.account();
    const id = await open(user);
    expect((await ask('close', { id }, admin)).code).toBe(0);
    const closed = { code: codes.ticketClosed.code, msg: '该工单已关闭' };
    expect(await ask('response', { id, desc: '还有' }, user)).toMatchObject(closed);
    expect(await ask('response', { id, desc: '还有' }, admin)).toMatchObject(closed);
    expect(await staff('reply', { id, desc: '还有' })).toMatchObject(closed);
    expect(await ask('close', { id }, admin)).toMatchObject(closed);
    expect((await ask('refresh', { id }, user)).data).toMatchObject({ status: 'close', comments: [] });
    expect(await bell(user)).toEqual([texts.closed('无法连接')]);
  });

  test('an answer that comes while the ticket is closed is in it, or refused', async () => {
    const user = await app.account();
    const id = await open(user);
    const [answer] = await Promise.all([ask('response', { id, desc: '还有' }, user), ask('close', { id }, admin)]);
    const { comments, status } = (await ask('refresh', { id }, user)).data;
    expect(status).toBe('close');
    expect(comments).toHaveLength(answer.code === 0 ? 1 : 0);
  });

  test('what an admin answers from the customers’ page is in the audit as well', async () => {
    const id = await open(await app.account());
    await ask('response', { id, desc: '收到' }, admin);
    const { data } = await app.call('/api/admin/audit/list', { object: id }, admin);
    expect(data.entries).toMatchObject([{ call: 'tickets.response', before: { replies: 0 }, after: { replies: 1 } }]);
  });
});

describe('images of tickets', () => {
  test('the owner and admins see one, and nobody else', async () => {
    const [user, other, yunying] = [await app.account(), await app.account(), await app.account({ type: 'yunying' })];
    const name = await upload(user);
    expect((await download(`/api/file/downloads/${name}`)).statusCode).toBe(200);
    const { data } = await ask('create', form({ imageUrl: name }), user);
    expect(data.imageUrl).toBe(`/api/file/downloads/${name}`);
    const seen = async (cookie?: string) => (await download(data.imageUrl, cookie)).statusCode;
    expect(await seen(user.cookie)).toBe(200);
    expect(await seen(admin.cookie)).toBe(200);
    for (const cookie of [undefined, other.cookie, yunying.cookie, `token=${admin.token}`])
      expect(await seen(cookie), cookie).toBe(404);
    expect((await download(data.imageUrl, user.cookie)).headers['cache-control']).toBe('private, no-store');
  });

  test('the owner sees what staff send, and both may send one by its address', async () => {
    const user = await app.account();
    const id = await open(user);
    const [theirs, ours] = [await upload(user), await upload(admin)];
    await ask('response', { id, desc: '截图', imageUrl: `/api/file/downloads/${theirs}` }, user);
    const { data } = await staff('reply', { id, desc: '如图', imageUrl: ours });
    const [first, second] = data.comments;
    expect((await download(first.imageUrl, admin.cookie)).statusCode).toBe(200);
    expect((await download(second.imageUrl, user.cookie)).statusCode).toBe(200);
  });

  test('an image that is somebody else’s, none of ours or no image at all is refused', async () => {
    const [user, other] = [await app.account(), await app.account()];
    const foreign = await upload(other);
    for (const imageUrl of [foreign, 'https://evil.example/a.png', '../../etc/passwd', `${'0a'.repeat(16)}.png`])
      expect(await ask('create', form({ imageUrl }), user)).toMatchObject({
        code: codes.invalidPayload.code,
        msg: texts.noImage,
      });
    expect((await ask('my_list', {}, user)).data).toEqual([]);
    // An attempt to use it gives nobody a right to see it.
    expect((await download(`/api/file/downloads/${foreign}`)).statusCode).toBe(200);
  });
});

describe('/api/admin/tickets/list, /api/admin/tickets/ticket and /api/admin/tickets/reply', () => {
  test('what waits longest comes first, then what was written last; a part by state, text and page', async () => {
    await sql`update tickets set state = 'close', closed_at = created_at, waiting_since = null`.execute(deps.db);
    const user = await app.account({ email: 'queue@example.com' });
    const ids: string[] = [];
    for (const title of ['甲', '乙', '丙']) {
      ids.push(await open(user, { title }));
      clock.advance(HOUR_MS);
    }
    const [a, b, c] = ids;
    await staff('reply', { id: a!, desc: '好' });
    clock.advance(HOUR_MS);
    // Another message does not begin its wait anew.
    await ask('response', { id: b, desc: '急' }, user);
    const { data } = await staff('list', { filterStr: 'queue@' });
    expect(data.tickets.map(({ _id }: { _id: string }) => _id)).toEqual([b, c, a]);
    expect(data).toMatchObject({ total: 3, waiting: 2 });
    expect(data.tickets[0]).toMatchObject({ queue: 'waiting', replies: 1, email: user.email });
    expect(data.tickets[0].waitingSince).toBe(data.tickets[0].createTime);
    expect(data.tickets[2]).toMatchObject({ queue: 'answered', waitingSince: null });
    const page = await staff('list', { filterStr: 'queue@', limit: 1, offset: 1 });
    expect(page.data).toMatchObject({ tickets: [{ _id: c }], total: 3 });
    expect((await staff('list', { queue: 'answered', filterStr: '甲' })).data.tickets).toHaveLength(1);
    expect((await staff('list', { queue: 'close', filterStr: '甲' })).data.tickets).toEqual([]);
    expect((await staff('list', { filterStr: '100%' })).data.total).toBe(0);
  });

  test('beside a ticket stands whose it is', async () => {
    const user = await app.account();
    const id = await open(user);
    const { _id: combo_id } = (
      await app.call('/api/admin/combo/update_combo', { name: '月卡', price: 30, vipDuration: 30 }, admin)
    ).data;
    await app.call('/api/shop/create_order', { combo_id }, user);
    expect((await staff('ticket', { id })).data).toMatchObject({
      ticket: { _id: id },
      customer: {
        uid: user.userId,
        email: user.email,
        traffic_left: 0,
        vipExpireTime: null,
        orders: [{ desc: '月卡', order_money: 30, wallet_spend: 0, paid: 0, paid_time: null, status: 'topay' }],
      },
    });
    expect((await staff('ticket', { id: crypto.randomUUID() })).code).toBe(codes.notFound.code);
    expect((await staff('reply', { id: crypto.randomUUID(), desc: 'x' })).code).toBe(codes.notFound.code);
  });
});
