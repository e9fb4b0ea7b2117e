import { allRows } from '@skyport/contract';
import { codes } from '@skyport/contract/codes';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../testing.ts';

/*
 * What the console hides from an agency's customers, the server refuses them: shop, orders, wallet, invitations,
 * transfers, the wheel, tickets and Telegram. The list of hidden paths is written down here by hand.
 */

const HIDDEN =
  /^\/api\/(?:shop|order|wallet|channel|push|feedback|prize)\/|^\/api\/coupon\/order|^\/api\/user\/(?:unbind|telegram)/;
/** What stays with them: the dashboard, the node list, traffic records and the account. */
const LEFT = [
  '/api/user/userinfo',
  '/api/user_notive/list',
  '/api/traffic/my_traffic_records',
  '/api/agent/agent_list',
];

const app = await createTestApp();
afterAll(() => app.close());
const customer = await app.account({ isAgencyUser: true, paid: true });
const paths = allRows().map(({ row }) => row.path);

test.each(paths.filter((path) => HIDDEN.test(path)))('%s is refused to an agency customer', async (path) => {
  app.clock.advance(60_000);
  expect((await app.call(path, {}, customer)).code).toBe(codes.roleForbidden.code);
});

test.each(LEFT)('%s is not', async (path) => {
  expect((await app.call(path, {}, customer)).code).not.toBe(codes.roleForbidden.code);
});

test('the hidden paths are those of six features at least', () => {
  expect(new Set(paths.filter((path) => HIDDEN.test(path)).map((path) => path.split('/')[2])).size).toBeGreaterThan(6);
});
