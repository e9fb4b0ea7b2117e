import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { AddressSwitches } from '../../nodes/index.ts';
import type { TrafficColumns } from '../../traffic/index.ts';

/**
 * What decides which lines a user may use and for how long, in one row. Read across three features' tables in one
 * statement, because the controller reads all users when it starts.
 */
export interface FleetUserRow extends TrafficColumns {
  readonly num: number;
  readonly id: string;
  readonly userkey_enc: Buffer;
  readonly is_agency_user: boolean;
  readonly normal_permission: boolean;
  readonly scale_ppm: number;
  /** Bytes of `granted` that an undo gave back. */
  readonly returned: number;
  readonly paused_until: Date | null;
  /** Permission id to expiry, ISO 8601; null when none is held. */
  readonly permissions: Readonly<Record<string, string>> | null;
}

/** What has to hold of an account to be served anywhere, each by its name. */
const accountConditions = { account: sql<boolean>`not u.disabled`, confirmed: sql<boolean>`u.confirmed` };

const isServed = sql.join(Object.values(accountConditions), sql` and `);

const columns = sql`
  u.num, u.id, u.userkey_enc, u.is_agency_user, u.normal_permission, u.scale_ppm, u.daily_unlimited,
  u.daily_unlimited_gb, t.granted, t.returned, t.spent, t.vip_until, t.daily_quota, t.day, t.day_used, t.paused_until,
  (select jsonb_object_agg(p.permission_id, p.expires_at) from user_permissions p where p.user_id = u.id) as permissions`;

const from = sql`from users u join traffic_account t on t.user_num = u.num`;

const select = (where: ReturnType<typeof sql>, limit: number | null) =>
  sql<FleetUserRow>`select ${columns} ${from} where ${where} order by u.num limit ${limit}`;

/**
 * Usable accounts above `after`, at most `limit`, by number. Both tables are bounded: a merge would otherwise read
 * `traffic_account` from its first row for each page.
 */
export const pageUsers = async (db: Db, after: number, limit: number): Promise<FleetUserRow[]> =>
  (await select(sql`${isServed} and u.num > ${after} and t.user_num > ${after}`, limit).execute(db)).rows;

/** These users, as far as their accounts are usable. */
export const readUsers = async (db: Db, nums: readonly number[]): Promise<FleetUserRow[]> =>
  (await select(sql`${isServed} and u.num = any(${nums}::bigint[])`, null).execute(db)).rows;

/** A user whether or not the account is served, and which of the conditions for that hold. */
export interface AccountStanding {
  readonly row: FleetUserRow;
  readonly switches: AddressSwitches;
  readonly conditions: Readonly<Record<keyof typeof accountConditions, boolean>>;
}

/** How an account stands; undefined where there is none. */
export const findStanding = async (db: Db, userId: string): Promise<AccountStanding | undefined> => {
  const { account, confirmed } = accountConditions;
  const { rows } = await sql<
    FleetUserRow & AccountStanding['conditions'] & { readonly in_foreign: boolean; readonly in_xinjiang: boolean }
  >`
    select ${columns}, u.in_foreign, u.in_xinjiang, ${account} as account, ${confirmed} as confirmed
      ${from} where u.id = ${userId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      row,
      switches: { id: row.id, inForeign: row.in_foreign, inXinjiang: row.in_xinjiang },
      conditions: { account: row.account, confirmed: row.confirmed },
    }
  );
};
