import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { bumpCatalogue } from '../../nodes/index.ts';

/**
 * Lets a node have joined, as far as documents and reports ask; no agent answers there. `epoch` is that of the journal
 * from which it will report.
 */
export const joinNode = async (db: Db, id: string, epoch: string = randomUUID()): Promise<void> => {
  await sql`
    insert into node_agents (node_id, certificate, key_sha256, epoch, epoch_open, enrolled_at)
    values (${id}, '', '', ${epoch}, false, now())`.execute(db);
  await bumpCatalogue(db);
};
