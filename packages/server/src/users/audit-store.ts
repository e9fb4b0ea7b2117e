import { sql } from 'kysely';
import { byId, hidden, type AuditReader, type AuditValue } from '../platform/audit-rules.ts';

interface AccountFields {
  readonly id: string;
  readonly password_hash: string;
  /** Permission id to end, as PostgreSQL writes it. */
  readonly permissions: Readonly<Record<string, string>>;
}

/** Accounts for the audit: what staff may change of them, money in milli-yuan and traffic in bytes. */
export const accountFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<AccountFields & Readonly<Record<string, AuditValue>>>`
    select u.id, u.password_hash, u.type, u.disabled, u.scale_ppm, u.paid, u.is_agency, u.is_agency_user, u.agent_id,
           u.can_change_key, u.can_change_password, u.normal_permission, u.force_reward, u.daily_unlimited,
           u.daily_unlimited_gb, u.describe_host, u.prefer_domain, t.granted, t.vip_until,
           w.balance as wallet,
           coalesce((select jsonb_object_agg(h.permission_id, h.expires_at) from user_permissions h
                      where h.user_id = u.id), '{}') as permissions
      from users u join traffic_account t on t.user_num = u.num
      cross join lateral (select coalesce(sum(balance), 0)::bigint as balance from ledger_account
                            where owner = u.num and kind in ('wallet', 'wallet_rebate') and unit = 'CNY_MILLI') w
     where u.id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, password_hash, ...fields }) => ({ ...fields, password: hidden(password_hash) }));
};
