import type { Db } from '@skyport/db';

/** An account with what it has to do with agencies, locked against changes of it. */
export interface Party {
  readonly id: string;
  readonly num: number;
  readonly email: string;
  readonly is_agency: boolean;
  readonly is_agency_user: boolean;
  readonly agent_id: string | null;
}

/** Whether an account is an agency now. */
export const isAgencyNow = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('is_agency').where('id', '=', id).executeTakeFirst();
  return row?.is_agency === true;
};

/** Locks accounts, in one order, so that nobody changes whose customers they are; those that there are. */
export const lockParties = async (trx: Db, ids: readonly string[]): Promise<Party[]> => {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'num', 'email', 'is_agency', 'is_agency_user', 'agent_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute();
  return rows.map((row) => ({ ...row, num: Number(row.num) }));
};

/** A customer as it is listed. Bytes. */
export interface CustomerRow {
  readonly id: string;
  readonly email: string;
  readonly granted: number;
  readonly spent: number;
  readonly vip_until: Date | null;
  readonly last_active_at: Date;
  readonly password_hash: string;
  readonly disabled: boolean;
}

const customersOf = (db: Db, agencyId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('traffic_account as t', 't.user_num', 'u.num')
    .where('u.agent_id', '=', agencyId)
    .where('u.is_agency_user', '=', true);

/** Customers of an agency, newest first. */
export const listCustomers = (
  db: Db,
  agencyId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CustomerRow[]> =>
  customersOf(db, agencyId)
    .select(['u.id', 'u.email', 't.granted', 't.spent', 't.vip_until'])
    .select(['u.last_active_at', 'u.password_hash', 'u.disabled'])
    .orderBy('u.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** How many customers an agency has. */
export const countCustomers = async (db: Db, agencyId: string): Promise<number> => {
  const row = await customersOf(db, agencyId)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};
