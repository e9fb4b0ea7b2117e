import { afterAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../../testkit/until.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import { notifyPathOf } from './notify.ts';
import { createHmacProvider, serveBy } from './testing/hmac-provider.ts';

/* Notifications that the gate refuses unread are counted for staff; strangers cannot fill the log. */

const app = await createTestApp();
const { deps, clock, gate } = app;
serveBy(app, { alipay: createHmacProvider('hmac') });
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });
const path = notifyPathOf(deps.secrets, 'hmac');
beforeEach(() => clock.advance(HOUR_MS));

const post = async (payload: string, at = path, headers = {}): Promise<number> =>
  (
    await gate.app.inject({
      method: 'POST',
      url: at,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  ).statusCode;
const large = (at = path) => post('a'.repeat(17_000), at);
/** Refusals in the log of the last hour, by reason. */
const refused = async (): Promise<Record<string, number>> => {
  const rows = await deps.db
    .selectFrom('pay_deliveries')
    .select(['why', 'times'])
    .where('verdict', '=', 'refused')
    .where('last_at', '>', new Date(clock.now().getTime() - HOUR_MS / 2))
    .execute();
  return Object.fromEntries(rows.map(({ why, times }) => [why, times]));
};
const LARGE = '通知内容过大，未读取';
const OFTEN = '来源地址请求过于频繁，未读取';
const logged = (why: string, times: number) => until(`${times} × ${why}`, async () => (await refused())[why] === times);

test('a notification that is too large stands in the log of staff, once a minute with how many there were', async () => {
  expect(await large()).toBe(413);
  await logged(LARGE, 1);
  for (let n = 0; n < 9; n += 1) expect(await large()).toBe(413);
  clock.advance(MINUTE_MS - 1);
  expect(await large()).toBe(413);
  expect(await refused()).toEqual({ [LARGE]: 1 });
  clock.advance(1);
  expect(await large()).toBe(413);
  await logged(LARGE, 12);
  const { data } = await app.call('/api/admin/money/delivery_list', {}, admin);
  expect(data[0]).toMatchObject({ verdict: 'refused', why: LARGE, times: 12 });
});

test('a provider that is turned away by the limit of its address stands in the log', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 301; n += 1) answers.push(await post('{}'));
  expect(answers.at(-1)).toBe(429);
  await logged(OFTEN, 1);
});

test('a notification with too long an address or headers stands in the log', async () => {
  expect(await post('{}', `${path}?${'a'.repeat(20_000)}`)).toBe(400);
  expect(await post('{}', path, { pad: 'a'.repeat(20_000) })).toBe(400);
  await logged('请求格式不正确，未读取', 1);
});

test('an address that was given to no provider leaves no row, however often it is sent to', async () => {
  const rows = () => deps.db.selectFrom('pay_deliveries').selectAll().execute();
  const before = (await rows()).length;
  const own = path.split('/').at(-1);
  for (const at of ['/api/pay/notify/hmac/0', `/api/pay/notify/nobody/${own}`, '/api/pay/notify/__proto__/x'])
    for (let n = 0; n < 5; n += 1) expect(await large(at)).toBe(413);
  expect(await large()).toBe(413);
  await logged(LARGE, 1);
  expect(await rows()).toHaveLength(before + 1);
});
