import { sql } from 'kysely';
import { byId, hidden, type AuditReader } from '../../platform/audit-rules.ts';

/** Second steps of accounts, by the account's id. */
export const secondStepFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{
    id: string;
    second_step: boolean;
    confirmed_at: Date | null;
    secret_enc: Buffer | null;
  }>`
    select u.id, u.second_step, s.confirmed_at, s.secret_enc
      from users u left join second_steps s on s.user_id = u.id
     where u.id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ second_step, confirmed_at, secret_enc }) => ({
    second_step,
    confirmed_at,
    secret: hidden(secret_enc),
  }));
};
