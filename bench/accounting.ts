import { inTransaction } from '@skyport/db';
import type { UsageRow } from '@skyport/contract/fleet';
import { settleUse } from '@skyport/server/traffic/index';
import { Client } from 'pg';
import { startBillingRig, type BillingRig } from './billing-rig.ts';
import { inRounds, neat, roundsOf, type Bench } from './measure.ts';
import { ownSeconds, processSeconds } from './process-time.ts';

const ROWS = 10_000;
/** The load of the budget: 100 nodes with 10,000 active users a minute each. */
const BATCHES_A_MINUTE = 100;
const MINUTE_SECONDS = 60;
/** Reports a day that an active user is in, at the least: the ledger gets one posting for all of them. */
const REPORTS_A_DAY = 60;

/**
 * Billing reports of 10,000 (user, line) rows with everything that belongs to it, against one UPDATE of the same rows. The
 * ledger's postings, one a user and day, are measured by themselves and shared by the reports of that day.
 */
export const accounting: Bench = async (options) => {
  const rig = await startBillingRig();
  const bare = await startBare(rig.ownerUrl);
  const { rounds, seconds } = roundsOf(options);
  const cpu = { seconds: 0, batches: 0 };
  try {
    await rig.fundLedger();
    const found = await inRounds(
      rounds,
      {
        bareMs: () => averageMs(rig, seconds, bare.update),
        billingMs: async () => {
          const before = ownSeconds() + processSeconds(rig.postmaster);
          const ms = await averageMs(rig, seconds, async (rows) => {
            cpu.batches += 1;
            await rig.bill(rows);
          });
          cpu.seconds += ownSeconds() + processSeconds(rig.postmaster) - before;
          return ms;
        },
        ledgerMs: () => ledgerMs(rig),
      },
      options.say,
    );
    const ms = found.billingMs + found.ledgerMs / REPORTS_A_DAY;
    const cpuOfBatch = (cpu.seconds / cpu.batches) * (ms / found.billingMs);
    return {
      ratios: { billing: neat(found.bareMs / ms) },
      figures: {
        rowsPerSecond: neat((ROWS * 1000) / ms),
        coreShare: neat((cpuOfBatch * BATCHES_A_MINUTE) / MINUTE_SECONDS),
        bareMs: neat(found.bareMs),
        billingMs: neat(found.billingMs),
        ledgerMs: neat(found.ledgerMs),
      },
    };
  } finally {
    await bare.stop();
    await rig.stop();
  }
};

/** Milliseconds that `work` takes on average with new rows each time, for as many seconds; making rows does not count. */
const averageMs = async (
  rig: BillingRig,
  seconds: number,
  work: (rows: UsageRow[]) => Promise<void>,
): Promise<number> => {
  let [spent, times] = [0, 0];
  while (spent < seconds * 1000 || times < 3) {
    const rows = rig.rows(ROWS);
    const begun = performance.now();
    await work(rows);
    spent += performance.now() - begun;
    times += 1;
  }
  return spent / times;
};

/** Milliseconds that posting a day's use of as many users takes, once they have used something. */
const ledgerMs = async (rig: BillingRig): Promise<number> => {
  const rows = rig.rows(ROWS);
  await rig.bill(rows);
  const userNums = rows.map(([, user]) => user);
  const begun = performance.now();
  const STEP = 500;
  for (let at = 0; at < userNums.length; at += STEP)
    await inTransaction(rig.database.db, (trx) =>
      settleUse(trx, { userNums: userNums.slice(at, at + STEP) }, new Date()),
    );
  return performance.now() - begun;
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
