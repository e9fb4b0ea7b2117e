import { codes } from '@skyport/contract/codes';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import { addToBell } from './index.ts';
import { forgetHidden } from './jobs.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

test('the bell shows what was not clicked, newest first, and only to its owner', async () => {
  const [user, stranger] = [await app.account(), await app.account()];
  const begun = clock.now().getTime();
  const at = (ms: number): string => new Date(begun + ms).toISOString();
  await addToBell(deps.db, { userId: user.userId, href: '#/wallet', text: '先' }, deps);
  clock.advance(1000);
  await addToBell(deps.db, { userId: user.userId, href: 'https://example.com/', text: '后' }, deps);
  const list = (await app.call('/api/user_notive/list', {}, user)).data;
  expect(list).toEqual([
    { _id: expect.any(String), href: 'https://example.com/', desc: '后', time: at(1000) },
    { _id: expect.any(String), href: '#/wallet', desc: '先', time: at(0) },
  ]);
  expect((await app.call('/api/user_notive/list', {}, stranger)).data).toEqual([]);

  const click = (noticeId: string, session: typeof user) => app.call('/api/user_notive/clicked', { noticeId }, session);
  expect((await click(list[0]._id, stranger)).code).toBe(codes.notFound.code);
  expect((await click(deps.ids.next(), user)).code).toBe(codes.notFound.code);
  expect((await click('nonsense', user)).code).toBe(codes.notFound.code);
  expect((await click(list[0]._id, user)).code).toBe(0);
  expect((await click(list[0]._id, user)).code).toBe(0);
  expect((await app.call('/api/user_notive/list', {}, user)).data).toEqual([list[1]]);
});

test('a notification that leads to a script is a fault of ours', async () => {
  const user = await app.account();
  await expect(
    addToBell(deps.db, { userId: user.userId, href: 'javascript:alert(1)', text: 'x' }, deps),
  ).rejects.toThrow();
});

test('notifications that are never clicked are removed after a year, but for those that the bell shows', async () => {
  const [full, other] = [await app.account(), await app.account()];
  const ring = async (user: typeof full, count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, n) => ({
      id: deps.ids.next(),
      user_id: user.userId,
      href: '#/wallet',
      text: `第 ${n} 条`,
      created_at: new Date(clock.now().getTime() + n),
    }));
    await deps.db.insertInto('notifications').values(rows).execute();
  };
  const left = async (user: typeof full): Promise<string[]> =>
    (
      await deps.db
        .selectFrom('notifications')
        .select('text')
        .where('user_id', '=', user.userId)
        .orderBy('created_at')
        .execute()
    ).map(({ text }) => text);
  await ring(full, 103);
  await ring(other, 1);
  clock.advance(364 * DAY_MS);
  await forgetHidden.run(deps, {});
  expect([await left(full), await left(other)]).toMatchObject([{ length: 103 }, { length: 1 }]);
  clock.advance(DAY_MS + MINUTE_MS);
  await forgetHidden.run(deps, {});
  expect([(await left(full)).length, (await left(full))[0], await left(other)]).toEqual([100, '第 3 条', ['第 0 条']]);
});

test('visitors have no bell', async () => {
  expect((await app.call('/api/user_notive/list')).code).toBe(codes.sessionExpired.code);
  expect((await app.call('/api/user_notive/clicked', { noticeId: deps.ids.next() })).code).toBe(
    codes.sessionExpired.code,
  );
});

test('everyone sees the host settings; a hidden announcement is not sent', async () => {
  const notice = { notice_title: '标题', notice_content: '内容', preferDomain: 'best.example' };
  await app.changeSettings(notice);
  expect((await app.call('/api/host/get')).data).toMatchObject({
    site_name: '天港',
    preferDomain: 'best.example',
    notice_show: false,
    notice_title: '',
    notice_content: '',
  });
  await app.changeSettings({ notice_show: true });
  const shown = (await app.call('/api/host/get')).data;
  expect(shown).toMatchObject({ notice_show: true, notice_title: '标题', notice_content: '内容' });
  expect(shown).not.toHaveProperty('telegram_bot_token');
  expect(shown).not.toHaveProperty('apple_share_url');
});

test('the download bases and the card are for everybody, the shared Apple ID only for whoever has paid', async () => {
  const set = {
    contentUrl_guonei: 'https://cn.example',
    contentUrl_guowai: 'https://world.example',
    virtual_card_url: 'https://card.example',
    apple_share_url: 'https://share.example/id',
  };
  await app.changeSettings(set);
  const { apple_share_url: shared, ...open } = set;
  expect((await app.call('/api/host/get')).data).toMatchObject(open);
  const [payer, other] = [await app.account({ paid: true }), await app.account()];
  expect((await app.call('/api/user/userinfo', {}, payer)).data).toHaveProperty('apple_share_url', shared);
  expect((await app.call('/api/user/userinfo', {}, other)).data).not.toHaveProperty('apple_share_url');
});
