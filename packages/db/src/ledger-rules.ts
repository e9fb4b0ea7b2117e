/** Accounts that a user has; their balance never falls below 0. */
export const USER_ACCOUNTS = [
  /** Money at hand, but for rebates. */
  'wallet',
  /** Rebates at hand: money that can be withdrawn. */
  'wallet_rebate',
  /** Money set aside for an order that is not paid yet; the order says how much of it was rebates. */
  'wallet_hold',
  /** Money of an open withdrawal. */
  'withdraw_pending',
  /** Permanent traffic at hand. */
  'traffic',
  /** Traffic of a transfer that nobody has taken yet. */
  'push_escrow',
] as const;

/** Accounts of the system; they have no floor and show where money and traffic come from and go to. */
export const SYSTEM_ACCOUNTS = [
  /** Money that staff have received in another way. */
  'manual',
  /** Money that arrived and is nobody's purchase yet. */
  'unclaimed',
  'revenue',
  /** What customers pay for the way in which they pay. */
  'payment_fee',
  'rebate_expense',
  'withdraw_paid',
  /** Corrections by staff, with a reason. */
  'adjust',
  /** What makes amounts in USDT unique, beyond their prices. */
  'rounding',
  /** USDT that count in yuan: what came in the one unit, and what it was worth in the other. */
  'exchange',
  /** Traffic sold. */
  'traffic_issued',
  /** Traffic used on nodes, or ended with a trial. */
  'traffic_used',
  /** What a transfer of traffic costs. */
  'push_fee',
  /** Gifts: coupons, check-ins. */
  'promo',
  /** Traffic that draws cost, and that their prizes gave: what it holds is what the lottery has kept. */
  'lottery',
] as const;

export type UserAccountKind = (typeof USER_ACCOUNTS)[number];
/** An account of the system; `clearing:…` is what the instance of a payment provider owes us. */
export type SystemAccountKind = (typeof SYSTEM_ACCOUNTS)[number] | `clearing:${string}`;

/** CNY_MILLI: 0.001 yuan. USDT_MILLI: 0.001 USDT. BYTE: a byte of permanent traffic. */
export type LedgerUnit = 'CNY_MILLI' | 'USDT_MILLI' | 'BYTE';

/** Whose account: `owner` is `users.num`, null for the system. */
export type LedgerAccountName =
  | { readonly owner: number; readonly kind: UserAccountKind }
  | { readonly owner: null; readonly kind: SystemAccountKind };

/** One entry of a posting; a positive amount is credited, a negative one debited. Entries of zero are left out. */
export interface LedgerEntry {
  readonly account: LedgerAccountName;
  readonly unit: LedgerUnit;
  readonly amount: number;
}

/** Something that happened to money or traffic. */
export interface Posting {
  /** The event's own name, e.g. `pay:alipay:<trade number>`: it is posted once, however often it is told. */
  readonly key: string;
  readonly kind: string;
  /** What it is about: the id of an order, a coupon use, a day. */
  readonly ref: string;
  /** Who caused it: a user's id, or the name of a job. */
  readonly actor: string;
  readonly reason?: string;
  readonly at: Date;
  readonly entries: readonly LedgerEntry[];
}

/** `refused`: an account would fall below its floor; nothing was written. `duplicate`: it was posted before. */
export type PostOutcome = 'posted' | 'duplicate' | 'refused';

/** An account as locked, with every posting of the batch so far applied. */
export interface LockedAccount {
  readonly id: string;
  readonly balance: bigint;
  readonly floor: bigint | undefined;
}

/** An entry ready to be written. */
export interface DecidedEntry {
  readonly accountId: string;
  readonly unit: LedgerUnit;
  readonly amount: number;
  readonly balanceAfter: bigint;
}

export interface Decision {
  readonly outcomes: PostOutcome[];
  readonly accepted: { posting: Posting; entries: DecidedEntry[] }[];
}

/** One text for each account: how postings, rows and locks find each other. */
export const accountKey = (owner: number | null, kind: string, unit: string): string =>
  `${owner ?? ''}/${kind}/${unit}`;

const keyOfEntry = ({ account, unit }: LedgerEntry): string => accountKey(account.owner, account.kind, unit);

/** The entries that move something. */
export const movingEntries = (posting: Posting): LedgerEntry[] => posting.entries.filter(({ amount }) => amount !== 0);

/** Throws when a posting is not one: unbalanced in a unit, empty, or in fractions. That is a fault of the program. */
export const checkPosting = (posting: Posting): void => {
  const sums = new Map<string, bigint>();
  for (const { unit, amount } of posting.entries) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`posting ${posting.key}: ${amount} is not a whole amount`);
    sums.set(unit, (sums.get(unit) ?? 0n) + BigInt(amount));
  }
  for (const [unit, sum] of sums) {
    if (sum !== 0n) throw new RangeError(`posting ${posting.key} is unbalanced by ${sum} ${unit}`);
  }
  if (movingEntries(posting).length < 2) throw new RangeError(`posting ${posting.key} moves nothing`);
};

/** What makes two postings the same event: kind, subject and entries; not who told it again, or when. */
export const contentOf = (kind: string, ref: string, entries: readonly { key: string; amount: string }[]): string =>
  JSON.stringify([kind, ref, entries.map(({ key, amount }) => `${key} ${amount}`).toSorted()]);

const contentOfPosting = (posting: Posting): string =>
  contentOf(
    posting.kind,
    posting.ref,
    movingEntries(posting).map((entry) => ({ key: keyOfEntry(entry), amount: String(entry.amount) })),
  );

/**
 * Decides about postings one after the other: what was posted already (`known`: content by key), what an account's
 * floor refuses, and the balance that each accepted entry leaves. Throws when a key is known with another content.
 */
export const decide = (
  postings: readonly Posting[],
  accounts: ReadonlyMap<string, LockedAccount>,
  known: ReadonlyMap<string, string>,
): Decision => {
  const balances = new Map(accounts);
  const seen = new Map(known);
  const accepted: Decision['accepted'] = [];
  const outcomes = postings.map((posting): PostOutcome => {
    const content = contentOfPosting(posting);
    const before = seen.get(posting.key);
    if (before !== undefined) {
      if (before !== content) throw new Error(`the ledger key ${posting.key} stands for something else already`);
      return 'duplicate';
    }
    const tried = apply(posting, balances);
    if (!tried) return 'refused';
    for (const [key, account] of tried.balances) balances.set(key, account);
    seen.set(posting.key, content);
    accepted.push({ posting, entries: tried.entries });
    return 'posted';
  });
  return { outcomes, accepted };
};

/** The posting's entries with the balances they leave; undefined when one ends below its floor. */
const apply = (
  posting: Posting,
  accounts: ReadonlyMap<string, LockedAccount>,
): { entries: DecidedEntry[]; balances: Map<string, LockedAccount> } | undefined => {
  const balances = new Map<string, LockedAccount>();
  const entries = movingEntries(posting).map((entry): DecidedEntry => {
    const key = keyOfEntry(entry);
    const account = balances.get(key) ?? accounts.get(key);
    if (!account) throw new Error(`the ledger account ${key} was not locked`);
    const balance = account.balance + BigInt(entry.amount);
    balances.set(key, { ...account, balance });
    return { accountId: account.id, unit: entry.unit, amount: entry.amount, balanceAfter: balance };
  });
  const broken = [...balances.values()].some(({ balance, floor }) => floor !== undefined && balance < floor);
  return broken ? undefined : { entries, balances };
};
