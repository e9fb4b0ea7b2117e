import type { Db } from '@skyport/db';
import { trafficEntries } from './movements.ts';
import { postingRepository, type PostingRepository, type UsersToPost } from './posting-store.ts';

/**
 * Brings the ledger up to date with what users have spent, inside the caller's transaction: one posting a user.
 * Gives how many users were posted.
 */
export const postUse = (trx: Db, which: UsersToPost, at: Date): Promise<number> =>
  postUseInto(postingRepository(trx), which, at);

/** The same through any repository. */
export const postUseInto = async (repository: PostingRepository, which: UsersToPost, at: Date): Promise<number> => {
  const accounts = await repository.lockUnposted(which);
  const outcomes = await repository.post(
    accounts.map(({ userNum, spent, postedSpent }) => ({
      key: `use:${userNum}:${postedSpent}-${spent}`,
      kind: 'spend',
      ref: at.toISOString().slice(0, 10),
      actor: 'traffic',
      at,
      entries: trafficEntries(userNum, postedSpent - spent, 'traffic_used'),
    })),
  );
  const failed = outcomes.findIndex((outcome) => outcome !== 'posted');
  if (failed >= 0) throw new Error(`use of user ${accounts[failed]?.userNum} cannot be posted: ${outcomes[failed]}`);
  await repository.markPosted(accounts);
  return accounts.length;
};
