import type { Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql } from 'kysely';
import type { AuditEntry } from '../platform/audit-rules.ts';
import { type ListTotal, totalOf } from '../platform/list-total-store.ts';
import { findUsersLike } from '../platform/users-like-store.ts';
import type { ChainedEntry, CodedEntry, Link } from './chain-rules.ts';

const columns = sql.raw('id, at, actor, address, call, kind, object, before, after, detail, mac, seq, chain');

/** Lets one process at a time add to the chain, until the transaction ends. */
export const lockChain = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.auditChain})`.execute(trx);
};

/** The last place of the chain; undefined when nothing is chained. */
export const findEnd = async (db: Db): Promise<Link | undefined> => {
  const { rows } = await sql<Link>`
    select seq, chain from audit_log where seq is not null order by seq desc limit 1`.execute(db);
  return rows[0];
};

/** One place of the chain. */
export const findLink = async (db: Db, seq: number): Promise<Link | undefined> => {
  const { rows } = await sql<Link>`select seq, chain from audit_log where seq = ${seq}`.execute(db);
  return rows[0];
};

/** Whether an entry with a code of its own is in the chain behind a place. */
export const isCoded = async (db: Db, after: number): Promise<boolean> => {
  const { rows } = await sql`select from audit_log where seq > ${after} and mac is not null limit 1`.execute(db);
  return rows.length > 0;
};

/** Where a page of entries goes on. */
export type Place = Pick<AuditEntry, 'at' | 'id'>;

/** Committed entries without a place in the chain, oldest first, behind a place. */
export const listUnchained = async (db: Db, after: Place | undefined, limit: number): Promise<CodedEntry[]> => {
  const { rows } = await sql<CodedEntry>`
    select ${columns} from audit_log
     where seq is null and (${after?.id ?? null}::uuid is null or (at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
     order by at, id limit ${limit}`.execute(db);
  return rows;
};

/** Entries of the chain behind a place, in its order. */
export const listChained = async (db: Db, after: number, limit: number): Promise<ChainedEntry[]> => {
  const { rows } = await sql<ChainedEntry>`
    select ${columns} from audit_log where seq > ${after} order by seq limit ${limit}`.execute(db);
  return rows;
};

/** Gives entries their places. */
export const placeEntries = async (trx: Db, placed: readonly (Link & { readonly id: string })[]): Promise<void> => {
  await sql`
    update audit_log a set seq = p.seq, chain = p.chain
      from unnest(${placed.map(({ id }) => id)}::uuid[], ${placed.map(({ seq }) => seq)}::bigint[],
                  ${placed.map(({ chain }) => chain)}::bytea[]) as p(id, seq, chain)
     where a.id = p.id`.execute(trx);
};

/** An end of the chain that was mailed, or is to begin verification. */
export interface Anchor extends Link {
  readonly mailId: string | null;
  readonly mailedAt: Date | null;
  readonly proof: Buffer | null;
}

const anchorColumns = sql.raw('seq, chain, mail_id as "mailId", mailed_at as "mailedAt", proof');

/** Where verification begins: the last anchor with a proof, whether or not the proof is right. */
export const findBegin = async (db: Db): Promise<Anchor | undefined> => {
  const { rows } = await sql<Anchor>`
    select ${anchorColumns} from audit_anchors where proof is not null order by seq desc limit 1`.execute(db);
  return rows[0];
};

/** The anchor at a place. */
export const findAnchor = async (db: Db, seq: number): Promise<Anchor | undefined> => {
  const { rows } = await sql<Anchor>`select ${anchorColumns} from audit_anchors where seq = ${seq}`.execute(db);
  return rows[0];
};

/** Keeps an anchor; the mail of one that is there already is replaced. */
export const putAnchor = async (
  trx: Db,
  { seq, chain }: Link,
  made: { at: Date; mailId: string | null },
): Promise<void> => {
  await sql`
    insert into audit_anchors (seq, chain, made_at, mail_id) values (${seq}, ${chain}, ${made.at}, ${made.mailId})
    on conflict (seq) do update set mail_id = excluded.mail_id`.execute(trx);
};

/** Makes verification begin behind an anchor. */
export const proveAnchor = async (trx: Db, seq: number, proof: Buffer): Promise<void> => {
  await sql`update audit_anchors set proof = ${proof} where seq = ${seq}`.execute(trx);
};

/** Notes which anchors a mail server has taken. */
export const noteMailed = async (db: Db): Promise<void> => {
  await sql`
    update audit_anchors a set mailed_at = m.sent_at from mail_outbox m
     where m.id = a.mail_id and a.mailed_at is null and m.sent_at is not null`.execute(db);
};

/** Whether the mail of an anchor may still be sent. */
export const isMailWaiting = async (db: Db, mailId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from mail_outbox where id = ${mailId} and gave_up_at is null`.execute(db);
  return rows.length > 0;
};

/** The last place up to which every entry is from before an instant; 0 when there is none. */
export const lastBefore = async (db: Db, instant: Date): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    select coalesce((select min(seq) - 1 from audit_log where seq is not null and at >= ${instant}),
                    (select max(seq) from audit_log), 0)::bigint as last`.execute(db);
  return rows[0]?.last ?? 0;
};

/** Removes the chain up to a mailed anchor; gives how many entries that were. */
export const dropChain = async (trx: Db, upTo: number): Promise<number> => {
  const { rows } = await sql<{ removed: number }>`select audit_drop(${upTo}) as removed`.execute(trx);
  return rows[0]?.removed ?? 0;
};

/** Notes what a look at the chain found. */
export const noteCheck = async (db: Db, problems: number, at: Date): Promise<void> => {
  await db
    .insertInto('audit_check')
    .values({ problems, checked_at: at })
    .onConflict((c) => c.column('one').doUpdateSet({ problems, checked_at: at }))
    .execute();
};

/** What the last look at the chain found; undefined before the first one. */
export const findCheck = (db: Db): Promise<{ problems: number; at: Date } | undefined> =>
  db.selectFrom('audit_check').select(['problems', 'checked_at as at']).executeTakeFirst();

/** Which entries. */
export interface AuditMatch {
  readonly kind: string | undefined;
  /** LIKE pattern of the actor's e-mail address, and the bare text for ids. */
  readonly pattern: string;
  readonly text: string;
  /** Id of the one thing that entries are about. */
  readonly object: string | undefined;
  /** Feature and name of the call that made them. */
  readonly call?: string | undefined;
  /** When they were made, both ends included. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Leaves out what was only tried out and changed nothing. */
  readonly changedOnly?: boolean;
}

/** Which page of them. */
export interface AuditPage extends AuditMatch {
  readonly limit: number;
  readonly skip: number;
}

/** An entry with the address of who made it. */
export interface ListedEntry extends AuditEntry {
  readonly seq: number | null;
  readonly email: string | null;
}

/** Entries of accounts that the text means are found by their ids; of too many of them by reading the newest. */
const byText = async (db: Db, { text, pattern }: Pick<AuditMatch, 'text' | 'pattern'>) => {
  if (text === '') return sql`true`;
  const users = await findUsersLike(db, text);
  return users
    ? sql`(a.actor = any(${users.ids}::uuid[]) or a.object = ${text})`
    : sql`(u.email like ${pattern} or a.object = ${text})`;
};

const matching = async (db: Db, match: AuditMatch) => {
  const { kind, object, call, from, to, changedOnly = false } = match;
  return sql`
  from audit_log a left join users u on u.id = a.actor
 where (${kind ?? null}::text is null or a.kind = ${kind ?? null})
   and (${object ?? null}::text is null or a.object = ${object ?? null})
   and (${call ?? null}::text is null or a.call = ${call ?? null})
   and (${from ?? null}::timestamptz is null or a.at >= ${from ?? null})
   and (${to ?? null}::timestamptz is null or a.at <= ${to ?? null})
   and (not ${changedOnly}::boolean or a.before is not null or a.after is not null)
   and ${await byText(db, match)}`;
};

const listedColumns = sql.raw(
  'a.id, a.at, a.actor, a.address, a.call, a.kind, a.object, a.before, a.after, a.detail, a.seq, u.email',
);

/** Entries that match, newest first. */
export const listEntries = async (db: Db, filter: AuditPage): Promise<ListedEntry[]> => {
  const { rows } = await sql<ListedEntry>`
    select ${listedColumns} ${await matching(db, filter)} order by a.at desc, a.id desc limit ${filter.limit} offset ${filter.skip}`.execute(
    db,
  );
  return rows;
};

/** Entries that match behind one of them, by id from the newest to the oldest. */
export const listEntriesBehind = async (
  db: Db,
  match: AuditMatch,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ListedEntry[]> => {
  const { rows } = await sql<ListedEntry>`
    select ${listedColumns} ${await matching(db, match)} and (${after ?? null}::uuid is null or a.id < ${after ?? null}::uuid)
     order by a.id desc limit ${limit}`.execute(db);
  return rows;
};

/** How many entries match; many are estimated. */
export const totalEntries = async (db: Db, filter: AuditMatch): Promise<ListTotal> =>
  totalOf(db, await matching(db, filter));

/** How many entries match, exactly. */
export const countEntries = async (db: Db, filter: AuditMatch): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${await matching(db, filter)}`.execute(db);
  return rows[0]?.total ?? 0;
};
