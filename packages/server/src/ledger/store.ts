import type { Db, LedgerProblem } from '@skyport/db';
import { sql } from 'kysely';

/** What the watch knows now. */
export interface LedgerWatch {
  /** Problems that were found and have not yet been found mended. */
  readonly problems: number;
  /** When the last check of what is new, and of everything, came to its end. */
  readonly newAt: Date | null;
  readonly wholeAt: Date | null;
}

/** What the watch knows now. */
export const readLedgerWatch = async (db: Db): Promise<LedgerWatch> => {
  const { rows } = await sql<LedgerWatch>`
    select (select count(*) from ledger_problems) as problems, new_at as "newAt", whole_at as "wholeAt"
      from ledger_watch`.execute(db);
  return rows[0] ?? { problems: 0, newAt: null, wholeAt: null };
};

/** Stores what a check found; gives those that were not known. The same account or transaction is one problem. */
export const keepProblems = async (trx: Db, found: readonly LedgerProblem[], at: Date): Promise<LedgerProblem[]> => {
  if (found.length === 0) return [];
  const { rows } = await sql<LedgerProblem & { fresh: boolean }>`
    insert into ledger_problems (problem, subject, detail, first_at, last_at)
    select distinct on (problem, split_part(detail, ':', 1)) problem, split_part(detail, ':', 1), detail, ${at}, ${at}
      from unnest(${found.map(({ problem }) => problem)}::text[], ${found.map(({ detail }) => detail)}::text[])
           as found (problem, detail)
    on conflict (problem, subject) do update set detail = excluded.detail, last_at = excluded.last_at
    returning problem, detail, xmax = 0 as fresh`.execute(trx);
  return rows.filter(({ fresh }) => fresh);
};

/** Notes that what is new was checked. */
export const noteNewChecked = async (trx: Db, at: Date): Promise<void> => {
  await trx.updateTable('ledger_watch').set({ new_at: at }).execute();
};

/** Notes that a check of everything has ended; what nobody saw since it began is mended. */
export const noteWholeChecked = async (trx: Db, { begun, at }: { begun: Date; at: Date }): Promise<void> => {
  await trx.deleteFrom('ledger_problems').where('last_at', '<', begun).execute();
  await trx.updateTable('ledger_watch').set({ whole_at: at }).execute();
};
