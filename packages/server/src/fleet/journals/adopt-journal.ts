import { inTransaction, type Db } from '@skyport/db';
import { isClosed, replaceJournal } from './journal-store.ts';
import { lockAgent } from '../agent/agent-store.ts';

/** What became of a journal that is not the one that is billed: adopted, not expected, or `closed` before. */
export type Adoption = boolean | 'closed';

/**
 * Bills a new journal from now on, once, where one is expected. The one that was billed until then is closed: a disk that
 * is restored has it as it once was, and what was used since is in the newer one. A closed journal is never adopted.
 */
export const adoptJournal = (db: Db, nodeId: string, epoch: string, at: Date): Promise<Adoption> =>
  inTransaction(db, async (trx) => {
    const agent = await lockAgent(trx, nodeId);
    if (await isClosed(trx, nodeId, epoch)) return 'closed';
    if (!agent?.epoch_open) return false;
    await replaceJournal(trx, nodeId, { from: agent.epoch, to: epoch, by: null, at });
    return true;
  });
