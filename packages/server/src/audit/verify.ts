import { inSnapshot, type Db } from '@skyport/db';
import { sameBytes } from '../platform/secrets.ts';
import type { ChainDeps } from './chain.ts';
import { anchorProof, endProblem, isOwn, problemOf, type ChainProblem, type Link } from './chain-rules.ts';
import { readKeptEnd } from './kept-end.ts';
import { findBegin, findEnd, findLink, listChained, listUnchained, type Anchor, type Place } from './store.ts';

/** What verification saw: the places it walked and what is wrong with them, at most 50 findings. */
export interface Verified {
  readonly from: number;
  readonly to: number;
  readonly problems: readonly ChainProblem[];
}

const PAGE = 1000;
const MOST_FINDINGS = 50;

type VerifyDeps = Pick<ChainDeps, 'db' | 'secrets' | 'env'>;

/**
 * Walks the chain from where verification begins to its end: finds edited and removed entries, a cut or exchanged end
 * (by what this machine's data folder knows of it) and rows of another origin. Changes nothing.
 */
export const verifyChain = async (deps: VerifyDeps): Promise<Verified> => {
  // Read first: whatever is chained meanwhile only makes the chain longer than what was kept.
  const kept = await readKeptEnd(deps.env);
  return inSnapshot(deps.db, async (trx) => {
    const begin = await findBegin(trx);
    const end = (await findEnd(trx)) ?? begin;
    const found = kept && (await findLink(trx, kept.seq));
    const problems = [
      beginProblem(deps, begin),
      ...(await walk(trx, deps, begin)),
      endProblem(kept, { begin, end, found }),
      ...(await listForeign(trx, deps)),
    ].filter((problem) => problem !== undefined);
    return { from: (begin?.seq ?? 0) + 1, to: end?.seq ?? 0, problems: problems.slice(0, MOST_FINDINGS) };
  });
};

const beginProblem = ({ secrets }: VerifyDeps, begin: Anchor | undefined): ChainProblem | undefined => {
  if (!begin) return undefined;
  const isProven = begin.proof !== null && sameBytes(begin.proof, anchorProof(secrets, begin));
  return isProven ? undefined : { kind: 'anchor', seq: begin.seq };
};

const walk = async (trx: Db, deps: VerifyDeps, begin: Link | undefined): Promise<ChainProblem[]> => {
  const problems: ChainProblem[] = [];
  let before = begin;
  for (;;) {
    const page = await listChained(trx, before?.seq ?? 0, PAGE);
    for (const entry of page) {
      const problem = problemOf(deps.secrets, before, entry);
      if (problem && problems.length < MOST_FINDINGS) problems.push(problem);
      before = entry;
    }
    if (page.length < PAGE) return problems;
  }
};

/** Rows that wait for a place and were not written by this installation. */
const listForeign = async (trx: Db, { secrets }: VerifyDeps): Promise<ChainProblem[]> => {
  const problems: ChainProblem[] = [];
  let place: Place | undefined;
  do {
    const page = await listUnchained(trx, place, PAGE);
    for (const entry of page) if (!isOwn(secrets, entry)) problems.push({ kind: 'foreign', id: entry.id });
    place = page.length === PAGE ? page.at(-1) : undefined;
  } while (place && problems.length < MOST_FINDINGS);
  return problems;
};
