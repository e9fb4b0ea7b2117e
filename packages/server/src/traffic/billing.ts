import type { Settings } from '@skyport/contract/settings-table';
import { GIB, MIB } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import {
  chargeAccount,
  globalScale,
  HIGHEST_BILLED,
  isPaused,
  leavesRecord,
  saturated,
  type ChargedAccount,
} from './billing-rules.ts';
import {
  settleBooks,
  type AccountCharge,
  type BilledAccount,
  type BillingBooks,
  type SettleBooks,
  type UsageColumns,
} from './billing-store.ts';
import { carryAt, carryMark, carryPlace, scalerOf, withCarryAt, type CarryMark } from './carries.ts';
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
  /** Whose report it is. */
  readonly nodeId: string;
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

/** Why a user's rows could not be billed: no account that can be charged, or billed bytes beyond belief. */
export type Unbillable = 'noUser' | 'beyond';

/**
 * Billed bytes of all users who could be charged. `ranOut`: users who could use their lines before and cannot now.
 * `paused`: those of them who have only to wait for the next hour. Of users in `unbillable` nothing was written.
 */
export interface BillingOutcome {
  readonly billed: number;
  readonly ranOut: readonly number[];
  readonly paused: readonly number[];
  readonly unbillable: ReadonlyMap<number, Unbillable>;
}

/** A factor of the settings in parts per million. */
const ppmOf = (scale: number): number => Math.round(scale * 1_000_000);

/** What a user's rows come to. */
interface UserSum {
  readonly before: BilledAccount;
  readonly carries: string | null;
  readonly free: number;
  readonly billed: number;
}

/**
 * Bills a batch into the books of a billing turn: raw and billed use, balances, trials and records. `ranOut` names the
 * users who had something left before and have nothing now. Users who cannot be charged stop nobody else's rows.
 */
export const billInto = async (books: BillingBooks, batch: UseBatch): Promise<BillingOutcome> => {
  const reported = joined(batch.rows);
  const accounts = await books.readBilled(usersOf(reported));
  const { uses, usage, sums, unbillable } = scaleBillable(reported, accounts, batch);
  const total = sums.reduce((sum, { free, billed }) => saturated(sum + free + billed), 0);
  const charges = chargeAll(sums, batch);
  const lost = whoLost(charges, batch);
  const { nodeId, day, now: at } = batch;
  if (uses.length > 0) await books.addUsage({ nodeId, day, at }, { ...usage, charged: chargedColumns(sums, charges) });
  await books.writeCharges({ day, at }, charges);
  return { billed: total, ...lost, unbillable };
};

/** What accounts were charged, of permanent traffic and of the day's quota; public use is neither. */
const chargedColumns = (sums: readonly UserSum[], charges: readonly AccountCharge[]): UsageColumns['charged'] => {
  const [users, spent, quota, trial]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const [index, { before, charge }] of charges.entries()) {
    const fromQuota = charge.exempt - (sums[index]?.free ?? 0);
    if (charge.spent + fromQuota === 0) continue;
    users.push(before.userNum);
    spent.push(charge.spent);
    quota.push(fromQuota);
    trial.push(before.trialLeft - charge.account.trialLeft);
  }
  return { users, spent, quota, trial };
};

/** Scales the rows of all users who can be charged, and names the others. */
const scaleBillable = (
  reported: readonly ReportedUse[],
  accounts: ReadonlyMap<number, BilledAccount>,
  batch: UseBatch,
) => {
  const unbillable = new Map<number, Unbillable>();
  for (const { user } of reported) if (!accounts.has(user)) unbillable.set(user, 'noUser');
  const charged = (): readonly ReportedUse[] =>
    unbillable.size === 0 ? reported : reported.filter(({ user }) => !unbillable.has(user));
  const uses = charged();
  const scaled = scaleRows(uses, accounts, batch);
  for (const { before, free, billed } of scaled.sums)
    if (free + billed > HIGHEST_BILLED) unbillable.set(before.userNum, 'beyond');
  const believed = charged();
  if (believed.length === uses.length) return { uses, ...scaled, unbillable };
  return { uses: believed, ...scaleRows(believed, accounts, batch), unbillable };
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
  const sorted = rows.filter(({ up, down }) => up + down > 0).toSorted((a, b) => a.user - b.user || a.line - b.line);
  const sums: ReportedUse[] = [];
  for (const row of sorted) {
    const last = sums.at(-1);
    if (last?.user !== row.user || last.line !== row.line) sums.push(row);
    else sums[sums.length - 1] = { ...last, up: saturated(last.up + row.up), down: saturated(last.down + row.down) };
  }
  return sums;
};

/** The users of sorted rows, each once. */
const usersOf = (uses: readonly ReportedUse[]): number[] => {
  const users: number[] = [];
  for (const { user } of uses) if (users.at(-1) !== user) users.push(user);
  return users;
};

const scaleRows = (
  uses: readonly ReportedUse[],
  accounts: ReadonlyMap<number, BilledAccount>,
  batch: UseBatch,
): { usage: Omit<UsageColumns, 'charged'>; sums: UserSum[] } => {
  const scalerFor = scalers(batch);
  const all: number[] = [];
  const sums: UserSum[] = [];
  for (let at = 0; at < uses.length;) {
    const before = accounts.get(uses[at]?.user ?? 0);
    if (!before) throw new Error(`user ${uses[at]?.user} was not checked before`);
    let { carries } = before;
    let [free, billed] = [0, 0];
    for (let use = uses[at]; use?.user === before.userNum; use = uses[(at += 1)]) {
      const { scale, isPublic, mark } = scalerFor(use.line, before);
      const place = carryPlace(carries, mark);
      const carry = carryAt(carries, place);
      const scaled = scale(use, carry);
      if (scaled.fraction !== carry) carries = withCarryAt(carries, place, mark, scaled.fraction);
      all.push(scaled.billed);
      if (isPublic) free += scaled.billed;
      else billed += scaled.billed;
    }
    sums.push({ before, carries, free, billed });
  }
  const usage = {
    users: uses.map(({ user }) => user),
    lines: uses.map(({ line }) => line),
    up: uses.map(({ up }) => up),
    down: uses.map(({ down }) => down),
    billed: all,
  };
  return { usage, sums };
};

interface LineScale {
  readonly scale: ReturnType<typeof scalerOf>;
  readonly isPublic: boolean;
  readonly mark: CarryMark;
}

/** How the use of a line is scaled for an account; accounts of one kind share it. */
const scalers = ({ lines, settings }: UseBatch) => {
  const upload = ppmOf(settings.upload_traffic_spend_scale);
  const globalPpm = ppmOf(settings.traffic_spend_scale);
  const spareBelow = settings.noGlobalTrafficScaleLimit * GIB;
  const make = (num: number, user: number, global: number): LineScale => {
    const line = lines.get(num);
    if (!line) throw new Error(`use on line ${num} was not checked before`);
    const scale = scalerOf({ upload, line: line.scalePpm, user, global });
    return { scale, isPublic: line.isPublic, mark: carryMark(num) };
  };
  /** By global scale, user scale and line. */
  const known = new Map<number, Map<number, Map<number, LineScale>>>();
  return (num: number, { granted, scalePpm }: BilledAccount): LineScale => {
    const global = globalScale(granted, spareBelow, globalPpm);
    const ofLines = inside(inside(known, global), scalePpm);
    const found = ofLines.get(num);
    if (found) return found;
    const made = make(num, scalePpm, global);
    ofLines.set(num, made);
    return made;
  };
};

/** The map under a key, made when it is missing. */
const inside = <K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  const found = maps.get(key);
  if (found) return found;
  const made = new Map<L, V>();
  maps.set(key, made);
  return made;
};

const chargeAll = (sums: readonly UserSum[], { day, at, settings }: UseBatch): AccountCharge[] => {
  const rules = {
    minimum: settings.minestTrafficSpend * MIB,
    hourLimit: settings.vip_traffic_thred_rate_limit * GIB,
  };
  return sums.map(({ before, carries, free, billed }) => {
    const charge = chargeAccount(before, { free, billed, day, at }, rules);
    const recordDay = leavesRecord(charge) && before.recordDay < day ? day : before.recordDay;
    // The account is a new one that nobody else has: a second copy of ten thousand would cost more than charging them.
    Object.assign(charge.account, { carries, recordDay });
    return { before, charge };
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
