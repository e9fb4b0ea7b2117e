import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { changeClaim, lockClaim, type ClaimRow } from './claim-store.ts';
import { settleLockedClaim } from './inbox.ts';
import type { Settled } from './settle.ts';
import { texts } from './texts.ts';

/** Where money of a claim can go that staff have settled. */
export type Released = Exclude<Settled, 'known'> | 'joined';

const lockUndecided = async (trx: Db, id: string, from: readonly ClaimRow['state'][]): Promise<ClaimRow> => {
  const row = (await lockClaim(trx, id)) ?? refuse('notFound');
  return from.includes(row.state) ? row : refuse('conflict', texts.claimDecided);
};

/**
 * Settles a claim that waits or is doubtful because staff say so, in the caller's transaction, by the rules of every
 * other claim; where a receipt by its number was written for another buyer, it is other money. Refuses `conflict` when
 * it was decided, or when its money was settled in another way.
 */
export const releaseClaim = async (trx: Db, deps: Deps, id: string): Promise<Released> => {
  const row = await lockUndecided(trx, id, ['waiting', 'doubtful']);
  await changeClaim(trx, id, { must_ask: false });
  const verdict = await settleLockedClaim(trx, deps, { ...row, isOther: true });
  return verdict === 'known' ? refuse('conflict', texts.referenceUsed) : verdict;
};

/** Ends a doubtful claim that tells of no money. Refuses `conflict` for any other. */
export const dismissClaim = async (trx: Db, id: string): Promise<void> => {
  const row = await lockUndecided(trx, id, ['doubtful']);
  await changeClaim(trx, row.id, { state: 'dismissed' });
};
