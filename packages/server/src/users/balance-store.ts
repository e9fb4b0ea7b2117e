import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { TrafficColumns } from '../traffic/index.ts';

/** What an account has, across the tables of traffic and the ledger. Money in milli-yuan. */
export interface BalanceRow extends TrafficColumns {
  readonly trial_left: number;
  readonly pending: number;
  readonly overrun: number;
  readonly paused_until: Date | null;
  readonly wallet: number;
  readonly wallet_rebate: number;
  readonly wallet_hold: number;
  readonly withdraw_pending: number;
  readonly push_escrow: number;
  /** Ends as PostgreSQL writes instants. */
  readonly trials: readonly { readonly id: string; readonly left: number; readonly until: string }[];
}

const ledger = (...kinds: readonly string[]) => sql`coalesce((
  select sum(balance) from ledger_account where owner = u.num and kind = any(${[...kinds]}::text[])), 0)::bigint`;

/** What the account with an id has; undefined where there is none. */
export const findBalances = async (db: Db, userId: string): Promise<BalanceRow | undefined> => {
  const { rows } = await sql<BalanceRow>`
    select t.granted, t.spent, t.vip_until, t.daily_quota, t.day::text as day, t.day_used, u.daily_unlimited,
           u.daily_unlimited_gb, t.trial_left, t.pending, t.overrun, t.paused_until,
           ${ledger('wallet', 'wallet_rebate')} as wallet, ${ledger('wallet_rebate')} as wallet_rebate,
           ${ledger('wallet_hold')} as wallet_hold, ${ledger('withdraw_pending')} as withdraw_pending, ${ledger('push_escrow')} as push_escrow,
           coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'left', g.left_bytes, 'until', g.expires_at)
                                      order by g.expires_at, g.id)
                       from trial_grants g where g.user_num = u.num and g.closed_at is null), '[]') as trials
      from users u join traffic_account t on t.user_num = u.num
     where u.id = ${userId}`.execute(db);
  return rows[0];
};
