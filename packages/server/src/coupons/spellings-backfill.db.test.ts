import { databaseBefore } from '@skyport/db/testing-migrations';
import { expect, test } from 'vitest';

/*
 * Coupons and accounts of before, as the migration finds them after which spellings no longer tell them apart.
 */

const { owner, migrate } = await databaseBefore('0143');

const insertCoupon = (code: string, isDeleted = false) =>
  owner.query(
    `insert into coupons (id, name, type, code, traffic, total, expires_at, created_at, deleted_at)
     values (gen_random_uuid(), 'a', 'freeUse', $1, 1, 1, '2027-01-01Z', '2026-01-01Z', $2)`,
    [code, isDeleted ? '2026-01-02Z' : null],
  );

let day = 0;
const insertUser = (email: string) => {
  day += 1;
  return owner.query(
    `insert into users (id, email, password_hash, userkey_enc, userkey_hash, created_at, last_active_at)
     values (gen_random_uuid(), $1, 'x', $2, $3, '2026-01-01Z'::timestamptz + $4 * interval '1 day', '2026-01-01Z')`,
    [email, Buffer.from(email), Buffer.from(`${day}`), day],
  );
};

const NFC = 'li\u00E1@mail.example';
const NFD = 'lia\u0301@mail.example';
const ONE = 'wu\u1EAD@mail.example';
const [FIRST, SECOND] = ['wua\u0323\u0302@mail.example', 'wua\u0302\u0323@mail.example'];
const ALONE = 'xie\u0301@mail.example';

test('codes that collide in case and addresses in several spellings stay, and break no migration', async () => {
  for (const code of ['ALONE', 'BOTH', 'both', 'GONE']) await insertCoupon(code);
  for (const code of ['gone', 'PAST', 'past', 'Both']) await insertCoupon(code, true);
  for (const email of [NFD, NFC, FIRST, SECOND, ALONE]) await insertUser(email);
  await migrate();
  const coupons = await owner.query<{ code: string; code_exact: boolean }>('select code, code_exact from coupons');
  const exact = coupons.rows.filter(({ code_exact }) => code_exact).map(({ code }) => code);
  expect(exact.toSorted()).toEqual(['BOTH', 'Both', 'PAST', 'both', 'gone', 'past']);
  const { rows } = await owner.query<{ email: string }>('select email from users order by created_at');
  expect(rows.map(({ email }) => email)).toEqual([NFD, NFC, ONE, SECOND, 'xi\u00E9@mail.example']);
});
