import { inTransaction, type Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { endProblem, isOwn, linkOf, type CodedEntry, type Link } from './chain-rules.ts';
import { readKeptEnd, writeKeptEnd } from './kept-end.ts';
import { findBegin, findEnd, findLink, isCoded, listUnchained, lockChain, placeEntries, type Place } from './store.ts';

export type ChainDeps = Pick<Deps, 'db' | 'secrets' | 'env' | 'log'>;

/** Entries that are chained in one transaction. */
const AT_ONCE = 500;

/** Whether an entry may be chained. */
type Accept = (entry: CodedEntry) => boolean;

/** Chains one page of what is committed; gives where the next one goes on, or undefined at the end. */
const chainPage = async (
  trx: Db,
  { secrets }: ChainDeps,
  { after, accept }: { readonly after: Place | undefined; readonly accept: Accept },
): Promise<Place | undefined> => {
  let end: Link | undefined = (await findEnd(trx)) ?? (await findBegin(trx));
  const pending = await listUnchained(trx, after, AT_ONCE);
  const placed = pending.filter(accept).map((entry) => {
    const link = linkOf(secrets, end, entry);
    end = link;
    return { ...link, id: entry.id };
  });
  if (placed.length > 0) await placeEntries(trx, placed);
  return pending.length === AT_ONCE ? pending.at(-1) : undefined;
};

const always = (): Promise<boolean> => Promise.resolve(true);

/** Chains everything that is committed and accepted, page by page, for as long as `may` says so. */
const chainPages = async (
  deps: ChainDeps,
  accept: Accept,
  may: (trx: Db) => Promise<boolean> = always,
): Promise<void> => {
  let after: Place | undefined;
  do
    after = await inTransaction(deps.db, async (trx) => {
      await lockChain(trx);
      return (await may(trx)) ? chainPage(trx, deps, { after, accept }) : undefined;
    });
  while (after);
};

/**
 * Says of page after page whether entries from before there were codes are taken: until one with a code is chained or
 * an end is kept. A first run that dies on the way is so continued by the next one.
 */
const createTakesOld = ({ env }: ChainDeps): ((trx: Db) => Promise<boolean>) => {
  // No place up to this one has an entry with a code.
  let seen = 0;
  return async (trx) => {
    if ((await readKeptEnd(env)) !== undefined || (await findBegin(trx)) || (await isCoded(trx, seen))) return false;
    seen = (await findEnd(trx))?.seq ?? 0;
    return true;
  };
};

/**
 * Gives every committed entry its place in the chain and keeps the new end outside the database. An entry without a
 * code of ours stays outside the chain, for verification to find. An end that no longer stands in the chain is kept as
 * it is: it is the proof that something was cut off.
 */
export const chainEntries = async (deps: ChainDeps): Promise<void> => {
  const kept = await readKeptEnd(deps.env);
  await chainPages(deps, ({ mac }) => mac === null, createTakesOld(deps));
  await chainPages(deps, (entry) => isOwn(deps.secrets, entry));
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
