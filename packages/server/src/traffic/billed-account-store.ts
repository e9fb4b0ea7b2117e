import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { ChargedAccount } from './billing-rules.ts';
import { numbers, readNumbers } from './columns.ts';
import { dayText } from './days.ts';

/** An account with what billing needs of its user, and the remainders of scaling (see remainders.ts). */
export interface BilledAccount extends ChargedAccount {
  readonly userNum: number;
  /** Bytes of `granted` and of `spent` that reports took and an undo gave back. */
  readonly returned: number;
  readonly scalePpm: number;
  readonly isAgencyUser: boolean;
  readonly remainders: string | null;
  /** Day of the record of use that was begun last, '' before the first. */
  readonly recordDay: string;
}

/**
 * Whole numbers of an account, in the order in which they are read. Instants in ms, days and hours since 1970; 0: none.
 */
const READ = {
  userNum: 'user_num',
  granted: 'granted',
  returned: 'returned',
  spent: 'spent',
  vipUntil: `coalesce((date_part('epoch', vip_until) * 1000)::bigint, 0)`,
  dailyQuota: 'daily_quota',
  unlimitedGb: 'coalesce(unlimited_gb, -1)',
  day: `day - date '1970-01-01'`,
  dayUsed: 'day_used',
  prevDay: `prev_day - date '1970-01-01'`,
  prevUsed: 'prev_used',
  pending: 'pending',
  overrun: 'overrun',
  hour: 'hour',
  hourUsed: 'hour_used',
  pausedUntil: `coalesce((date_part('epoch', paused_until) * 1000)::bigint, 0)`,
  scalePpm: 'scale_ppm',
  agency: 'is_agency_user::integer',
  trialLeft: 'trial_left',
  recordDay: `coalesce(rec_day - date '1970-01-01', -1)`,
} as const;

type Column = keyof typeof READ;
type Columns = Readonly<Record<Column, readonly number[]>>;
const COLUMNS = Object.keys(READ) as Column[];

/** They come by column: two hundred thousand values are few arrays, but many rows. */
const SELECTED = sql.raw(COLUMNS.map((name) => `string_agg((${READ[name]})::text, ',') as "${name}"`).join(', '));

/**
 * For the rest of the transaction: the planner would read the whole table to find ten thousand rows of it, and spill
 * what it hashes to disk.
 */
const NO_HASH = sql.raw(`set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`);

/** An account that holds a number beyond exact ones cannot be charged, and must not keep others from being charged. */
const EXACT = sql.raw(
  `greatest(granted, spent, daily_quota, day_used, prev_used, pending, overrun, hour_used, trial_left) <= ${Number.MAX_SAFE_INTEGER}`,
);

/**
 * Reads the accounts of these users. Users without an account that can be charged are missing. Nothing is locked: in a
 * billing turn the database itself refuses to write what somebody changed meanwhile. Throws outside of one.
 */
export const readBilled = async (trx: Db, userNums: readonly number[]): Promise<Map<number, BilledAccount>> => {
  const { accounts, isolation } = await selectBilled(trx, userNums);
  if (isolation !== 'repeatable read') throw new Error('billing needs a turn of its own');
  return accounts;
};

/** The same of one account that the caller has locked; undefined where it cannot be charged. */
export const readLockedBilled = async (trx: Db, userNum: number): Promise<BilledAccount | undefined> =>
  (await selectBilled(trx, [userNum])).accounts.get(userNum);

const selectBilled = async (
  trx: Db,
  userNums: readonly number[],
): Promise<{ readonly accounts: Map<number, BilledAccount>; readonly isolation: string | undefined }> => {
  const { rows } = await sql<Record<Column, string | null> & { remainders: string | null; isolation: string }>`
    select current_setting('transaction_isolation') as isolation, ${NO_HASH}, string_agg(coalesce(carries, ''), ',') as remainders,
           ${SELECTED}
      from traffic_account where user_num = any(${numbers(userNums)}::bigint[]) and ${EXACT}`.execute(trx);
  const [read] = rows;
  const remainders = read?.remainders?.split(',') ?? [];
  const columns = Object.fromEntries(
    COLUMNS.map((name) => [name, readNumbers(read?.[name] ?? null)]),
  ) as unknown as Columns;
  const accounts = columns.userNum.map((num, index): [number, BilledAccount] => [
    num,
    accountAt(columns, index, remainders[index] ?? ''),
  ]);
  return { accounts: new Map(accounts), isolation: read?.isolation };
};

const dateOf = (instant: number): Date | null => (instant === 0 ? null : new Date(instant));

const accountAt = (c: Columns, i: number, remainders: string): BilledAccount => {
  const of = (column: readonly number[]): number => column[i] ?? 0;
  const unlimitedGb = of(c.unlimitedGb);
  const recordDay = of(c.recordDay);
  return {
    userNum: of(c.userNum),
    granted: of(c.granted),
    returned: of(c.returned),
    spent: of(c.spent),
    vipUntil: dateOf(of(c.vipUntil)),
    dailyQuota: of(c.dailyQuota),
    day: dayText(of(c.day)),
    dayUsed: of(c.dayUsed),
    prevDay: dayText(of(c.prevDay)),
    prevUsed: of(c.prevUsed),
    pending: of(c.pending),
    overrun: of(c.overrun),
    hourly: { hour: of(c.hour), used: of(c.hourUsed), pausedUntil: dateOf(of(c.pausedUntil)) },
    scalePpm: of(c.scalePpm),
    isAgencyUser: of(c.agency) === 1,
    dailyUnlimited: unlimitedGb >= 0,
    dailyUnlimitedGb: Math.max(0, unlimitedGb),
    trialLeft: of(c.trialLeft),
    remainders: remainders === '' ? null : remainders,
    recordDay: recordDay < 0 ? '' : dayText(recordDay),
  };
};
