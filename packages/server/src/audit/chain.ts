import { inTransaction, type Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { endProblem, isOwn, linkOf, type CodedEntry, type Link } from './chain-rules.ts';
import { readKeptEnd, writeKeptEnd } from './kept-end.ts';
import { findBegin, findEnd, findLink, listUnchained, lockChain, placeEntries, type Place } from './store.ts';

export type ChainDeps = Pick<Deps, 'db' | 'secrets' | 'env' | 'log'>;

/** Entries that are chained in one transaction. */
const AT_ONCE = 500;

/** Whether an entry may be chained. */
type Accept = (entry: CodedEntry) => boolean;

/** Chains one page of what is committed; gives where the next one goes on, or undefined at the end. */
const chainPage = (deps: ChainDeps, after: Place | undefined, accept: Accept): Promise<Place | undefined> =>
  inTransaction(deps.db, async (trx) => {
    await lockChain(trx);
    let end: Link | undefined = (await findEnd(trx)) ?? (await findBegin(trx));
    const pending = await listUnchained(trx, after, AT_ONCE);
    const placed = pending.filter(accept).map((entry) => {
      const link = linkOf(deps.secrets, end, entry);
      end = link;
      return { ...link, id: entry.id };
    });
    if (placed.length > 0) await placeEntries(trx, placed);
    return pending.length === AT_ONCE ? pending.at(-1) : undefined;
  });

/** Chains everything that is committed and accepted. */
const chainPages = async (deps: ChainDeps, accept: Accept): Promise<void> => {
  let place: Place | undefined;
  do place = await chainPage(deps, place, accept);
  while (place);
};

/** Whether nothing was ever chained: entries from before there were codes are taken as they are then, and only then. */
const isNew = async (db: Db, kept: Link | undefined): Promise<boolean> =>
  kept === undefined && !(await findEnd(db)) && !(await findBegin(db));

/**
 * Gives every committed entry its place in the chain and keeps the new end outside the database. An entry without a code
 * of ours stays outside the chain, for verification to find. An end that no longer stands in the chain is kept as it is:
 * it is the proof that something was cut off.
 */
export const chainEntries = async (deps: ChainDeps): Promise<void> => {
  const kept = await readKeptEnd(deps.env);
  const first = await isNew(deps.db, kept);
  await chainPages(deps, (entry) => isOwn(deps.secrets, entry) || (first && entry.mac === null));
  const [begin, end] = [await findBegin(deps.db), await findEnd(deps.db)];
  const found = kept && (await findLink(deps.db, kept.seq));
  if (endProblem(kept, { begin, end, found })) {
    deps.log.error({ kept: kept?.seq, end: end?.seq ?? 0 }, 'the end of the audit chain is not the one that was kept');
    return;
  }
  if (end && end.seq !== kept?.seq) await writeKeptEnd(deps.env, end);
};

/** Chains whatever there is, of whatever origin: an admin on the server has looked at it. Gives the new end. */
export const chainAll = async (deps: ChainDeps): Promise<Link | undefined> => {
  await chainPages(deps, () => true);
  return (await findEnd(deps.db)) ?? (await findBegin(deps.db));
};
