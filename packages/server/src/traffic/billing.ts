import type { Settings } from '@skyport/contract/settings-table';
import { GIB, MIB } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import {
  chargeAccount,
  globalScale,
  HIGHEST_BILLED,
  isPaused,
  scaleUse,
  type ChargedAccount,
} from './billing-rules.ts';
import {
  billingBooks,
  settleBooks,
  type AccountCharge,
  type BilledAccount,
  type BillingBooks,
  type SettleBooks,
  type UsageRow,
} from './billing-store.ts';
import { trafficLines } from './movements.ts';
import { isEntitled } from './rules.ts';

/** Raw bytes of one user on one line, as a node reported them. */
export interface ReportedUse {
  readonly line: number;
  readonly user: number;
  readonly up: number;
  readonly down: number;
}

/** A line as billing sees it. */
export interface ScaledLine {
  readonly scalePpm: number;
  readonly isPublic: boolean;
}

/** One batch to bill. Every row's line must be in `lines`. */
export interface UseBatch {
  readonly rows: readonly ReportedUse[];
  readonly lines: ReadonlyMap<number, ScaledLine>;
  /** Business day, already held near the panel's own. */
  readonly day: string;
  /** The instant that decides about membership. */
  readonly at: Date;
  readonly now: Date;
  /** The panel's calendar day. */
  readonly today: string;
  readonly settings: Pick<
    Settings,
    | 'traffic_spend_scale'
    | 'upload_traffic_spend_scale'
    | 'noGlobalTrafficScaleLimit'
    | 'minestTrafficSpend'
    | 'vip_traffic_thred_rate_limit'
  >;
}

/**
 * `refused`: nothing was written and the batch must be kept for an operator. `ranOut`: users who could use their lines
 * before and cannot now. `paused`: those of them who have only to wait for the next hour.
 */
export type BillingOutcome =
  | {
      readonly kind: 'applied';
      readonly billed: number;
      readonly ranOut: readonly number[];
      readonly paused: readonly number[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** A factor of the settings in parts per million. */
const ppmOf = (scale: number): bigint => BigInt(Math.round(scale * 1_000_000));

interface BilledRow extends UsageRow {
  readonly carry: bigint;
  readonly carryBefore: bigint;
  readonly isPublic: boolean;
}

/**
 * Bills a batch inside the caller's transaction: raw and billed use, balances, trials and records, all accounts locked
 * in ascending order. `ranOut` names the users who had something left before and have nothing now.
 */
export const billUse = (trx: Db, batch: UseBatch): Promise<BillingOutcome> => billInto(billingBooks(trx), batch);

/** The same with any books underneath. */
export const billInto = async (books: BillingBooks, batch: UseBatch): Promise<BillingOutcome> => {
  const uses = joined(batch.rows);
  const users = [...new Set(uses.map(({ user }) => user))].toSorted((a, b) => a - b);
  const accounts = await books.lockBilled(users);
  const stranger = users.find((user) => !accounts.has(user));
  if (stranger !== undefined) return { kind: 'refused', reason: `there is no user ${stranger}` };
  const rows = await scaleRows(books, uses, accounts, batch);
  const total = rows.reduce((sum, { billed }) => sum + billed, 0n);
  if (total > HIGHEST_BILLED) return { kind: 'refused', reason: `${total} billed bytes are not believed` };
  const charges = chargeAll(rows, accounts, batch);
  await books.writeCarries(rows.filter(({ carry, carryBefore }) => carry !== carryBefore));
  await books.addUsage(batch.day, rows);
  await books.writeAccounts(charges);
  await books.addRecords(batch.day, batch.now, charges);
  await books.touchUsers(users, batch.now);
  return { kind: 'applied', billed: Number(total), ...whoLost(charges, batch) };
};

/** Who lost the use of lines by these charges, and who of them only for the rest of the hour. */
const whoLost = (charges: readonly AccountCharge[], { now, today }: UseBatch) => {
  const [ranOut, paused]: [number[], number[]] = [[], []];
  for (const { before, charge } of charges) {
    const entitled = isEntitled(charge.account, now, today);
    if (!isEntitled(before, now, today) || pausedNow(before, now)) continue;
    if (entitled && !pausedNow(charge.account, now)) continue;
    ranOut.push(before.userNum);
    if (entitled) paused.push(before.userNum);
  }
  return { ranOut, paused };
};

const pausedNow = ({ hourly }: ChargedAccount, now: Date): boolean => hourly !== undefined && isPaused(hourly, now);

/** One row a (user, line), sorted, without empty ones. */
const joined = (rows: readonly ReportedUse[]): ReportedUse[] => {
  const sums = new Map<string, ReportedUse>();
  for (const { line, user, up, down } of rows) {
    const key = `${user}.${line}`;
    const sum = sums.get(key);
    sums.set(key, { line, user, up: up + (sum?.up ?? 0), down: down + (sum?.down ?? 0) });
  }
  return [...sums.values()]
    .filter(({ up, down }) => up + down > 0)
    .toSorted((a, b) => a.user - b.user || a.line - b.line);
};

const scaleRows = async (
  books: BillingBooks,
  uses: readonly ReportedUse[],
  accounts: ReadonlyMap<number, BilledAccount>,
  { lines, settings }: UseBatch,
): Promise<BilledRow[]> => {
  const carries = await books.readCarries(uses);
  const upload = ppmOf(settings.upload_traffic_spend_scale);
  const globalPpm = ppmOf(settings.traffic_spend_scale);
  const spareBelow = settings.noGlobalTrafficScaleLimit * GIB;
  return uses.map((use) => {
    const line = lines.get(use.line);
    const account = accounts.get(use.user);
    if (!line || !account) throw new Error(`use of user ${use.user} on line ${use.line} was not checked before`);
    const carryBefore = carries.get(`${use.user}.${use.line}`) ?? 0n;
    const global = globalScale(account.granted, spareBelow, globalPpm);
    const scales = { upload, line: BigInt(line.scalePpm), user: BigInt(account.scalePpm), global };
    return { ...use, ...scaleUse(use, scales, carryBefore), carryBefore, isPublic: line.isPublic };
  });
};

const chargeAll = (
  rows: readonly BilledRow[],
  accounts: ReadonlyMap<number, BilledAccount>,
  { day, at, settings }: UseBatch,
): AccountCharge[] => {
  const sums = new Map<number, { free: number; billed: number }>();
  for (const { user, billed, isPublic } of rows) {
    const sum = sums.get(user) ?? { free: 0, billed: 0 };
    sum[isPublic ? 'free' : 'billed'] += Number(billed);
    sums.set(user, sum);
  }
  const rules = {
    minimum: settings.minestTrafficSpend * MIB,
    hourLimit: settings.vip_traffic_thred_rate_limit * GIB,
  };
  return [...sums].flatMap(([user, sum]) => {
    const before = accounts.get(user);
    return before ? [{ before, charge: chargeAccount(before, { ...sum, day, at }, rules) }] : [];
  });
};

/**
 * Brings the ledger up to date with what users have spent, inside the caller's transaction: one posting a user. Without
 * `userNums` the next `limit` users are taken. Gives how many users were posted.
 */
export const settleUse = (trx: Db, want: Settling, at: Date): Promise<number> => settleInto(settleBooks(trx), want, at);

type Settling = Parameters<SettleBooks['lockUnposted']>[0];

/** The same with any books underneath. */
export const settleInto = async (books: SettleBooks, want: Settling, at: Date): Promise<number> => {
  const accounts = await books.lockUnposted(want);
  const outcomes = await books.post(
    accounts.map(({ userNum, spent, postedSpent }) => ({
      key: `use:${userNum}:${postedSpent}-${spent}`,
      kind: 'spend',
      ref: at.toISOString().slice(0, 10),
      actor: 'traffic',
      at,
      entries: trafficLines(userNum, postedSpent - spent, 'traffic_used'),
    })),
  );
  const failed = outcomes.findIndex((outcome) => outcome !== 'posted');
  if (failed >= 0) throw new Error(`use of user ${accounts[failed]?.userNum} cannot be posted: ${outcomes[failed]}`);
  await books.markPosted(accounts);
  return accounts.length;
};
