import { entryText, type AuditEntry } from '../platform/audit-rules.ts';
import { sameBytes, type Secrets } from '../platform/secrets.ts';

type Keys = Pick<Secrets, 'mac'>;

/** A place in the chain: the code there stands for every entry up to it. */
export interface Link {
  readonly seq: number;
  readonly chain: Buffer;
}

/** An entry with its own code, which entries from before there were codes lack. */
export interface CodedEntry extends AuditEntry {
  readonly mac: Buffer | null;
}

/** An entry in the chain. */
export type ChainedEntry = CodedEntry & Link;

/** What verification finds wrong. */
export type ChainProblem =
  | { readonly kind: 'edited'; readonly seq: number }
  | { readonly kind: 'missing'; readonly seq: number; readonly last: number }
  | { readonly kind: 'cut'; readonly seq: number; readonly last: number }
  | { readonly kind: 'replaced'; readonly seq: number }
  | { readonly kind: 'foreign'; readonly id: string }
  | { readonly kind: 'anchor'; readonly seq: number };

/** The code of the next place: of the one before it (undefined at the very beginning) and of the entry. */
export const linkOf = (keys: Keys, before: Link | undefined, entry: AuditEntry): Link => {
  const seq = (before?.seq ?? 0) + 1;
  const text = `link ${seq} ${before?.chain.toString('hex') ?? ''} ${entryText(entry)}`;
  return { seq, chain: keys.mac('audit', text) };
};

/** Whether an entry is one that this installation wrote, by its own code. */
export const isOwn = (keys: Keys, entry: CodedEntry): boolean =>
  entry.mac !== null && sameBytes(entry.mac, keys.mac('audit', entryText(entry)));

/** What lets a place be the one behind which verification begins. */
export const anchorProof = (keys: Keys, { seq, chain }: Link): Buffer =>
  keys.mac('audit', `begin ${seq} ${chain.toString('hex')}`);

/**
 * What is wrong with the entry that stands behind `before`; undefined when nothing is. Behind a gap the place's own
 * code cannot be made again: there only the entry's code speaks.
 */
export const problemOf = (keys: Keys, before: Link | undefined, entry: ChainedEntry): ChainProblem | undefined => {
  const expected = (before?.seq ?? 0) + 1;
  if (entry.mac !== null && !isOwn(keys, entry)) return { kind: 'edited', seq: entry.seq };
  if (entry.seq !== expected) return { kind: 'missing', seq: expected, last: entry.seq - 1 };
  return sameBytes(linkOf(keys, before, entry).chain, entry.chain) ? undefined : { kind: 'edited', seq: entry.seq };
};

/** Whether the end that was kept outside the database still stands in the chain; undefined when it does. */
export const endProblem = (
  kept: Link | undefined,
  { begin, end, found }: { begin: Link | undefined; end: Link | undefined; found: Link | undefined },
): ChainProblem | undefined => {
  if (!kept || kept.seq <= (begin?.seq ?? 0)) return undefined;
  const last = end?.seq ?? begin?.seq ?? 0;
  if (kept.seq > last) return { kind: 'cut', seq: last + 1, last: kept.seq };
  return found && sameBytes(found.chain, kept.chain) ? undefined : { kind: 'replaced', seq: kept.seq };
};
