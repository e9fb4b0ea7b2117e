import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';
import { noteActive } from '../../traffic/index.ts';

/** Fetches of one user's link in an hour from one network with clients of one family. */
export interface FetchCount {
  readonly userNum: number;
  readonly hour: Date;
  /** A network as `networkOf` writes it: digits, letters, dots, colons and a slash. */
  readonly network: string;
  /** Of our own list: letters and digits. */
  readonly family: string;
  /** The last one that was said, digits and dots; empty when none was. */
  version: string;
  count: number;
}

/** What one write stores. */
export interface FetchCounts {
  readonly fetches: readonly FetchCount[];
  /** Requests with a wrong key, by the account whose id they named. */
  readonly wrongKeys: ReadonlyMap<number, number>;
}

/** Wrong keys are counted in slots of ten minutes. */
export const WRONG_KEY_SLOT_MS = 10 * MINUTE_MS;

/** Rows that one statement writes at most: more would keep the database's and this process' other work waiting. */
const WRITTEN_AT_ONCE = 500;
/** How old the time of an account's last activity may become: that row is wide, and every fetch is in the journal. */
const ACTIVE_EVERY_MS = 10 * MINUTE_MS;

/** Adds fetches to the journal and notes their users as active, in two statements for each 500. */
const addFetches = async (db: Db, fetches: readonly FetchCount[], at: Date): Promise<void> => {
  for (let from = 0; from < fetches.length; from += WRITTEN_AT_ONCE) {
    await addSome(db, fetches.slice(from, from + WRITTEN_AT_ONCE), at);
  }
};

const addSome = async (db: Db, fetches: readonly FetchCount[], at: Date): Promise<void> => {
  const nums = fetches.map(({ userNum }) => userNum);
  await sql`
    insert into subscription_fetches (user_num, hour, network, family, version, count)
    select num, to_timestamp(hour), network, family, version, count
      from unnest(${nums}::bigint[], ${fetches.map((fetch) => fetch.hour.getTime() / 1000)}::float8[],
                  ${fetches.map((fetch) => fetch.network)}::text[],
                  ${fetches.map((fetch) => fetch.family)}::text[],
                  ${fetches.map((fetch) => fetch.version)}::text[],
                  ${fetches.map((fetch) => fetch.count)}::int[]) as f (num, hour, network, family, version, count)
    on conflict (user_num, hour, network, family)
    do update set count = subscription_fetches.count + excluded.count,
      version = coalesce(nullif(excluded.version, ''), subscription_fetches.version)`.execute(db);
  await noteActive(db, nums, { at, since: new Date(at.getTime() - ACTIVE_EVERY_MS) });
};

/** Removes fetches from before an instant. */
export const removeFetches = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('subscription_fetches').where('hour', '<', before).execute();
};

/** Stores counted fetches and wrong keys. */
export const writeCounts = async (db: Db, { fetches, wrongKeys }: FetchCounts, at: Date): Promise<void> => {
  if (fetches.length > 0) await addFetches(db, fetches, at);
  if (wrongKeys.size === 0) return;
  const slot = new Date(Math.floor(at.getTime() / WRONG_KEY_SLOT_MS) * WRONG_KEY_SLOT_MS);
  await sql`
    insert into subscription_misses (user_num, slot, count)
    select num, ${slot}, count from unnest(${[...wrongKeys.keys()]}::bigint[], ${[...wrongKeys.values()]}::int[]) as m (num, count)
    on conflict (user_num, slot) do update set count = subscription_misses.count + excluded.count`.execute(db);
};

/** Removes wrong keys from before an instant. */
export const removeWrongKeys = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('subscription_misses').where('slot', '<', before).execute();
};
