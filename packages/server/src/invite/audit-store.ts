import { sql } from 'kysely';
import { byId, type AuditReader, type AuditValue } from '../platform/audit-rules.ts';

/** Channels for the audit, by the id of their account; with its type, which a channel of its own may change. */
export const channelFields: AuditReader = async (trx, ids) => {
  const { rows } = await sql<{ readonly id: string } & Readonly<Record<string, AuditValue>>>`
    select u.id, u.type, c.name, c.code, c.reward_bp, c.consumer_days
      from channels c join users u on u.id = c.user_id
     where c.user_id = any(${[...ids]}::uuid[])`.execute(trx);
  return byId(rows, ({ id: _id, ...fields }) => fields);
};
