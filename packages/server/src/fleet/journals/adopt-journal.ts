import { inTransaction, type Db } from '@skyport/db';
import { isClosed, replaceJournal, type JournalName } from './journal-store.ts';
import { lockAgent } from '../agent/agent-store.ts';

/** What became of a journal that is not the one that is billed: adopted, not expected, or `closed` before. */
export type Adoption = boolean | 'closed';

/**
 * Bills a new journal from now on, once, where one is expected. The one that was billed until then is closed:
 * a disk that is restored has it as it once was, and what was used since is in the newer one. A closed journal
 * is never adopted.
 */
export const adoptJournal = (db: Db, journal: JournalName, at: Date): Promise<Adoption> =>
  inTransaction(db, async (trx) => {
    const agent = await lockAgent(trx, journal.nodeId);
    if (await isClosed(trx, journal)) return 'closed';
    if (!agent?.epoch_open) return false;
    await replaceJournal(trx, journal.nodeId, { from: agent.epoch, to: journal.epoch, by: null, at });
    return true;
  });
