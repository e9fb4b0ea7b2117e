import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { raiseAlarm } from './fleet/index.ts';
import { agentState } from './fleet/testing/agent-state.ts';
import { joinNode } from './fleet/testing/join-node.ts';
import { nodeForm } from './nodes/testing.ts';
import { shopOf } from './orders/testing/shop.ts';
import { notifyPathOf } from './payments/notify.ts';
import { createHmacProvider, serveBy } from './payments/testing/hmac-provider.ts';
import { MINUTE_MS } from './platform/clock.ts';
import { createMetrics, type MetricSource } from './platform/metrics.ts';
import { readVersion } from './platform/version.ts';
import type { TestApp } from './testing-app.ts';
import { createTestApp } from './testing.ts';

/* Figures of /metrics against what the product holds. */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });

/** Every answered value by its series. */
const figures = async (): Promise<Record<string, number>> => {
  const { body } = await app.gate.app.inject('/metrics');
  const lines = body.split('\n').filter((line) => line.startsWith('skyport_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
};
const seconds = (at: Date): number => at.getTime() / 1000;

test('an empty installation answers zeros, and NaN for times that there are not', async () => {
  const found = await figures();
  const { version, commit } = readVersion();
  expect(found).toMatchObject({
    [`skyport_build_info{version="${version}",commit="${commit}"}`]: 1,
    'skyport_jobs{state="failed"}': 0,
    skyport_ledger_problems: 0,
    skyport_claims_waiting_since_timestamp_seconds: Number.NaN,
    skyport_nodes_looked_at_timestamp_seconds: Number.NaN,
    skyport_backup_good_timestamp_seconds: Number.NaN,
    skyport_usdt_unread_networks: 0,
  });
  const up = Object.entries(found).filter(([name]) => name.startsWith('skyport_metrics_source_up'));
  expect(up).toHaveLength(9);
  expect(up.every(([, value]) => value === 1)).toBe(true);
});

test('calls are counted by name and answer code', async () => {
  await app.call('/api/admin/jobs/list', {}, admin);
  await app.call('/api/admin/jobs/list', {});
  const found = await figures();
  const count = 'skyport_http_request_duration_seconds_count';
  expect(found[`${count}{call="jobs.list",code="0"}`]).toBe(1);
  expect(found[`${count}{call="jobs.list",code="1002"}`]).toBe(1);
});

test('jobs are counted by state, with the time at which the oldest was due', async () => {
  const add = async (attempts: number): Promise<Date> => {
    const { rows } = await sql<{ id: string; at: Date }>`
      select id, run_at as at from graphile_worker.add_job('mail.deliver', max_attempts => 3,
                                                           run_at => now() - interval '1 hour')`.execute(deps.db);
    await sql`update graphile_worker._private_jobs set attempts = ${attempts} where id = ${rows[0]!.id}`.execute(
      deps.db,
    );
    return rows[0]!.at;
  };
  await add(3);
  const due = await add(1);
  const found = await figures();
  expect(found).toMatchObject({ 'skyport_jobs{state="failed"}': 1, 'skyport_jobs{state="retrying"}': 1 });
  expect(found['skyport_jobs_due_since_timestamp_seconds']).toBeCloseTo(seconds(due), 2);
  await sql`delete from graphile_worker._private_jobs`.execute(deps.db);
  expect((await figures())['skyport_jobs_due_since_timestamp_seconds']).toBeNaN();
});

test('a node has the age of its unbilled bytes, its unacknowledged reports and its alarms', async () => {
  const save = async (name: string): Promise<string> =>
    (await app.call('/api/admin/agents/update', nodeForm({ name, port: 20_001 }), admin)).data._id;
  const id = await save('节点');
  await joinNode(deps.db, id);
  const enrolled = clock.now();
  const numbers = await deps.db.selectFrom('nodes').select('num').where('id', '=', id).executeTakeFirstOrThrow();
  const node = `{node="${numbers.num}"}`;
  const see = (state: object, health: string) =>
    sql`update node_agents set state = ${JSON.stringify(state)}::jsonb, health = ${health}, looked_at = ${clock.now()},
               enrolled_at = ${enrolled} where node_id = ${id}`.execute(deps.db);

  await see(agentState({}), 'healthy');
  expect(await figures()).toMatchObject({
    [`skyport_node_billing_lag_seconds${node}`]: 0,
    [`skyport_node_unacknowledged_batches${node}`]: 0,
    'skyport_nodes{health="healthy"}': 1,
  });
  clock.advance(20 * MINUTE_MS);
  await see(agentState({ unacked: 7, openBytes: 5 }), 'offline');
  await raiseAlarm(deps.db, { id: deps.ids.next(), nodeId: id, kind: 'unreachable', at: clock.now() });
  const found = await figures();
  expect(found).toMatchObject({
    [`skyport_node_billing_lag_seconds${node}`]: 1200,
    [`skyport_node_unacknowledged_batches${node}`]: 7,
    'skyport_nodes{health="offline"}': 1,
    'skyport_node_alarms{kind="unreachable"}': 1,
    skyport_nodes_looked_at_timestamp_seconds: seconds(clock.now()),
  });
  expect(found['skyport_nodes{health="healthy"}']).toBeUndefined();
});

test('providers are counted by what they said, and by what became of their notifications', async () => {
  const provider = createHmacProvider('ali');
  serveBy(app, { alipay: provider });
  const { makeCombo, order, buy } = shopOf(app, admin);
  const combo = await makeCombo();
  for (const mood of ['works', 'breaks'] as const) {
    const customer = await app.account();
    if (mood === 'breaks') provider.ask = () => Promise.reject(new Error('broken'));
    await buy(customer, (await order(customer, combo))._id);
  }
  await app.gate.app.inject({ method: 'POST', url: notifyPathOf(deps.secrets, 'ali'), payload: 'nothing signed' });
  const found = await figures();
  expect(found).toMatchObject({
    'skyport_payment_attempts{provider="ali",outcome="begun"}': 1,
    'skyport_payment_attempts{provider="ali",outcome="other"}': 1,
    'skyport_payment_notifications{provider="ali",verdict="refused"}': 1,
  });
  clock.advance(121 * MINUTE_MS);
  expect(Object.keys(await figures()).filter((name) => name.includes('provider="ali"'))).toEqual([]);
});

test('the newest good backup has its time and size, the newest test restore its end', async () => {
  const backup = (day: number, state: string, bytes: number, restored: object = {}) => {
    const file = `skyport-2026112${day}-030000.tar`;
    const startedAt = new Date(`2026-11-2${day}T03:00:00Z`);
    return { id: randomUUID(), file, origin: 'schedule', state, started_at: startedAt, bytes, ...restored };
  };
  const restoredAt = new Date('2026-11-21T04:00:00Z');
  const passed = { restore_state: 'passed', restored_at: restoredAt };
  await deps.db
    .insertInto('backups')
    .values([backup(0, 'good', 3), backup(1, 'good', 6, passed), backup(2, 'failed', 0)])
    .execute();
  expect(await figures()).toMatchObject({
    skyport_backup_good_timestamp_seconds: seconds(new Date('2026-11-21T03:00:00Z')),
    skyport_backup_interval_seconds: 0,
    skyport_backup_bytes: 6,
    skyport_backup_restore_timestamp_seconds: seconds(restoredAt),
    skyport_backup_restore_passed: 1,
  });
  await app.changeSettings({ backup_every_hours: 12 });
  expect(await figures()).toMatchObject({ skyport_backup_interval_seconds: 12 * 3600 });
});

test('a source that cannot be read loses its figures, says so, and spoils no other', async () => {
  let fails = false;
  const source: MetricSource = {
    name: 'a',
    gauges: { a_plain: { help: 'plain' }, a_labelled: { help: 'labelled', labels: ['x'] } },
    read: async () => {
      if (fails) throw new Error('away');
      return { a_plain: 1, a_labelled: [{ labels: { x: 'y' }, value: 2 }] };
    },
  };
  const other: MetricSource = { name: 'b', gauges: { b_plain: { help: 'b' } }, read: async () => ({ b_plain: 3 }) };
  const metrics = createMetrics([source, other]);
  expect(await metrics.text()).toContain('a_labelled{x="y"} 2');
  fails = true;
  const text = await metrics.text();
  for (const line of ['a_plain Nan', 'skyport_metrics_source_up{source="a"} 0', 'b_plain 3'])
    expect(text).toContain(line);
  expect(text).not.toContain('a_labelled{');
});

test('attempts of jobs are timed by how they ended', async () => {
  const metrics = createMetrics([]);
  metrics.job('mail.deliver', 'done', 0.5);
  metrics.job('mail.deliver', 'failed', 20);
  const text = await metrics.text();
  expect(text).toContain('skyport_job_duration_seconds_bucket{le="1",task="mail.deliver",outcome="done"} 1');
  expect(text).toContain('skyport_job_duration_seconds_sum{task="mail.deliver",outcome="failed"} 20');
});

test('strangers read no figures: without a token only loopback does, with one only its bearer', async () => {
  const token = 'a token of thirty-two characters';
  const guarded = await createTestApp({ METRICS_TOKEN: token });
  onTestFinished(() => guarded.close());
  const { cookie } = await guarded.account({ type: 'admin' });
  const status = async (of: TestApp, remoteAddress: string, headers: Record<string, string> = {}): Promise<number> =>
    (await of.gate.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  expect(await status(app, '127.0.0.1')).toBe(200);
  expect(await status(app, '203.0.113.9')).toBe(404);
  expect(await status(app, '203.0.113.9', { authorization: 'Bearer ' })).toBe(404);
  expect(await status(guarded, '127.0.0.1')).toBe(404);
  expect(await status(guarded, '127.0.0.1', { cookie })).toBe(404);
  expect(await status(guarded, '203.0.113.9', { authorization: `Bearer ${token}x` })).toBe(404);
  expect(await status(guarded, '203.0.113.9', { authorization: `Bearer ${token}` })).toBe(200);
});
