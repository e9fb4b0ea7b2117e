import { databaseBefore } from '@skyport/db/testing-migrations';
import { expect, test } from 'vitest';
import { discountOf } from './discount.ts';

/*
 * Uses of coupons by orders of before, as the migration finds them that lets a use keep what its coupon was worth.
 */

const { owner, migrate } = await databaseBefore('0078');
const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await owner.query<{ id: string }>(`${text} returning id`, values)).rows[0]!.id;

const user =
  await one(`insert into users (id, email, password_hash, userkey_enc, userkey_hash, created_at, last_active_at)
  values (gen_random_uuid(), 'a@example.com', 'none', '\\x00', '\\x00', now(), now())`);
const combo = await one(`insert into combos (id, name, price, traffic, created_at)
  values (gen_random_uuid(), '商品', 30000, 1, now())`);

interface Planted {
  readonly type: 'cash' | 'discount';
  readonly price: number;
  /** What the coupon was when it was applied, and what it is by now: milli-yuan, or ten-thousandths still paid. */
  readonly was: number;
  readonly now: number;
  readonly isOff?: boolean;
}

let made = 0;
const plant = async ({ type, price, was, now, isOff = false }: Planted): Promise<string> => {
  made += 1;
  const code = `APPLIED${made}`;
  const [money, bp] = type === 'cash' ? [now, 10_000] : [0, now];
  const coupon = await one(
    `insert into coupons (id, name, type, code, money, discount_bp, expires_at, created_at)
     values (gen_random_uuid(), '券', $1, $2, $3, $4, '2027-01-01Z', now())`,
    [type, code, money, bp],
  );
  const order = await one(
    `insert into orders (id, user_id, user_num, combo_id, name, price, traffic, vip_days, bonus_percent, permission_ids,
                         permission_days, created_at, expires_at)
     values (gen_random_uuid(), $1, (select num from users where id = $1), $2, '商品', $3, 1, 0, 0, '{}', 0, now(), now())`,
    [user, combo, price],
  );
  const use = await one(
    `insert into coupon_uses (id, coupon_id, user_id, slot, traffic, days, used_at, released_at, order_id)
     values (gen_random_uuid(), $1, $2, 1, 0, 0, now(), $3, $4)`,
    [coupon, user, isOff ? new Date() : null, order],
  );
  if (isOff) return use;
  const applied = discountOf({ type, money: was, discountBp: was }, price);
  await owner.query(
    `update orders set coupon_use_id = $1, coupon_code = $2, coupon_name = '券', coupon_type = $3, discount = $4
      where id = $5`,
    [use, code, type, applied, order],
  );
  return use;
};

test('a use keeps what its order says, by the roundest share that takes off as much, else what the coupon says', async () => {
  const cases: readonly (readonly [Planted, { discount: number; discount_bp: number }])[] = [
    [
      { type: 'cash', price: 30_000, was: 5000, now: 9000 },
      { discount: 5000, discount_bp: 10_000 },
    ],
    [
      { type: 'cash', price: 30_000, was: 5000, now: 9000, isOff: true },
      { discount: 9000, discount_bp: 10_000 },
    ],
    [
      { type: 'discount', price: 9990, was: 8333, now: 8333 },
      { discount: 1660, discount_bp: 8333 },
    ],
    [
      { type: 'discount', price: 19_900, was: 8500, now: 5000 },
      { discount: 2980, discount_bp: 8500 },
    ],
    [
      { type: 'discount', price: 99_999_990, was: 8333, now: 5000 },
      { discount: 16_669_990, discount_bp: 8333 },
    ],
    [
      { type: 'discount', price: 30_000, was: 10_000, now: 5000 },
      { discount: 0, discount_bp: 10_000 },
    ],
    [
      { type: 'discount', price: 30_000, was: 8000, now: 5000, isOff: true },
      { discount: 15_000, discount_bp: 5000 },
    ],
  ];
  const uses: string[] = [];
  for (const [planted] of cases) uses.push(await plant(planted));
  await migrate();
  for (const [at, [planted, kept]] of cases.entries()) {
    const { rows } = await owner.query('select type, discount::int, discount_bp from coupon_uses where id = $1', [
      uses[at],
    ]);
    expect([at, rows[0]]).toEqual([at, { type: planted.type, ...kept }]);
  }
});
