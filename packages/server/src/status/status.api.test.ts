import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { agentState } from '../fleet/testing/agent-state.ts';
import { joinNode } from '../fleet/testing/join-node.ts';
import { nodeForm } from '../nodes/testing.ts';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import { createTestApp } from '../testing.ts';
import { statusJobs } from './index.ts';
import { listStatusDays, type StatusPart } from './store.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
serveBy(app, { alipay: createHmacProvider('secretgateway'), wxpay: createHmacProvider('other') });

const open = async (accept = 'text/html') => {
  clock.advance(MINUTE_MS);
  return app.gate.app.inject({ url: '/status', headers: { accept } });
};
const note = () => runJob(statusJobs[0]!, deps, {});
const samples = async (part: StatusPart) =>
  (await listStatusDays(deps.db, '2026-01-01'))
    .filter((day) => day.part === part)
    .map(({ day, noted, bad }) => [day, noted, bad]);
const addNode = async (name: string, health: string): Promise<void> => {
  // The clock moves by months: earlier sessions have ended.
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const form = nodeForm({ name, domain: `${name}.hidden.example`, port: 20_001 });
  const { _id: id } = (await app.call('/api/admin/agents/update', form, admin)).data;
  await joinNode(deps.db, id);
  const state = JSON.stringify(agentState({}));
  await sql`update node_agents set state = ${state}::jsonb, health = ${health} where node_id = ${id}`.execute(deps.db);
};
const see = () => sql`update node_agents set looked_at = ${clock.now()}`.execute(deps.db);
const fail = (instance: string) =>
  deps.db.insertInto('pay_spells').values({ instance, failed_at: clock.now(), since: clock.now() }).execute();

beforeEach(async () => {
  await deps.db.deleteFrom('status_days').execute();
  await deps.db.deleteFrom('pay_spells').execute();
});

test('the page is not there until a setting switches it on', async () => {
  expect((await open('*/*')).statusCode).toBe(404);
  await app.changeSettings({ status_page: true });
  const answer = await open();
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('服务状态');
  await app.changeSettings({ status_page: false });
  expect((await open('*/*')).statusCode).toBe(404);
});

test('each minute counts once, and a minute in which nothing ran counts against the panel', async () => {
  await note();
  await note();
  expect(await samples('panel')).toEqual([['2026-11-21', 1, 0]]);
  clock.advance(3 * MINUTE_MS);
  await note();
  expect(await samples('panel')).toEqual([['2026-11-21', 4, 0]]);
  clock.advance(11 * MINUTE_MS);
  await note();
  expect(await samples('panel')).toEqual([['2026-11-21', 15, 10]]);
});

test('an outage over midnight counts on both days, and days older than ninety are forgotten', async () => {
  clock.set(new Date('2026-11-21T15:50:00Z'));
  await note();
  clock.set(new Date('2026-11-21T16:10:00Z'));
  await note();
  expect(await samples('panel')).toEqual([
    ['2026-11-21', 10, 9],
    ['2026-11-22', 11, 10],
  ]);
  clock.advance(89 * DAY_MS);
  await note();
  const days = await samples('panel');
  expect([days.length, days[0]![0]]).toEqual([90, '2026-11-22']);
});

test('nodes and payments count by how many of them work, and the page names none of them', async () => {
  await app.changeSettings({ status_page: true });
  await addNode('alpha', 'healthy');
  await addNode('beta', 'offline');
  await see();
  await fail('secretgateway');
  await note();
  expect(await samples('nodes')).toMatchObject([[expect.any(String), 2, 1]]);
  expect(await samples('payments')).toMatchObject([[expect.any(String), 2, 1]]);
  await see();
  const { body } = await open();
  expect(body.match(/部分异常/g)).toHaveLength(2);
  expect(body).toContain('近 90 天可用率 50.00%');
  expect(body.match(/<li/g)).toHaveLength(270);
  for (const hidden of ['alpha', 'beta', 'hidden.example', '203.0.113', 'secretgateway', 'console.test', '127.0.0.1'])
    expect(body).not.toContain(hidden);
});

test('a node that was not looked at for a while does not count as working', async () => {
  await see();
  clock.advance(HOUR_MS);
  await note();
  expect(await samples('nodes')).toMatchObject([[expect.any(String), 2, 2]]);
});

test('the name of the site is a text of the page, never its code', async () => {
  await app.changeSettings({ status_page: true, site_name: '<script>x</script>' });
  const { body } = await open();
  expect(body).toContain('&lt;script&gt;x&lt;/script&gt; 服务状态');
  expect(body).not.toContain('<script');
});
