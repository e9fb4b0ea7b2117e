import { createHash } from 'node:crypto';
import { batchText, type TrafficPull, type UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import { defaultSettings, type Settings } from '@skyport/contract/settings-table';
import { bytes, MIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { pullInto } from '@skyport/server/fleet/pull/pull';
import { pullRepository as realRepository, type PullRepository } from '@skyport/server/fleet/pull/pull-repository';
import { createQuotaWatch } from '@skyport/server/fleet/desired/quota-watch';
import type { Scene, SceneNode } from '@skyport/server/fleet/testing/scene-of';
import { createScene } from '@skyport/server/fleet/testing/scene';
import { postUse, postUseInto } from '@skyport/server/traffic/posting';
import { partsOf, readRemainders } from '@skyport/server/traffic/remainders';
import { startTrial } from '@skyport/server/traffic/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDatabase } from './database.ts';
import type { Database, Tables } from './tables.ts';
import { pullRepository, postingRepository, type TaskContext } from './repositories.ts';
import { killPointsOf, type Task } from './process.ts';
import { diceOf, type Dice } from './random.ts';
import { newProcess } from './simulation.ts';

/*
 * The tables of the simulator and those of PostgreSQL, through the same pulls: the same must stand in both.
 */

const SEED = 11;
const ROUNDS = 16;
const LINK_MBPS = 40;
const EPOCHS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'] as const;
const PPM = [1_000_000, 333_333, 2_500_000, 1] as const;

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.close());

const withDigest = (body: Omit<UsageBatch, 'sha256'>): UsageBatch => ({
  ...body,
  sha256: createHash('sha256').update(batchText(body)).digest('hex'),
});

/** Reports as an agent might make them, honest ones and others. */
const batchesOf = (dice: Dice, lines: readonly number[], users: readonly number[], now: number): UsageBatch[] =>
  Array.from({ length: 8 }, (_, index) => {
    const from = now - dice.below(90_000_000);
    const rows = Array.from({ length: 1 + dice.below(4) }, (): UsageRow => [
      dice.oneIn(60) ? 987_654 : dice.pick(lines),
      dice.oneIn(60) ? 987_654 : dice.pick(users),
      dice.below(MIB),
      dice.below(dice.pick([100, 50 * MIB])),
    ]);
    const batch = withDigest({
      seq: dice.oneIn(60) ? index + 2 : index + 1,
      day: dice.pick(DAYS),
      from,
      to: from + dice.below(dice.pick([60_000, 90_000_000])) - dice.below(2),
      rows,
    });
    return dice.oneIn(60) ? { ...batch, sha256: '0'.repeat(64) } : batch;
  });

const setUp = async (dice: Dice, node: SceneNode) => {
  const { db } = scene.app.deps;
  const users = await Promise.all([1, 2, 3].map(async () => (await scene.customer(dice.pick([0, 100, 40 * MIB]))).num));
  for (const num of users) {
    const now = scene.app.clock.now();
    const account = {
      daily_quota: dice.pick([0, 1000, 20 * MIB]),
      vip_until: dice.pick([null, new Date(now.getTime() - 40_000_000), new Date(now.getTime() + 1e9)]),
    };
    await db.updateTable('traffic_account').set(account).where('user_num', '=', num).execute();
    await db
      .updateTable('users')
      .set({
        scale_ppm: dice.pick(PPM),
        is_agency_user: dice.oneIn(3),
        daily_unlimited: dice.oneIn(5),
        daily_unlimited_gb: 1,
      })
      .where('num', '=', num)
      .execute();
    if (dice.oneIn(2))
      await inTransaction(db, (trx) =>
        startTrial(trx, scene.app.deps, { userNum: num, amount: bytes(900), expiresAt: now }),
      );
  }
  for (const num of node.lines)
    await db
      .updateTable('lines')
      .set({ scale_ppm: dice.pick(PPM), is_public: dice.oneIn(4) })
      .where('num', '=', num)
      .execute();
  await db
    .updateTable('node_agents')
    .set({
      epoch: EPOCHS[0],
      epoch_open: dice.oneIn(2),
      acked_seq: 0,
      window_since: new Date(scene.app.clock.now().getTime() - dice.below(600_000)),
    })
    .where('node_id', '=', node.id)
    .execute();
  return users;
};

/** The simulator's tables, filled with what PostgreSQL holds of this node and these users. */
const copyOf = async (node: SceneNode, users: readonly number[], settings: Settings): Promise<Database> => {
  const { db } = scene.app.deps;
  const memory = newDatabase();
  const trx = memory.begin({ blocked: false });
  trx.put('settings', 'all', settings);
  const { rows: accounts } = await sql<Record<string, never>>`
    select t.*, u.daily_unlimited, u.daily_unlimited_gb
      from traffic_account t join users u on u.num = t.user_num where t.user_num = any(${users}::bigint[])`.execute(db);
  for (const row of accounts) {
    trx.put('account', row['user_num']!, {
      userNum: row['user_num']!,
      scalePpm: row['scale_ppm']!,
      isAgencyUser: row['is_agency_user']!,
      granted: row['granted']!,
      spent: 0,
      posted: 0,
      vipUntil: row['vip_until']!,
      dailyQuota: row['daily_quota']!,
      day: row['day']!,
      dayUsed: 0,
      prevDay: row['prev_day']!,
      prevUsed: 0,
      dailyUnlimited: row['daily_unlimited']!,
      dailyUnlimitedGb: row['daily_unlimited_gb']!,
      pending: 0,
      overrun: 0,
    });
    trx.put('balance', `${row['user_num']}/traffic/BYTE`, BigInt(row['granted']!));
  }
  const trials = await db.selectFrom('trial_grants').selectAll().where('user_num', 'in', users).execute();
  for (const { id, user_num, left_bytes, expires_at } of trials)
    trx.put('trial', id, { id, user: user_num, left: left_bytes, ends: expires_at.getTime(), closed: false });
  const lines = await db
    .selectFrom('lines')
    .select(['num', 'scale_ppm', 'is_public'])
    .where('node_id', '=', node.id)
    .execute();
  for (const { num, scale_ppm, is_public } of lines)
    trx.put('line', num, { num, node: node.id, scalePpm: scale_ppm, isPublic: is_public });
  const agent = await db.selectFrom('node_agents').selectAll().where('node_id', '=', node.id).executeTakeFirstOrThrow();
  const { epoch, acked_seq, window_since, window_bytes, epoch_open: open } = agent;
  trx.put('agent', node.id, { epoch, acked_seq, window_since, window_bytes, open, closed: [] });
  trx.commit();
  return memory;
};

const contextOn = (db: Database, node: SceneNode, alarms: Set<string>): TaskContext & { task: Task } => ({
  db,
  task: { process: newProcess(0), blocked: false, trx: undefined, resume: undefined },
  points: killPointsOf(() => undefined),
  fault: undefined,
  node: { id: node.id, linkMbps: LINK_MBPS },
  adopted: () => undefined,
  alarmed: (_node, kind) => alarms.add(kind),
});

const agentText = ({ epoch, acked_seq, window_since, window_bytes, open, closed }: Tables['agent']): string =>
  [epoch, acked_seq, window_since.getTime(), window_bytes, open, ...closed.toSorted()].join(' ');

const sumOfTrials = (db: Database, user: number): number =>
  [...db.all('trial').values()].filter((trial) => trial.user === user).reduce((sum, { left }) => sum + left, 0);

/** Everything that the simulator's tables say of a node and its users, as PostgreSQL writes it. */
const saidInMemory = (db: Database, node: SceneNode) => {
  const own = <T>(rows: ReadonlyMap<string, T>): [string, T][] => [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    accounts: [...db.all('account').values()]
      .toSorted((a, b) => a.userNum - b.userNum)
      .map((a) =>
        [a.userNum, a.spent, a.posted, a.day, a.dayUsed, a.prevDay, a.prevUsed, a.pending, a.overrun].join(' '),
      ),
    trials: [...db.all('account').values()]
      .map(({ userNum }) => [userNum, sumOfTrials(db, userNum)] as const)
      .flatMap(([user, left]) => (left > 0 ? [`${user} ${left}`] : []))
      .toSorted(),
    remainders: own(db.all('remainder')).flatMap(([key, remainder]) => (remainder > 0n ? [`${key} ${remainder}`] : [])),
    usage: own(db.all('usage')).map(([key, { up, down, billed }]) => `${key} ${up} ${down} ${billed}`),
    records: own(db.all('record')).map(([key, { change, exempt }]) => `${key} ${change} ${exempt}`),
    hot: own(db.all('hot')).map(([line, hot]) => `${line} ${hot}`),
    batches: own(db.all('batch')).map(
      ([key, { state, day, billed }]) => `${key.slice(node.id.length + 1)} ${state} ${day} ${billed}`,
    ),
    held: own(db.all('held')).map(([key, { rows }]) => `${key.slice(node.id.length + 1)} ${rows.length}`),
    conflicts: [...db.all('conflict').keys()].map((key) => key.slice(node.id.length + 1)).toSorted(),
    agent: agentText(db.get('agent', node.id)!),
    alarms: own(db.all('alarm')).flatMap(([key, { open }]) => (open ? [key.slice(node.id.length + 1)] : [])),
    balances: [...db.all('balance')]
      .filter(([key, balance]) => key.includes('/traffic/') && balance > 0n)
      .map(([key, balance]) => `${key} ${balance}`)
      .toSorted(),
  };
};

const saidInPostgres = async (node: SceneNode, users: readonly number[]) => {
  const said = async (query: ReturnType<typeof sql<{ said: string }>>): Promise<string[]> =>
    (await query.execute(scene.app.deps.db)).rows.map((row) => row.said).toSorted();
  const mine = sql`any(${users}::bigint[])`;
  return {
    accounts: (
      await sql<{
        said: string;
      }>`select concat_ws(' ', user_num, spent, posted_spent, day, day_used, prev_day, prev_used, pending, overrun) as said
        from traffic_account where user_num = ${mine} order by user_num`.execute(scene.app.deps.db)
    ).rows.map((row) => row.said),
    trials: await said(
      sql`select user_num || ' ' || trial_left as said from traffic_account where user_num = ${mine} and trial_left > 0`,
    ),
    remainders: (
      await said(
        sql`select user_num || ' ' || carries as said from traffic_account where user_num = ${mine} and carries is not null`,
      )
    )
      .flatMap((text) => {
        const [user, carries = null] = text.split(' ');
        return readRemainders(carries).map(({ line, fraction }) => `${user}.${line} ${partsOf(fraction)}`);
      })
      .toSorted(),
    usage: await said(
      sql`select concat_ws(' ', day, user_num, line_num, up, down, billed) as said from usage_detail where user_num = ${mine}`,
    ),
    records: await said(sql`select concat_ws(' ', user_num, day, type, change, exempt) as said from traffic_record_list
      where user_num = ${mine} and type in ('spend', 'agency_spend')`),
    hot: await said(
      sql`select line_num || ' ' || hot as said from line_hot where line_num = any(${node.lines}::bigint[]) and hot > 0`,
    ),
    batches: await said(
      sql`select concat_ws(' ', epoch, seq, state, day, billed) as said from usage_batches where node_id = ${node.id}`,
    ),
    held: await said(sql`select concat_ws(' ', epoch, seq, part, row_count) as said from usage_held
      where node_id = ${node.id} and part <> 'conflict'`),
    conflicts: await said(sql`select concat_ws(' ', epoch, seq, encode(sha256, 'hex')) as said from usage_held
      where node_id = ${node.id} and part = 'conflict'`),
    agent: (
      await said(
        sql`select concat_ws(' ', epoch, acked_seq, (date_part('epoch', window_since) * 1000)::bigint, window_bytes, epoch_open::text, (
                     select string_agg(c.epoch::text, ' ' order by c.epoch) from node_books_closed c
                      where c.node_id = a.node_id)) as said
              from node_agents a where node_id = ${node.id}`,
      )
    )[0],
    alarms: await said(sql`select kind as said from node_alarms where node_id = ${node.id} and closed_at is null`),
    balances: await said(
      sql`select owner || '/traffic/BYTE ' || balance as said from ledger_account where kind = 'traffic' and balance > 0 and owner = ${mine}`,
    ),
  };
};

test('pulls leave the same in the tables of the simulator as in those of PostgreSQL', async () => {
  let applied = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const dice = diceOf(SEED, round);
    const node = await scene.node(['vmesh_tcp', 'vmesh_ws'], { link_mbps: LINK_MBPS });
    const users = await setUp(dice, node);
    const settings = {
      ...defaultSettings,
      traffic_spend_scale: dice.pick([1, 0.333_333, 2]),
      upload_traffic_spend_scale: dice.pick([1, 0.5]),
      minestTrafficSpend: dice.pick([0, 0, 1]),
      noGlobalTrafficScaleLimit: dice.pick([0, 1]),
    };
    const memory = await copyOf(node, users, settings);
    const context = contextOn(memory, node, new Set());
    const { clock, deps } = scene.app;
    const batches = batchesOf(dice, node.lines, users, clock.now().getTime());
    const epochs = [EPOCHS[0], dice.pick(EPOCHS)];
    const pullWith = (repository: PullRepository, epoch: string) =>
      pullInto(repository, {
        node: { id: node.id, linkMbps: LINK_MBPS },
        client: { pull: (ask) => Promise.resolve(answer(ask, epoch, batches)) },
        deps: { clock, crash: deps.crash, ids: deps.ids, log: { error: () => undefined } },
        quotas: createQuotaWatch(new Map()),
        reports: { allows: () => true },
        served: { isServed: () => true, removedAfter: (since) => since },
      });
    for (const epoch of epochs) {
      const real = await pullWith({ ...realRepository(deps), settings: () => Promise.resolve(settings) }, epoch);
      const simulated = await pullWith(pullRepository(context), epoch);
      expect(simulated, `round ${round}`).toEqual(real);
      applied += real.applied;
    }
    await inTransaction(deps.db, (trx) => postUse(trx, { userNums: users }, clock.now()));
    const trx = memory.begin(context.task);
    await postUseInto(postingRepository(context, trx), { userNums: users }, clock.now());
    trx.commit();
    expect(saidInMemory(memory, node), `round ${round}`).toEqual(await saidInPostgres(node, users));
  }
  expect(applied).toBeGreaterThan(50);
});

/** An agent that shows two batches at a time. */
const answer = (ask: TrafficPull, epoch: string, all: readonly UsageBatch[]) => {
  const left = ask.epoch === epoch ? all.filter(({ seq }) => seq > ask.ack_seq) : [];
  return { epoch, batches: left.slice(0, 2), more: left.length > 2, applied_gen: 0, clock: 0 };
};
