import { sql } from 'kysely';
import type { PayWorld } from './world.ts';

/** Money of which nobody tells, and of which the shop has not asked. */
export const listUnasked = async ({ shop, silent }: PayWorld): Promise<string[]> => {
  const { rows } = await sql<{ reference: string }>`
    select reference from unnest(${[...silent]}::text[]) as s (reference)
     where not exists (select from claims c where c.reference = s.reference)`.execute(shop.app.deps.db);
  return rows.map(({ reference }) => `${reference} was not asked for`);
};
