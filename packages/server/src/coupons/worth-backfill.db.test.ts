import { randomUUID } from 'node:crypto';
import { databaseBefore } from '@skyport/db/testing-migrations';
import { expect, test } from 'vitest';

/*
 * Coupons of before, as the migration finds them that notes who decided what they are worth.
 */

const { owner, migrate } = await databaseBefore('0070');
const [maker, editor, renamer] = [randomUUID(), randomUUID(), randomUUID()];

const insertCoupon = async (code: string, madeBy: string | null): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into coupons (id, name, type, code, traffic, total, expires_at, created_at, made_by)
     values (gen_random_uuid(), 'a', 'freeUse', $1, 1, 1, '2027-01-01Z', '2026-01-01Z', $2) returning id`,
    [code, madeBy],
  );
  return rows[0]!.id;
};

let minute = 0;
const audited = async (object: string, actor: string, before: object | null, after: object | null): Promise<void> => {
  minute += 1;
  await owner.query(
    `insert into audit_log (id, at, actor, call, kind, object, before, after)
     values (gen_random_uuid(), '2026-01-01Z'::timestamptz + $1 * interval '1 minute', $2, 'coupons.update', 'coupon', $3, $4, $5)`,
    [minute, actor, object, before && JSON.stringify(before), after && JSON.stringify(after)],
  );
};

test('whoever the audit names last for a worth has decided it, else the maker, else nobody', async () => {
  const edited = await insertCoupon('EDITED', maker);
  await audited(edited, maker, null, { name: 'a', traffic: 1 });
  await audited(edited, editor, { total: 1 }, { total: 2 });
  await audited(edited, renamer, { name: 'a' }, { name: 'b' });
  await audited(await insertCoupon('ANOTHER', null), maker, null, { name: 'a' });
  await insertCoupon('MADE', maker);
  await insertCoupon('UNKNOWN', null);
  await migrate();
  const { rows } = await owner.query('select code, made_by, worth_by from coupons order by code');
  expect(rows).toEqual([
    { code: 'ANOTHER', made_by: null, worth_by: maker },
    { code: 'EDITED', made_by: maker, worth_by: editor },
    { code: 'MADE', made_by: maker, worth_by: maker },
    { code: 'UNKNOWN', made_by: null, worth_by: null },
  ]);
});
