import { codes } from '@skyport/contract/codes';
import { MIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import { postCall, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const BUYERS = 200;
const buyers: TestSession[] = [];
for (let n = 0; n < BUYERS; n++) buyers.push(await app.account());

const makeCoupon = async (limits: { total: number; per_user: number }): Promise<{ id: string; code: string }> => {
  const coupon = { id: deps.ids.next(), code: deps.ids.code(10) };
  await deps.db
    .insertInto('coupons')
    .values({
      ...coupon,
      ...limits,
      name: '抢兑',
      type: 'freeUse',
      traffic: MIB,
      created_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + DAY_MS),
    })
    .execute();
  return coupon;
};

const redeem = async (code: string, user: TestSession, n: number): Promise<number> => {
  const { answer } = await postCall(app.gate, '/api/coupon/redeem_coupon', {
    payload: { code },
    address: `10.5.${n >> 8}.${n & 255}`,
    headers: { cookie: user.cookie },
  });
  return answer.code;
};

const usesOf = async (couponId: string): Promise<{ used: number; uses: number; granted: number }> => {
  const { rows } = await sql<{ used: number; uses: number; granted: number }>`
    select (select used from coupons where id = ${couponId}) as used,
           (select count(*)::int from coupon_uses where coupon_id = ${couponId}) as uses,
           (select coalesce(sum(-e.amount), 0)::bigint from ledger_entry e
              join ledger_tx t on t.id = e.tx_id join ledger_account a on a.id = e.account_id
             where a.kind = 'promo' and t.ref in (select id::text from coupon_uses where coupon_id = ${couponId})) as granted`.execute(
    deps.db,
  );
  return rows[0]!;
};

const healthy = async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);

test.each([1, 3, 7])(
  `of ${BUYERS} buyers of a coupon with %i uses exactly so many get it, the others are told it is gone`,
  async (total) => {
    const coupon = await makeCoupon({ total, per_user: 1 });
    const answers = await Promise.all(buyers.map((buyer, n) => redeem(coupon.code, buyer, n)));
    expect(answers.filter((code) => code === 0)).toHaveLength(total);
    expect(answers.filter((code) => code === codes.couponExhausted.code)).toHaveLength(BUYERS - total);
    expect(await usesOf(coupon.id)).toEqual({ used: total, uses: total, granted: total * MIB });
    await healthy();
  },
);

test.each([1, 2])('one user who redeems twelve times at once gets %i uses and no more', async (perUser) => {
  const coupon = await makeCoupon({ total: 0, per_user: perUser });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => redeem(coupon.code, buyers[perUser]!, n)));
  expect(answers.filter((code) => code === 0)).toHaveLength(perUser);
  expect(answers.filter((code) => code === codes.couponUsedUp.code)).toHaveLength(12 - perUser);
  expect(await usesOf(coupon.id)).toEqual({ used: perUser, uses: perUser, granted: perUser * MIB });
  await healthy();
});
