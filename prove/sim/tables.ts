import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { Settings } from '@skyport/contract/settings-table';
import type { BilledAccount } from '@skyport/server/traffic/billed-account-store';

/** A batch as the panel keeps it. */
export interface StoredBatch {
  readonly batch: UsageBatch;
  readonly state: 'applied' | 'held';
  readonly day: string;
  readonly billed: number;
}

/**
 * What changed in the tables, in the order of its commits: the model repeats it. Bytes; `line` scales in millionths.
 */
export type Entry =
  | { readonly kind: 'account'; readonly user: number; readonly row: AccountRow }
  | { readonly kind: 'grant'; readonly user: number; readonly bytes: number }
  | { readonly kind: 'member'; readonly user: number; readonly until: Date | null }
  | { readonly kind: 'scale'; readonly user: number; readonly ppm: number }
  | {
      readonly kind: 'trial';
      readonly id: string;
      readonly user: number;
      readonly bytes: number;
      readonly ends: number;
    }
  /** What waits to be charged is charged at its end. */
  | {
      readonly kind: 'trial ended';
      readonly id: string;
      readonly user: number;
      readonly day: string;
      readonly at: number;
    }
  /** From then on nothing is known of the node's use. */
  | { readonly kind: 'window'; readonly node: string; readonly since: Date; readonly linkMbps: number }
  | {
      readonly kind: 'batch';
      readonly node: string;
      readonly epoch: string;
      readonly batch: UsageBatch;
      readonly at: Date;
      readonly linkMbps: number;
      readonly lines: ReadonlyMap<number, { readonly scalePpm: number; readonly isPublic: boolean }>;
      readonly settings: Settings;
      readonly state: StoredBatch['state'];
      readonly day: string;
    };

/** A user's account; trials and remainders are rows of their own. */
export type AccountRow = Omit<BilledAccount, 'trialLeft' | 'remainders' | 'recordDay' | 'returned'> & {
  readonly posted: number;
};

/** The panel's tables; keys are texts, rows are never changed in place. */
export interface Tables {
  agent: {
    readonly epoch: string;
    readonly acked_seq: number;
    readonly window_since: Date;
    readonly window_bytes: number;
    readonly open: boolean;
    /** Epochs that are never adopted again. */
    readonly closed: readonly string[];
  };
  batch: StoredBatch;
  /** Rows that were not billed, by batch and reason. */
  held: { readonly rows: readonly UsageRow[] };
  conflict: { readonly rows: readonly UsageRow[] };
  alarm: { readonly open: boolean };
  account: AccountRow;
  trial: {
    readonly id: string;
    readonly user: number;
    readonly left: number;
    readonly ends: number;
    readonly closed: boolean;
  };
  remainder: bigint;
  usage: { readonly up: number; readonly down: number; readonly billed: bigint };
  record: { readonly change: number; readonly exempt: number };
  hot: number;
  line: { readonly num: number; readonly node: string; readonly scalePpm: number; readonly isPublic: boolean };
  settings: Settings;
  posting: string;
  balance: bigint;
  log: Entry;
}

export type Table = keyof Tables;

export type Rows = { readonly [T in Table]: Map<string, Tables[T]> };

/** A read of the newest committed rows, or of a transaction's own. */
export interface View {
  get<T extends Table>(table: T, key: string | number): Tables[T] | undefined;
  /** Every row of a table; a transaction's own changes included. */
  all<T extends Table>(table: T): Map<string, Tables[T]>;
}

/** One transaction: its changes are seen by nobody until it is committed. */
export interface Transaction extends View {
  put<T extends Table>(table: T, key: string | number, row: Tables[T]): void;
  /** Settles when the row is ours; whoever holds it ends first. */
  lock(table: Table, key: string | number): Promise<void> | undefined;
  log(entry: Entry): void;
  commit(): void;
  rollBack(): void;
}

/** Whoever runs a transaction: while it waits for a lock it is blocked. */
export interface Owner {
  blocked: boolean;
}

/** Tables in memory with the transactions of a real database: read committed, row locks, all or nothing. */
export interface Database extends View {
  begin(owner: Owner): Transaction;
  /** A change that is one transaction by itself. */
  change<T>(work: (trx: Transaction) => T): T;
  backUp(): Rows;
  restore(rows: Rows): void;
}

const tableNames: readonly Table[] = [
  'agent',
  'batch',
  'held',
  'conflict',
  'alarm',
  'account',
  'trial',
  'remainder',
  'usage',
  'record',
  'hot',
  'line',
  'settings',
  'posting',
  'balance',
  'log',
];

export const noRows = (): Rows => Object.fromEntries(tableNames.map((name) => [name, new Map()])) as never;

export const copyOf = (rows: Rows): Rows =>
  Object.fromEntries(tableNames.map((name) => [name, new Map<string, unknown>(rows[name])])) as never;
