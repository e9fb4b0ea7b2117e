import { codes } from '@skyport/contract/codes';
import { MIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { solvedFor } from '../accounts/log-in/captcha-testing.ts';
import { DAY_MS } from '../platform/clock.ts';
import { Refusal } from '../platform/refuse.ts';
import { createTestApp } from '../testing.ts';
import { redeem } from './redeem.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const ACCOUNTS = 5000;

/** Fresh accounts in one statement: signing up is not what is tested here. */
const freshAccounts = async (): Promise<readonly { id: string; num: number }[]> => {
  const { rows } = await sql<{ id: string; num: number }>`
    insert into users (id, email, password_hash, userkey_enc, userkey_hash, created_at, last_active_at)
      select gen_random_uuid(), 'guesser' || n || '@example.com', 'no password', '\\x00',
             sha256(('guesser' || n)::bytea), ${clock.now()}, ${clock.now()}
        from generate_series(1, ${ACCOUNTS}) as n returning id, num`.execute(deps.db);
  return rows;
};

const guess = async (account: { id: string; num: number }, n: number): Promise<string> => {
  const address = `10.${50 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
  const context = { caller: account, address } as Parameters<typeof redeem>[1];
  return redeem({ code: `GUESS${n}` }, context, deps).then(
    () => 'redeemed',
    (problem: unknown) => {
      if (problem instanceof Refusal) return problem.reason;
      throw problem;
    },
  );
};

test(`${ACCOUNTS} fresh accounts with wrong codes: a captcha is asked for, and a valid coupon is redeemed all the same`, async () => {
  const owner = await app.account();
  const code = deps.ids.code(10);
  await deps.db
    .insertInto('coupons')
    .values({
      id: deps.ids.next(),
      code,
      total: 1,
      per_user: 1,
      name: '新人礼',
      type: 'freeUse',
      traffic: MIB,
      created_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + DAY_MS),
    })
    .execute();
  const said = new Map<string, number>();
  const accounts = await freshAccounts();
  for (let from = 0; from < accounts.length; from += 20) {
    const answers = await Promise.all(accounts.slice(from, from + 20).map((account, n) => guess(account, from + n)));
    for (const answer of answers) said.set(answer, (said.get(answer) ?? 0) + 1);
  }
  // What everybody shares is counted without a lock: of those who were asked at that very moment a few more may pass.
  expect([...said.keys()].toSorted()).toEqual(['captchaNeeded', 'couponMissing']);
  expect(said.get('couponMissing')).toBeGreaterThanOrEqual(600);
  expect(said.get('couponMissing')).toBeLessThan(620);

  const path = '/api/coupon/redeem_coupon';
  expect((await app.call(path, { code }, owner)).code).toBe(codes.captchaNeeded.code);
  const captcha = await solvedFor((to, payload) => app.call(to, payload, owner), path);
  expect(await app.call(path, { code, captcha }, owner)).toMatchObject({ code: 0, data: { traffic: MIB } });
});
