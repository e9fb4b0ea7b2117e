import type { Db } from '@skyport/db';
import { sha256 } from './secrets.ts';

const HIDDEN = Symbol('hidden');

/** A secret as the audit sees it: it can tell whether it changed, and nothing of it is ever stored. */
export interface HiddenValue {
  readonly [HIDDEN]: string | null;
}

/** What a field of an audited thing may be. Bytes are secrets or numbers, never values. */
export type AuditValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | HiddenValue
  | readonly AuditValue[]
  | { readonly [name: string]: AuditValue };

/** Fields of one thing. */
export type AuditFields = Readonly<Record<string, AuditValue>>;

/** Fields of things by their ids, read in the change's own transaction; what does not exist is left out. */
export type AuditReader = (trx: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, AuditFields>>;

/** What a change is about: ids of things of the row's kind, and what their fields do not say, such as a reason. */
export interface AuditOf<T> {
  readonly ids: readonly string[];
  /** Undefined where nothing was done after all: then the fields alone say what changed. */
  readonly note?: (done: T) => object | undefined;
  /** What a change leads to, such as a higher version; a save that changed nothing leads to nothing. */
  readonly onChange?: () => Promise<void>;
}

/**
 * Runs a change of staff: reads the things before and after it and writes what changed into the audit, in the caller's
 * transaction, an entry each. The caller holds their locks. A save that changes nothing leaves no entry.
 */
export type Audited = <T>(trx: Db, of: AuditOf<T>, change: () => Promise<T>) => Promise<T>;

/** Marks a secret; null is one that is not set. */
export const hidden = (value: Uint8Array | string | null): HiddenValue => ({
  [HIDDEN]:
    value === null
      ? null
      : sha256(typeof value === 'string' ? value : Buffer.from(value).toString('base64')).toString('hex'),
});

/** Rows as a reader gives them. */
export const byId = <R extends { readonly id: string }>(
  rows: readonly R[],
  fields: (row: R) => AuditFields,
): ReadonlyMap<string, AuditFields> => new Map(rows.map((row) => [row.id, fields(row)]));

/** Rows of what is offered, each with its whole offer, `offer`, beside the fields that somebody decided. */
export const offersById = <R extends AuditFields & { readonly id: string }>(
  rows: readonly R[],
  offerOf: (row: R) => AuditValue,
): ReadonlyMap<string, AuditFields> =>
  byId(rows, (row) => {
    const { id: _id, created_at: _made, deleted_at: _gone, ...fields }: AuditFields = row;
    return { ...fields, offer: offerOf(row) };
  });

/** What an entry holds of a thing: null where there was none, else the fields that differ. */
export interface AuditChange {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

const isHidden = (value: unknown): value is HiddenValue =>
  typeof value === 'object' && value !== null && HIDDEN in value;

/** A value as JSON holds it; a secret says only whether there is one. */
const plain = (value: AuditValue): unknown => {
  if (isHidden(value)) return { secret: value[HIDDEN] === null ? 'none' : 'set' };
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) throw new Error('bytes are not shown in the audit: hide them');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
  return value;
};

const plainFields = (fields: AuditFields, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, plain(fields[name]!)]] : [])));

const isSame = (a: AuditValue | undefined, b: AuditValue | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b;
  if (isHidden(a) && isHidden(b)) return a[HIDDEN] === b[HIDDEN];
  return canonical(plain(a)) === canonical(plain(b));
};

const isSet = (value: AuditValue | undefined): boolean =>
  value !== undefined && isHidden(value) && value[HIDDEN] !== null;

const NOTHING: AuditFields = {};

/**
 * What differs between two readings of a thing; undefined when nothing does. A secret that was replaced says `changed`.
 */
export const changeOf = (before: AuditFields | undefined, after: AuditFields | undefined): AuditChange | undefined => {
  const [was, is] = [before ?? NOTHING, after ?? NOTHING];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = names.filter((name) => !isSame(was[name], is[name]));
  if (changed.length === 0 && !before === !after) return undefined;
  const replaced = changed.filter((name) => isSet(was[name]) && isSet(is[name]));
  const marks = Object.fromEntries(replaced.map((name) => [name, { secret: 'changed' }]));
  return {
    before: before ? plainFields(before, changed) : null,
    after: after ? { ...plainFields(after, changed), ...marks } : null,
  };
};

/** One text for equal JSON values, whatever the order of their keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** An entry as it is stored, without what the chain adds. */
export interface AuditEntry extends AuditChange {
  readonly id: string;
  readonly at: Date;
  /** A user's id; null for a command on the server. */
  readonly actor: string | null;
  /** Client address. */
  readonly address: string;
  /** Name of the call, feature first. */
  readonly call: string;
  /** Kind of the thing. */
  readonly kind: string;
  /** Id of the thing. */
  readonly object: string;
  readonly detail: object;
}

/** The canonical text of an entry, over which its HMAC is computed. */
export const entryText = (entry: AuditEntry): string => {
  const { id, at, actor, address, call, kind, object, before, after, detail } = entry;
  return canonical([id, at.toISOString(), actor, address, call, kind, object, before, after, detail]);
};
