import { sql } from 'kysely';
import { byId, hidden, type AuditReader } from '../platform/audit-rules.ts';
import { faceValue, type Worth } from './face-value.ts';

/**
 * Coupons for the audit; a code is worth money, so it is a secret there. The face value stands beside the fields that
 * make it, so that an entry that holds some of these tells what they came to.
 */
export const couponFields: AuditReader = async (trx, ids) => {
  const rows = await trx
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return byId(
    rows,
    ({ id: _id, code, code_exact: _exact, used: _used, created_at: _made, deleted_at: _gone, ...fields }) => ({
      ...fields,
      face_value: { ...faceValue(fields as Worth) },
      code: hidden(code),
    }),
  );
};
