import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { MINUTE_MS } from '../platform/clock.ts';
import type { RowReader, Statement } from '../platform/row-reader.ts';

const readVersion: Statement = {
  name: 'subscription.catalogue-version',
  text: `select value from versions where name = 'catalogue'`,
};

/** Version of nodes, lines, entries and settings: it grows with every change. */
export const catalogueVersion = async (reader: RowReader): Promise<number> =>
  Number((await reader.row<{ value: number }>(readVersion, []))?.value ?? 0);

/** Fetches of one user's link in an hour from one network with one client. */
export interface FetchCount {
  readonly userNum: number;
  readonly hour: Date;
  readonly network: string;
  readonly client: string;
  count: number;
}

/** Adds fetches to the journal and notes their users as active, in two statements whatever their number. */
export const addFetches = async (db: Db, fetches: readonly FetchCount[], at: Date): Promise<void> => {
  const nums = fetches.map((fetch) => fetch.userNum);
  await sql`
    insert into subscription_fetches (user_num, hour, network, client, count)
    select * from unnest(${nums}::bigint[], ${fetches.map((fetch) => fetch.hour)}::timestamptz[],
                         ${fetches.map((fetch) => fetch.network)}::text[],
                         ${fetches.map((fetch) => fetch.client)}::text[], ${fetches.map((fetch) => fetch.count)}::int[])
    on conflict (user_num, hour, network, client)
    do update set count = subscription_fetches.count + excluded.count`.execute(db);
  await sql`
    update users set last_active_at = ${at}
     where num = any(${nums}::bigint[]) and last_active_at < ${new Date(at.getTime() - MINUTE_MS)}`.execute(db);
};

/** Forgets fetches from before an instant. */
export const removeFetches = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('subscription_fetches').where('hour', '<', before).execute();
};

/** Whether the account may change its link, locked for the rest of the transaction. */
export const lockKeyRight = async (trx: Db, userId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('users')
    .select('can_change_key')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.can_change_key;
};

/** Replaces the secret part of an account's link. */
export const changeUserkey = async (trx: Db, userId: string, key: { sealed: Buffer; hash: Buffer }): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ userkey_enc: key.sealed, userkey_hash: key.hash })
    .where('id', '=', userId)
    .execute();
};
