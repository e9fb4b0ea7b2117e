import { databaseBefore } from '@skyport/db/testing-migrations';
import { expect, test } from 'vitest';

/* Payments of before, as the migration finds them after which 0x no longer makes another number. */

const { owner, migrate } = await databaseBefore('0164');
const [ONE, TWO] = ['A'.repeat(64), 'B'.repeat(64)];

const insertPayment = (key: string, source: 'provider' | 'receipt' = 'provider') =>
  owner.query(
    `insert into payments (id, reference, reference_key, ledger_name, source, instance, amount, yuan, currency, outcome,
       reason, paid_at, settled_at)
     values (gen_random_uuid(), $1, $1, $1 || $2, $2, $2, 1, 1, 'CNY', 'unclaimed', 'unknown', now(), now())`,
    [key, source],
  );

test('transactions lose their 0x, unless the number without it is there already', async () => {
  await insertPayment(`0X${ONE}`);
  await insertPayment(`0X${ONE}/BEP20/3`);
  await insertPayment(`0X${TWO}`, 'receipt');
  await insertPayment(TWO, 'receipt');
  await insertPayment('0X12');
  await migrate();
  const { rows } = await owner.query<{ key: string }>(
    'select reference_key as key from payments order by reference_key collate "C"',
  );
  expect(rows.map(({ key }) => key)).toEqual([`0X12`, `0X${TWO}`, ONE, `${ONE}/BEP20/3`, TWO]);
});
