import { GIB } from '@skyport/contract/units';
import { ppmOf } from '../platform/ppm.ts';
import type { BilledAccount } from './billed-account-store.ts';
import { globalScale, HIGHEST_BILLED, saturated } from './billing-rules.ts';
import { linePrefix, remainderAt, remainderPlace, withRemainderAt, type LinePrefix } from './remainders.ts';
import { scalerOf } from './scaling.ts';
import type { UsageColumns } from './usage-store.ts';
import type { ReportedUse, Unbillable, UseBatch } from './use-batch.ts';

type Accounts = ReadonlyMap<number, BilledAccount>;

/**
 * What a user's rows come to, with the remainders after them. Bytes: `free` on public lines, `billed` on the others.
 */
export interface UserSum {
  readonly before: BilledAccount;
  readonly remainders: string | null;
  readonly free: number;
  readonly billed: number;
}

/** Rows of users who can be charged, in columns and by user; and who cannot be charged. */
export interface ScaledUse {
  readonly usage: Omit<UsageColumns, 'charged'>;
  readonly sums: readonly UserSum[];
  readonly unbillable: ReadonlyMap<number, Unbillable>;
}

/** Scales the rows of all users who can be charged, and names the others. `reported` comes from `joined`. */
export const scaleBillable = (reported: readonly ReportedUse[], accounts: Accounts, batch: UseBatch): ScaledUse => {
  const unbillable = new Map<number, Unbillable>();
  for (const { user } of reported) if (!accounts.has(user)) unbillable.set(user, 'noUser');
  const charged = (): readonly ReportedUse[] =>
    unbillable.size === 0 ? reported : reported.filter(({ user }) => !unbillable.has(user));
  const uses = charged();
  const scaled = scaleRows(uses, accounts, batch);
  for (const { before, free, billed } of scaled.sums)
    if (free + billed > HIGHEST_BILLED) unbillable.set(before.userNum, 'beyond');
  const believed = charged();
  if (believed.length === uses.length) return { ...scaled, unbillable };
  return { ...scaleRows(believed, accounts, batch), unbillable };
};

/** One row for each user and line, sorted by them, without empty ones. */
export const joined = (rows: readonly ReportedUse[]): ReportedUse[] => {
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
export const usersOf = (uses: readonly ReportedUse[]): number[] => {
  const users: number[] = [];
  for (const { user } of uses) if (users.at(-1) !== user) users.push(user);
  return users;
};

const scaleRows = (uses: readonly ReportedUse[], accounts: Accounts, batch: UseBatch) => {
  const scalerFor = scalers(batch);
  const billed: number[] = [];
  const sums: UserSum[] = [];
  for (let at = 0; at < uses.length;) {
    const sum = scaleUser(uses, at, { accounts, scalerFor, billed });
    sums.push(sum);
    at = billed.length;
  }
  const usage = {
    users: uses.map(({ user }) => user),
    lines: uses.map(({ line }) => line),
    up: uses.map(({ up }) => up),
    down: uses.map(({ down }) => down),
    billed,
  };
  return { usage, sums };
};

interface Scaling {
  readonly accounts: Accounts;
  readonly scalerFor: ReturnType<typeof scalers>;
  /** Billed bytes of the rows so far: each row adds its own. */
  readonly billed: number[];
}

/** Scales the rows of one user, which begin at `from`. */
const scaleUser = (uses: readonly ReportedUse[], from: number, { accounts, scalerFor, billed }: Scaling): UserSum => {
  const before = accounts.get(uses[from]?.user ?? 0);
  if (!before) throw new Error(`user ${uses[from]?.user} was not checked before`);
  let { remainders } = before;
  let [free, charged] = [0, 0];
  for (let at = from, use = uses[at]; use?.user === before.userNum; use = uses[(at += 1)]) {
    const { scale, isPublic, prefix } = scalerFor(use.line, before);
    const place = remainderPlace(remainders, prefix);
    const remainder = remainderAt(remainders, place);
    const scaled = scale(use, remainder);
    if (scaled.fraction !== remainder) remainders = withRemainderAt(remainders, { place, prefix }, scaled.fraction);
    billed.push(scaled.billed);
    if (isPublic) free += scaled.billed;
    else charged += scaled.billed;
  }
  return { before, remainders, free, billed: charged };
};

interface LineScale {
  readonly scale: ReturnType<typeof scalerOf>;
  readonly isPublic: boolean;
  readonly prefix: LinePrefix;
}

/** How the use of a line is scaled for an account; accounts with the same factors share it. */
const scalers = ({ lines, settings }: UseBatch) => {
  const upload = ppmOf(settings.upload_traffic_spend_scale);
  const globalPpm = ppmOf(settings.traffic_spend_scale);
  const spareBelow = settings.noGlobalTrafficScaleLimit * GIB;
  const make = (num: number, user: number, global: number): LineScale => {
    const line = lines.get(num);
    if (!line) throw new Error(`use on line ${num} was not checked before`);
    const scale = scalerOf({ upload, line: line.scalePpm, user, global });
    return { scale, isPublic: line.isPublic, prefix: linePrefix(num) };
  };
  /** By global scale, user scale and line. */
  const known = new Map<number, Map<number, Map<number, LineScale>>>();
  return (num: number, { granted, returned, scalePpm }: BilledAccount): LineScale => {
    const global = globalScale(granted - returned, spareBelow, globalPpm);
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
