import type { Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql } from 'kysely';

/** An export as it was asked for. */
export interface ExportDraft {
  readonly id: string;
  readonly ticket_hash: Buffer;
  readonly user_id: string;
  readonly session: Buffer;
  readonly list: string;
  readonly filter: object;
  readonly columns: readonly string[];
  readonly titles: readonly string[];
  readonly rows: number;
  readonly made_at: Date;
}

/** Lets one process at a time count the exports that run, until the transaction ends. */
export const lockExports = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.listExports})`.execute(trx);
};

/** Forgets what an account has asked for and not fetched, and everybody's exports from before an instant. */
export const forgetExports = async (trx: Db, user: string, before: Date): Promise<void> => {
  await sql`
    delete from list_exports where made_at < ${before} or (user_id = ${user} and begun_at is null)`.execute(trx);
};

/** Exports that run or may still begin: of all, and of one account. */
export interface OpenExports {
  readonly all: number;
  readonly own: number;
}

/** Counts exports that were asked for since one instant and did not begin, or began since another and did not end. */
export const countOpen = async (
  trx: Db,
  user: string,
  since: { readonly asked: Date; readonly begun: Date },
): Promise<OpenExports> => {
  const { rows } = await sql<OpenExports>`
    select count(*)::int as "all", count(*) filter (where user_id = ${user})::int as own from list_exports
     where ended_at is null and case when begun_at is null then made_at > ${since.asked} else begun_at > ${since.begun} end`.execute(
    trx,
  );
  return rows[0]!;
};

/** Stores an export that was asked for. */
export const insertExport = async (trx: Db, draft: ExportDraft): Promise<void> => {
  await trx
    .insertInto('list_exports')
    .values({ ...draft, filter: JSON.stringify(draft.filter), columns: [...draft.columns], titles: [...draft.titles] })
    .execute();
};

/** An export that begins. */
export interface TakenExport {
  readonly id: string;
  readonly list: string;
  readonly filter: unknown;
  readonly columns: readonly string[];
}

/** Begins the export of a ticket, once; undefined where the session has none, or was given it too long ago. */
export const takeExport = async (
  db: Db,
  ticket: { readonly hash: Buffer; readonly session: Buffer },
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<TakenExport | undefined> => {
  const { rows } = await sql<TakenExport>`
    update list_exports set begun_at = ${at}
     where ticket_hash = ${ticket.hash} and session = ${ticket.session} and begun_at is null and made_at > ${since}
    returning id, list, filter, columns`.execute(db);
  return rows[0];
};

/** Notes once that an export is over, with or without its last row. */
export const endExport = async (db: Db, id: string, at: Date): Promise<void> => {
  const open = db.updateTable('list_exports').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null);
  await open.execute();
};
