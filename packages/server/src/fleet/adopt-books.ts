import { inTransaction, type Db } from '@skyport/db';
import { isClosed, replaceBooks } from './books-store.ts';
import { lockAgent } from './store.ts';

/** What became of books that are not the node's: taken over, not expected, or `closed` before. */
export type Adoption = boolean | 'closed';

/**
 * Takes new books over, once, where any are expected. Those that were billed until then are closed: a disk that is put
 * back has them as they once were, and what was used since is in the newer ones. Closed books are never taken over.
 */
export const adoptEpoch = (db: Db, nodeId: string, epoch: string, at: Date): Promise<Adoption> =>
  inTransaction(db, async (trx) => {
    const agent = await lockAgent(trx, nodeId);
    if (await isClosed(trx, nodeId, epoch)) return 'closed';
    if (!agent?.epoch_open) return false;
    await replaceBooks(trx, nodeId, { from: agent.epoch, to: epoch, by: null, at });
    return true;
  });
