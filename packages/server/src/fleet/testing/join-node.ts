import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { bumpCatalogue } from '../../nodes/index.ts';

/** Lets a node have joined, as far as documents ask; no agent answers there. */
export const joinNode = async (db: Db, id: string): Promise<void> => {
  await sql`
    insert into node_agents (node_id, certificate, key_sha256, epoch, epoch_open, enrolled_at)
    values (${id}, '', '', gen_random_uuid(), false, now())`.execute(db);
  await bumpCatalogue(db);
};
