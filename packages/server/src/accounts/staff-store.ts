import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** What staff change of an account's own row. */
export interface StaffColumns {
  readonly disabled: boolean;
  /** Millionths. */
  readonly scale_ppm: number;
  readonly paid: boolean;
  readonly is_agency: boolean;
  readonly is_agency_user: boolean;
  readonly agent_id: string | null;
  readonly can_change_key: boolean;
  readonly can_change_password: boolean;
  readonly normal_permission: boolean;
  readonly force_reward: boolean;
  readonly daily_unlimited: boolean;
  /** GB. */
  readonly daily_unlimited_gb: number;
  readonly describe_host: string;
  readonly prefer_domain: string;
}

/** Writes some columns of a locked account. */
export const changeByStaff = async (trx: Db, userId: string, columns: Partial<StaffColumns>): Promise<void> => {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('users').set(columns).where('id', '=', userId).execute();
};

/**
 * Whether there is another admin that can log in. Two that ask about each other wait for one another, so that they
 * cannot both be right.
 */
export const otherAdminExists = async (trx: Db, userId: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts.admins', 0))`.execute(trx);
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('type', '=', 'admin')
    .where('id', '<>', userId)
    .where('disabled', '=', false)
    .where('confirmed', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether an account is an agency; it stays one until the transaction ends. */
export const isAgency = async (trx: Db, userId: string): Promise<boolean> => {
  const row = await trx.selectFrom('users').select('is_agency').where('id', '=', userId).forShare().executeTakeFirst();
  return row?.is_agency ?? false;
};
