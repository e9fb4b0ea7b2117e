import type { Kysely } from 'kysely';
import type { DB } from './schema.generated.ts';

/** A connection to the product's tables: the pool, or a transaction on it. */
export type Db = Kysely<DB>;
