import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** When and from which network a session was used. */
export interface SessionSeen {
  readonly tokenHash: Buffer;
  readonly at: Date;
  readonly network: string;
}

/** When an account was there, and on which page; an empty one leaves the page as it is stored. */
export interface AccountSeen {
  readonly id: string;
  readonly at: Date;
  readonly url: string;
}

/*
 * Many rows in one statement, which waits for nobody: a row that somebody else holds is left out, because whoever is
 * there is seen again in a minute. Rows are taken in the order of their keys.
 */

/** Notes the use of sessions; a session that has ended stays so. */
export const storeSessionsSeen = async (db: Db, seen: readonly SessionSeen[]): Promise<void> => {
  await sql`
    with seen as (
      select * from unnest(${seen.map((of) => of.tokenHash)}::bytea[], ${seen.map((of) => of.at)}::timestamptz[],
                           ${seen.map((of) => of.network)}::text[]) as note (token_hash, at, network)
    ), held as (
      select token_hash from sessions where token_hash in (select token_hash from seen)
       order by token_hash for no key update skip locked
    )
    update sessions s set last_seen_at = greatest(s.last_seen_at, seen.at), network = seen.network
      from seen join held using (token_hash) where s.token_hash = held.token_hash`.execute(db);
};

/** Notes where accounts were. */
export const storeAccountsSeen = async (db: Db, seen: readonly AccountSeen[]): Promise<void> => {
  await sql`
    with seen as (
      select * from unnest(${seen.map((of) => of.id)}::uuid[], ${seen.map((of) => of.at)}::timestamptz[],
                           ${seen.map((of) => of.url)}::text[]) as note (id, at, url)
    ), held as (
      select id from users where id in (select id from seen) order by id for no key update skip locked
    )
    update users u set last_active_at = greatest(u.last_active_at, seen.at), last_url = coalesce(nullif(seen.url, ''), u.last_url)
      from seen join held using (id) where u.id = held.id`.execute(db);
};
