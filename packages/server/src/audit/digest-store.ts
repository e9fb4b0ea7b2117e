import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { DigestEntry } from './digest-rules.ts';

/** The last business day that was told of, locked until the transaction ends; `first` where none was. */
export const lockDigest = async (trx: Db, first: string): Promise<string> => {
  await sql`insert into audit_digest (through) values (${first}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ through: string }>`
    select through::text as through from audit_digest for update`.execute(trx);
  return rows[0]?.through ?? first;
};

/** Notes up to which business day it was told. */
export const noteDigest = async (trx: Db, through: string): Promise<void> => {
  await sql`update audit_digest set through = ${through}`.execute(trx);
};

/** An entry with its place in the order of reading: its instant as the database writes it, to the microsecond. */
export interface PlacedEntry extends DigestEntry {
  readonly at: string;
  readonly id: string;
}

/**
 * Entries of some kinds from one business day to another, both included, oldest first; those after `after`, at most
 * `limit`.
 */
export const listOfDays = async (
  db: Db,
  days: {
    readonly kinds: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly timezone: string;
    readonly limit: number;
  },
  after: Pick<PlacedEntry, 'at' | 'id'> | undefined,
): Promise<PlacedEntry[]> => {
  const { kinds, from, to, timezone, limit } = days;
  const { rows } = await sql<PlacedEntry>`
    select at::text as at, id, actor, kind, object, before, after, detail from audit_log
     where kind = any(${[...kinds]}::text[])
       and at >= ${from}::date::timestamp at time zone ${timezone}
       and at < (${to}::date + 1)::timestamp at time zone ${timezone}
       ${after ? sql`and (audit_log.at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
     order by audit_log.at, id limit ${limit}`.execute(db);
  return rows;
};
