import { inTransaction } from '@skyport/db';
import type { UsageRow } from '@skyport/contract/fleet';
import { AGENTS_AT_ONCE } from '@skyport/server/fleet/fleet';
import { rollUpUsage, postUse } from '@skyport/server/traffic/index';
import { Client } from 'pg';
import { ACTIVE, startBillingRig, type Answers, type BillingRig } from './billing-rig.ts';
import { inRounds, median, neat, roundsOf, type Bench } from './measure.ts';
import { ownSeconds, processSeconds } from './process-time.ts';

const ROWS = 10_000;
/** The node that reports what is measured by itself. */
const ONE = 0;
/** Nodes that come one after the other to the same place among those asked at once, as in a larger fleet. */
const EACH = 3;
/** The load of the budget: 100 nodes with 10,000 active users a minute each. */
const BATCHES_A_MINUTE = 100;
const MINUTE_MS = 60_000;
/**
 * Reports a day that an active user of this load is in: for an hour, one a minute of each node that is asked at once,
 * as often as a report names them. The ledger gets one posting for all of them, and one record begins.
 */
const REPORTS_A_DAY = 60 * AGENTS_AT_ONCE * (ROWS / ACTIVE);
/** Reports of an hour of the nodes that are asked at once: everybody who is active is noted once in it. */
const REPORTS_AN_HOUR = 60 * AGENTS_AT_ONCE;
/** Reports of a node that are added up at once: one a minute, and the job runs twice an hour. */
const REPORTS_A_FOLD = 30;

/**
 * Billing reports of 10,000 (user, line) rows with everything that belongs to it, as they come from the nodes that are
 * asked at once, against one UPDATE of the same rows; `aloneMs` is a report that nobody waits with. What is done once
 * for many reports is measured by itself and shared by them: adding them up, who is active, a new day, and the ledger's
 * postings. Making the rows and the agent's own work are left out; reading the agent's answer is the panel's.
 */
export const accounting: Bench = async (options) => {
  const rig = await startBillingRig();
  const bare = await startBare(rig.ownerUrl);
  const { rounds, seconds } = roundsOf(options);
  const meter = startMeter(rig.postmaster);
  const rows = (): UsageRow[] => rig.rows(ROWS, ONE);
  const one = (): Answers => new Map([[ONE, [rig.report(rows(), ONE)]]]);
  const all = (): Answers =>
    new Map(
      rig.nodes.map((node) => [node, Array.from({ length: EACH }, () => rig.report(rig.rows(ROWS, node), node))]),
    );
  try {
    await rig.fundLedger();
    const found = await inRounds(
      rounds,
      {
        bareMs: () => meter.average('bare', { seconds, prepare: rows, work: bare.update }),
        billingMs: () =>
          meter.average('billing', {
            seconds,
            prepare: all,
            work: rig.bill,
            reports: rig.nodes.length * EACH,
          }),
        aloneMs: () => meter.average('alone', { seconds, prepare: one, work: rig.bill }),
        activeMs: () => meter.average('active', { prepare: () => undefined, work: rig.noteActive }),
        foldMs: () =>
          meter.average('fold', { prepare: () => fillJournal(rig, one), work: () => rollUpUsage(rig.database.db) }),
        newDayMs: () => meter.average('newDay', { prepare: () => rig.endDay().then(one), work: rig.bill }),
        ledgerMs: () =>
          meter.average('ledger', { prepare: () => billOne(rig, rows()), work: (users) => postUseOf(rig, users) }),
      },
      options.say,
    );
    const {
      billingMs: billing,
      aloneMs: alone,
      activeMs: active,
      foldMs: fold,
      newDayMs: newDay,
      ledgerMs: ledger,
    } = found;
    const ms = share({ billing, alone, active, fold, newDay, ledger });
    const cpu = meter.cpuMs();
    return {
      ratios: { billing: neat(found.bareMs / ms) },
      figures: {
        rowsPerSecond: neat((ROWS * 1000) / ms),
        coreShare: neat((share(cpu) * BATCHES_A_MINUTE) / MINUTE_MS),
        ...Object.fromEntries(Object.entries(found).map(([name, value]) => [name, neat(value)])),
        cpuMs: Object.fromEntries(Object.entries(cpu).map(([name, value]) => [name, neat(value)])),
      },
    };
  } finally {
    await bare.stop();
    await rig.stop();
  }
};

/** What one report costs with its part of what is done once for many. */
const share = (of: Record<Exclude<Part, 'bare'>, number>): number =>
  of.billing +
  of.fold / REPORTS_A_FOLD +
  of.active / REPORTS_AN_HOUR +
  (Math.max(0, of.newDay - of.alone) + of.ledger) / REPORTS_A_DAY;

/** As many reports as one run of the job finds, of users who were noted in this hour, and nothing else. */
const fillJournal = async (rig: BillingRig, one: () => Answers): Promise<void> => {
  await rollUpUsage(rig.database.db);
  for (let reports = 0; reports < REPORTS_A_FOLD; reports += 1) await rig.bill(one());
};

/** Users who have used something that the ledger does not hold yet, as many as a report has. */
const billOne = async (rig: BillingRig, rows: UsageRow[]): Promise<number[]> => {
  await rig.bill(new Map([[ONE, [rig.report(rows, ONE)]]]));
  return rows.map(([, user]) => user);
};

const postUseOf = async (rig: BillingRig, users: readonly number[]): Promise<void> => {
  const STEP = 500;
  for (let at = 0; at < users.length; at += STEP)
    await inTransaction(rig.database.db, (trx) => postUse(trx, { userNums: users.slice(at, at + STEP) }, new Date()));
};

const parts = ['bare', 'billing', 'alone', 'active', 'fold', 'newDay', 'ledger'] as const;
type Part = (typeof parts)[number];

interface Measured<T> {
  /** How long to go on; once when absent. */
  readonly seconds?: number;
  /** Reports that the work is about, of which the figures are of one; one when absent. */
  readonly reports?: number;
  readonly prepare: () => T | Promise<T>;
  readonly work: (prepared: T) => unknown;
}

/** Measures time and processor time of work, of this process and of the database, and nothing of what prepares it. */
const startMeter = (postmaster: number) => {
  const rounds = new Map<Part, number[]>();
  const average = async <T>(part: Part, { seconds, prepare, work, reports = 1 }: Measured<T>): Promise<number> => {
    let [ms, times, cpu] = [0, 0, 0];
    while (seconds === undefined ? times < 1 : ms < seconds * 1000 || times < 3 * reports) {
      const prepared = await prepare();
      const [database, own, begun] = [processSeconds(postmaster), ownSeconds(), performance.now()];
      await work(prepared);
      ms += performance.now() - begun;
      cpu += ownSeconds() - own + processSeconds(postmaster) - database;
      times += reports;
    }
    rounds.set(part, [...(rounds.get(part) ?? []), (cpu * 1000) / times]);
    return ms / times;
  };
  // As with the times, round 0 does not count.
  const cpuMs = (): Record<Part, number> =>
    Object.fromEntries(parts.map((part) => [part, median((rounds.get(part) ?? []).slice(1))])) as Record<Part, number>;
  return { average, cpuMs };
};

/** The bare way: a narrow table with room for updates in place, and one statement a report. */
const startBare = async (ownerUrl: string) => {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    'create table bare (user_num bigint primary key, up bigint default 0, down bigint default 0) with (fillfactor = 50)',
  );
  await client.query('insert into bare (user_num) select num from users');
  await client.query('vacuum analyze bare');
  return {
    update: async (rows: UsageRow[]): Promise<void> => {
      const sorted = rows.toSorted((a, b) => a[1] - b[1]);
      await client.query({
        name: 'bare',
        text: `update bare set up = bare.up + w.up, down = bare.down + w.down
                 from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as w (user_num, up, down)
                where bare.user_num = w.user_num`,
        values: [sorted.map(([, user]) => user), sorted.map(([, , up]) => up), sorted.map(([, , , down]) => down)],
      });
    },
    stop: () => client.end(),
  };
};
