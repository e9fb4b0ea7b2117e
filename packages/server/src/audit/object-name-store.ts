import type { Db } from '@skyport/db';
import { sql } from 'kysely';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Objects by table, each with what people call it. A flag, a request or a report is named by what it is about. */
const named = sql.raw(
  [
    ['users', 'o.email', ''],
    ['nodes', 'o.name', 'where o.deleted_at is null'],
    ['entries', 'o.name', 'where o.deleted_at is null'],
    ['lines', 'o.name', 'where o.deleted_at is null'],
    ['combos', 'o.name', 'where o.deleted_at is null'],
    ['prizes', 'o.name', 'where o.deleted_at is null'],
    ['coupons', 'o.code', 'where o.deleted_at is null'],
    ['permissions', 'o.name', ''],
    ['pay_instances', 'o.label', ''],
    ['tickets', 'o.title', ''],
    ['canned_answers', 'o.name', ''],
    ['backups', 'o.file', ''],
    ['claims', 'o.reference', ''],
    ['payments', 'o.reference', ''],
    ['reconciliation_lines', 'o.reference', ''],
    ['orders', "o.name || ' · ' || u.email", 'join users u on u.id = o.user_id'],
    [
      'order_flags',
      "b.name || ' · ' || u.email",
      'join orders b on b.id = o.order_id join users u on u.id = b.user_id',
    ],
    ['money_requests', 'u.email', 'join users u on u.id = o.user_id'],
    ['withdrawals', 'u.email', 'join users u on u.id = o.user_id'],
    ['node_alarms', 'n.name', 'join nodes n on n.id = o.node_id and n.deleted_at is null'],
    ['usage_held', 'n.name', 'join nodes n on n.id = o.node_id and n.deleted_at is null'],
  ]
    .map(([table, name, rest]) => `select o.id, ${name} as name from asked join ${table} o using (id) ${rest}`)
    .join(' union all '),
);

/** What the objects of entries are called, by id, in one query; an object that is gone or has no name is left out. */
export const namesOfObjects = async (db: Db, objects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(objects)].filter((id) => UUID.test(id));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    with asked as (select unnest(${ids}::uuid[]) as id) ${named}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
