import { defaultSettings } from '@skyport/contract/settings-table';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeForm } from '../nodes/testing.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { dropBatches, dropPartitions, keepPartitions, applyRetention } from './retention-store.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const use = async (day: string): Promise<void> => {
  await sql`insert into usage_daily values (${day}::date, 1, 1, 5, 6, 11)`.execute(app.deps.db);
};
/** Days of the table that holds them: the whole, or one of its partitions, which the product may not name itself. */
const daysIn = async (table: string): Promise<string[]> => {
  const parent = sql.table(table.startsWith('usage_daily') ? 'usage_daily' : table);
  const part = table.startsWith('usage_daily_') ? sql`tableoid = ${table}::regclass` : sql`true`;
  const { rows } = await sql<{ day: string }>`select day from ${parent} where ${part} order by 1`.execute(app.deps.db);
  return rows.map(({ day }) => day);
};
const partitions = async (parent = 'usage_daily'): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = ${parent}::regclass order by 1`.execute(
      app.deps.db,
    )
  ).rows.map((r) => r.name);

test('rows that came before their partition move into it, and nothing is lost by doing it twice', async () => {
  for (const day of ['2031-01-31', '2031-02-01', '2031-04-30', '2031-05-01']) await use(day);
  expect(await daysIn('usage_daily_other')).toHaveLength(4);
  for (let again = 0; again < 2; again++) await keepPartitions(app.deps.db, 'usage_daily', '2031-03-01');
  expect(await daysIn('usage_daily_other')).toEqual(['2031-01-31', '2031-05-01']);
  expect(await daysIn('usage_daily_2031_02')).toEqual(['2031-02-01']);
  expect(await daysIn('usage_daily_2031_04')).toEqual(['2031-04-30']);
  expect(await daysIn('usage_daily')).toHaveLength(4);
});

test('only months that are over are dropped', async () => {
  const before = await partitions();
  await dropPartitions(app.deps.db, 'usage_daily', '2031-02-28');
  expect(await daysIn('usage_daily')).toEqual(['2031-02-01', '2031-04-30', '2031-05-01']);
  for (let again = 0; again < 2; again++) await dropPartitions(app.deps.db, 'usage_daily', '2031-03-01');
  expect(await daysIn('usage_daily')).toEqual(['2031-04-30', '2031-05-01']);
  expect(before.filter((name) => name >= 'usage_daily_2031_03')).toEqual(
    (await partitions()).filter((name) => name >= 'usage_daily_2031_03'),
  );
});

test('the product may not touch any other table that way', async () => {
  await expect(sql`select drop_partitions('ledger_entry', '2031-03-01')`.execute(app.deps.db)).rejects.toThrow(
    'not kept in months',
  );
  await expect(sql`drop table usage_daily_2031_03`.execute(app.deps.db)).rejects.toThrow('must be owner');
});

/** Id of a new node. */
const aNode = async (admin: TestSession): Promise<string> =>
  (await app.call('/api/admin/agents/update', nodeForm({ type: 'h2', host: 'n.example.com' }), admin)).data._id;

test('old batches are forgotten, but never the newest of a store and never what waits for an operator', async () => {
  const id = await aNode(await app.account({ type: 'admin' }));
  const epochs = [app.deps.ids.next(), app.deps.ids.next()];
  const batch = (epoch: string | undefined, seq: number, state: string, at: string) =>
    sql`
    insert into usage_batches (node_id, epoch, seq, day, sha256, from_at, to_at, row_count, up, down, billed, state, applied_at)
    values (${id}, ${epoch}, ${seq}, '2026-01-01', '', ${at}, ${at}, 0, 0, 0, 0, ${state}, ${at})`.execute(app.deps.db);
  await batch(epochs[0], 1, 'applied', '2026-01-01');
  await batch(epochs[0], 2, 'held', '2026-01-02');
  await batch(epochs[0], 3, 'applied', '2026-01-03');
  await batch(epochs[0], 4, 'applied', '2026-02-01');
  await batch(epochs[1], 1, 'applied', '2026-01-01');
  for (const [seq, state, settled] of [
    [1, 'dismissed', '2026-01-02'],
    [2, 'quarantined', null],
  ] as const)
    await sql`
      insert into usage_held (node_id, epoch, seq, sha256, part, reason, seen_at, row_count, user_count, up, down, rows, state, settled_at)
      values (${id}, ${epochs[0]}, ${seq}, '', 'batch', '{"code": "future"}', '2026-01-01', 0, 0, 0, 0, '[]', ${state}, ${settled})`.execute(
      app.deps.db,
    );
  for (let again = 0; again < 2; again++) await dropBatches(app.deps.db, new Date('2026-01-04'));
  const left = await app.deps.db.selectFrom('usage_batches').select(['epoch', 'seq']).orderBy('seq').execute();
  expect(left.map(({ epoch, seq }) => [epochs.indexOf(epoch), seq]).toSorted()).toEqual([
    [0, 4],
    [1, 1],
  ]);
  const waiting = await app.deps.db.selectFrom('usage_held').select('seq').execute();
  expect(waiting).toEqual([{ seq: 2 }]);
});

test('the nightly job has room for the coming months and keeps what the settings say', async () => {
  for (const day of ['2031-12-31', '2032-01-01', '2032-02-29']) {
    await use(day);
    await sql`insert into line_daily (day, line_num) values (${day}::date, 1)`.execute(app.deps.db);
  }
  const keeping = { ...defaultSettings, usage_detail_days: 31, daily_figure_days: 60 };
  const at = { now: new Date('2032-02-29T12:00:00Z'), today: '2032-02-29' };
  for (let again = 0; again < 2; again++) await applyRetention(app.deps.db, keeping, at);
  expect(await daysIn('usage_daily')).toEqual(['2032-02-29']);
  expect(await daysIn('line_daily')).toEqual(['2032-01-01', '2032-02-29']);
  expect(await partitions()).toContain('usage_daily_2032_04');
});

test('traffic records are kept by months, for the days that the settings say', async () => {
  const january = 'traffic_records_2040_01';
  await applyRetention(app.deps.db, defaultSettings, { now: new Date('2040-01-15T12:00:00Z'), today: '2040-01-15' });
  const after = async (traffic_record_days: number): Promise<string[]> => {
    const at = { now: new Date('2040-03-15T12:00:00Z'), today: '2040-03-15' };
    await applyRetention(app.deps.db, { ...defaultSettings, traffic_record_days }, at);
    return partitions('traffic_records');
  };
  expect(await after(92)).toContain(january);
  expect(await after(31)).not.toContain(january);
});

test('what nodes took is kept for 35 days, however long batches are', async () => {
  const { db } = app.deps;
  const id = await aNode(await app.account({ type: 'admin' }));
  for (const day of ['2033-02-25', '2033-02-26', '2033-04-01'])
    await sql`insert into node_charges (day, node_id, user_num) values (${day}::date, ${id}, 1)`.execute(db);
  const keeping = { ...defaultSettings, usage_batch_days: 8 };
  await applyRetention(db, keeping, { now: new Date('2033-04-01T12:00:00Z'), today: '2033-04-01' });
  expect(await daysIn('node_charges')).toEqual(['2033-02-26', '2033-04-01']);
});

test('what tests of lines used is kept as long as the other daily figures', async () => {
  const { db } = app.deps;
  const admin = await app.account({ type: 'admin' });
  const line = { name: 'l', agentID: await aNode(admin), protocol: 'h2' };
  expect(await app.call('/api/admin/agent_line/update', line, admin)).toMatchObject({ code: 0 });
  const { num } = await db.selectFrom('lines').select('num').executeTakeFirstOrThrow();
  for (const day of ['2033-01-01', '2033-01-02', '2033-03-02'])
    await sql`insert into line_probe_usage values (${day}::date, ${num}, 1, 2)`.execute(db);
  const keeping = { ...defaultSettings, daily_figure_days: 60 };
  const at = { now: new Date('2033-03-02T12:00:00Z'), today: '2033-03-02' };
  for (let again = 0; again < 2; again++) await applyRetention(db, keeping, at);
  expect(await daysIn('line_probe_usage')).toEqual(['2033-01-02', '2033-03-02']);
});
