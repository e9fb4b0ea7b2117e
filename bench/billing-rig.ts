import { createHash, randomInt, randomUUID } from 'node:crypto';
import { batchText, TrafficPulled, type UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import { GIB } from '@skyport/contract/units';
import { createDb, inTransaction, roleOf, type Database } from '@skyport/db';
import type { Posting } from '@skyport/db/ledger-rules';
import { postMany } from '@skyport/db/ledger';
import { startLocalPostgres, type LocalPostgres } from '@skyport/db/local';
import { migrate } from '@skyport/db/migrate';
import { AGENTS_AT_ONCE } from '@skyport/server/fleet/fleet';
import { pullNode } from '@skyport/server/fleet/pull/pull';
import { joinNode } from '@skyport/server/fleet/testing/join-node';
import { createQuotaWatch } from '@skyport/server/fleet/desired/quota-watch';
import { addDays, dayOf, HOUR_MS, MINUTE_MS } from '@skyport/server/platform/clock';
import type { Deps } from '@skyport/server/platform/deps';
import { readEnv } from '@skyport/server/platform/env';
import { changeSettings } from '@skyport/server/settings/index';
import { noteActive } from '@skyport/server/traffic/active-store';
import { trafficEntries } from '@skyport/server/traffic/index';
import { wire } from '@skyport/server/wiring';
import { prepareJobs } from '@skyport/server/worker';
import { makeFolder, removeFolder } from '../testkit/folder.ts';

const USERS = 100_000;
/**
 * Users who are active in this hour; a report names some of them, each on the line they always take, or the other one.
 */
export const ACTIVE = 20_000;
/** Lines of each node. */
const LINES = 30;
const ZONE = 'Asia/Shanghai';
/** Users in a batch who have nothing of their own but membership, one in so many; as many have a trial. */
const ONE_IN = 4;

/** An agent's answer to the panel, and when it is asked for: each report is one of a minute. */
export interface Answer {
  readonly text: string;
  readonly at: Date;
}

/** What nodes answer one time after the other, by their index. */
export type Answers = ReadonlyMap<number, readonly Answer[]>;

/** A database with 100,000 customers of all sorts, nodes with 30 lines each, and whoever bills them. */
export interface BillingRig {
  readonly deps: Deps;
  readonly database: Database;
  /** Connection of whoever may make tables. */
  readonly ownerUrl: string;
  /** The server's first process. */
  readonly postmaster: number;
  /** As many nodes as the panel asks at once, by their index. */
  readonly nodes: readonly number[];
  /** Random (line, user) pairs of a node, each once, in the order in which an agent reports them. */
  rows(count: number, node: number): UsageRow[];
  /** The same as the report of the node's agent a minute after its last one, and after all that were billed before. */
  report(rows: UsageRow[], node: number): Answer;
  /**
   * Bills what these nodes answer, each one's reports in turn and all nodes at once, through everything that real
   * reports go through, but the network: an answer is read when it is asked for.
   */
  bill(answers: Answers): Promise<void>;
  /** Notes everybody who is active in this hour: the roll-up of the first report in an hour does so. */
  noteActive(): Promise<void>;
  /** Makes everything that was charged so far the day before's. */
  endDay(): Promise<void>;
  /** Makes the ledger agree with what was granted to everybody who is active, so that their use can be posted. */
  fundLedger(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the rig, crash-safe as in production. */
export const startBillingRig = async (): Promise<BillingRig> => {
  const dataDir = makeFolder('billing');
  const postgres = await startLocalPostgres({ dataDir, log: () => undefined });
  const database = createDb(postgres.appUrl, { statementLimitMs: 120_000 });
  const stops = [async () => removeFolder(dataDir), () => postgres.stop(), () => database.close()];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const deps = await prepare(postgres, database);
    stops.push(deps.close);
    const { nodes, users } = await fill(database);
    let minute = 0;
    const nodeAt = (index: number): FilledNode => nodes[index] ?? fail(`there is no node ${index}`);
    return {
      deps: deps.deps,
      database,
      postmaster: postgres.pid,
      nodes: [...nodes.keys()],
      rows: (count, node) => randomRows(count, { lines: nodeAt(node).lines, users }),
      report: (rows, node) => nodeAt(node).report(rows, minute),
      bill: async (answers) => {
        const ofNode = async ([node, some]: [number, readonly Answer[]]): Promise<void> => {
          for (const answer of some) await billNode(deps.deps, nodeAt(node).id, answer);
        };
        await Promise.all([...answers].map(ofNode));
        minute = Math.max(minute, ...nodes.map(({ minute: last }) => last()));
      },
      endDay: async () => {
        await database.pool.query(
          'update traffic_account set day = day - 1, rec_day = rec_day - 1 where rec_day is not null',
        );
      },
      noteActive: () => {
        const at = new Date(BEGIN + minute * MINUTE_MS + HOUR_MS);
        return noteActive(database.db, active(users), { at, since: at });
      },
      fundLedger: () => fundLedger(database, active(users)),
      ownerUrl: postgres.ownerUrl,
      stop,
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};

const prepare = async (
  postgres: LocalPostgres,
  { db }: Database,
): Promise<{ deps: Deps; close: () => Promise<void> }> => {
  await migrate(postgres.ownerUrl, { appUrl: postgres.appUrl });
  await prepareJobs(postgres.ownerUrl, roleOf(postgres.appUrl));
  const wired = await wire({
    env: readEnv({ LOG_LEVEL: 'silent' }),
    databaseUrl: postgres.appUrl,
    secretKey: 'bench-only-secret-key-of-enough-length-0123456789',
    consoleDir: undefined,
    checkAnswers: false,
  });
  const { secrets, clock } = wired.deps;
  // Every rule has something to do, at scales that products are sold with.
  await changeSettings(
    db,
    {
      traffic_spend_scale: 1.5,
      upload_traffic_spend_scale: 0.5,
      noGlobalTrafficScaleLimit: 150,
      vip_traffic_thred_rate_limit: 1000,
    },
    { at: clock.now(), secrets },
  );
  return { deps: wired.deps, close: wired.close };
};

const fail = (why: string): never => {
  throw new Error(why);
};

/** A node as the rig keeps it. */
interface FilledNode {
  readonly id: string;
  readonly lines: readonly number[];
  readonly report: (rows: UsageRow[], after: number) => Answer;
  /** Minute of its last report. */
  readonly minute: () => number;
}

/**
 * Customers in turn: permanent traffic, membership, a trial, an own scale; lines of three scales, one in ten public.
 */
const fill = async (database: Database) => {
  const { pool } = database;
  await pool.query(
    `with made as (
       insert into users (id, email, password_hash, type, userkey_enc, userkey_hash, scale_ppm, created_at, last_active_at)
       select id, id || '@example.com', 'none', 'normal', id::text::bytea, sha256(id::text::bytea),
              case when n % $2 = 3 then 1300000 else 1000000 end, now(), now()
         from (select gen_random_uuid() as id, n from generate_series(1, $1::integer) n) u returning num),
     accounts as (
       insert into traffic_account (user_num, granted, vip_until, trial_left)
       select num, (100 + num % 100) * $3::bigint, case when num % $2 = 1 then now() + interval '30 days' end,
              case when num % $2 = 2 then $3::bigint else 0 end from made)
     insert into trial_grants (id, user_num, granted, left_bytes, expires_at)
     select gen_random_uuid(), num, $3::bigint, $3::bigint, now() + interval '9 days' from made where num % $2 = 2`,
    [USERS, ONE_IN, GIB],
  );
  const nodes: FilledNode[] = [];
  for (let node = 0; node < AGENTS_AT_ONCE; node += 1) nodes.push(await fillNode(database, node));
  await pool.query(
    `select keep_partitions(t, current_date - 1, 5) from unnest(array['traffic_records', 'usage_daily']) t`,
  );
  const { rows } = await pool.query<{ num: number }>('select num from users order by num');
  return { nodes, users: rows.map(({ num }) => num) };
};

/** A node with its lines and what its agent reports. */
const fillNode = async ({ pool, db }: Database, index: number): Promise<FilledNode> => {
  const { rows: made } = await pool.query<{ id: string }>(
    `insert into nodes (id, name, type, host, ctrl_port, port, server_type, link_mbps, created_at)
     values (gen_random_uuid(), 'bench', 'v2ray', $1, 888, 1000, 'ubuntu_x86', 1000000, now()) returning id`,
    [`n${index}.example.com`],
  );
  const id = made[0]?.id ?? fail('no node was made');
  const { rows: lines } = await pool.query<{ num: number }>(
    `with made as (
       insert into lines (id, name, node_id, protocol, scale_ppm, is_public, port_offset, secrets_enc, created_at)
       select gen_random_uuid(), 'l' || n, $1, 'ss', 1000000 + n % 3 * 500000, n % 10 = 0, n, '', now()
         from generate_series(1, $2::integer) n returning num)
     insert into line_hot (line_num) select num from made returning line_num as num`,
    [id, LINES],
  );
  // A node that carries so much each day is believed to do so today.
  await pool.query(
    `insert into line_daily (day, line_num, down)
     select current_date - ago, num, 10000000000000 from generate_series(1, 30) ago, unnest($1::bigint[]) num`,
    [lines.map(({ num }) => num)],
  );
  const epoch = randomUUID();
  await joinNode(db, id, epoch);
  return { id, lines: lines.map(({ num }) => num).toSorted((a, b) => a - b), ...reporter(epoch) };
};

const active = (users: readonly number[]): number[] => users.filter((_, index) => index % (USERS / ACTIVE) === 0);

const OTHER_LINE = 5;

const randomRows = (
  count: number,
  { lines, users }: { lines: readonly number[]; users: readonly number[] },
): UsageRow[] => {
  const taken = new Set<number>();
  while (taken.size < count) taken.add(users[randomInt(ACTIVE) * (users.length / ACTIVE)] ?? 0);
  const lineOf = (user: number): number => lines[(user + (randomInt(OTHER_LINE) === 0 ? 7 : 0)) % lines.length] ?? 0;
  return [...taken]
    .map((user): UsageRow => [lineOf(user), user, randomInt(100_000), randomInt(2_000_000)])
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
};

/** When minute 0 is: early on the next business day, so that all reports of a run are of one. */
const BEGIN = Date.parse(`${addDays(dayOf(new Date(), ZONE), 1)}T01:00:00+08:00`);

const reporter = (epoch: string): Pick<FilledNode, 'report' | 'minute'> => {
  let [seq, minute] = [0, 0];
  return {
    report: (rows, after) => {
      minute = Math.max(minute, after) + 1;
      const at = new Date(BEGIN + minute * MINUTE_MS);
      const to = at.getTime();
      const plain = { seq: (seq += 1), day: dayOf(at, ZONE), from: to - MINUTE_MS, to, rows };
      const batch: UsageBatch = { ...plain, sha256: createHash('sha256').update(batchText(plain)).digest('hex') };
      const answer: TrafficPulled = { epoch, batches: [batch], more: false, applied_gen: 1, clock: to };
      return { text: JSON.stringify(answer), at };
    },
    minute: () => minute,
  };
};

const EVERYBODY = { isServed: () => true, removedAfter: (since: Date) => since };

const billNode = async (deps: Deps, id: string, { text, at }: Answer): Promise<void> => {
  const node = { id, linkMbps: 1_000_000 };
  const client = { pull: async () => TrafficPulled.parse(JSON.parse(text)) };
  const pulling = {
    node,
    client,
    deps: { ...deps, clock: { now: () => at } },
    quotas: createQuotaWatch(new Map()),
    served: EVERYBODY,
  };
  const report = await pullNode({ ...pulling, reports: { allows: () => true } });
  if (report.applied !== 1) throw new Error('the report was not billed');
};

/** What was granted, as postings: without them the ledger would refuse to take use from these users. */
const fundLedger = async ({ db }: Database, users: readonly number[]): Promise<void> => {
  for (let at = 0; at < users.length; at += FUNDED_AT_ONCE) {
    const some = users.slice(at, at + FUNDED_AT_ONCE);
    await inTransaction(db, (trx) => postMany(trx, some.map(funding)));
  }
};

const FUNDED_AT_ONCE = 1000;

const funding = (owner: number): Posting => ({
  key: `bench:${owner}`,
  kind: 'buy',
  ref: 'bench',
  actor: 'bench',
  at: new Date(),
  entries: trafficEntries(owner, (100 + (owner % 100)) * GIB, 'traffic_issued'),
});
