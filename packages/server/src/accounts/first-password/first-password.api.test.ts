import { codes } from '@skyport/contract/codes';
import { inTransaction, type Db } from '@skyport/db';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { createTestApp } from '../../testing.ts';
import { lockParties } from '../../agency/store.ts';
import { callDuring } from '../race-testing.ts';
import { makeAgencyCustomer, makePasswordLink } from './link.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const agency = await app.account();
let counter = 0;

/** The code of a link that was just made, for an account without a password. */
const linked = async (): Promise<{ readonly email: string; readonly code: string }> => {
  const email = `first${++counter}@example.com`;
  const { link } = await inTransaction(deps.db, async (trx) => {
    const made = await makeAgencyCustomer(trx, deps, { email, agencyId: agency.userId });
    if (!made) throw new Error(`${email} is taken`);
    return makePasswordLink(trx, deps, { id: made.id, email });
  });
  return { email, code: link.split('code=')[1] ?? '' };
};
const whose = (code: string) => app.call('/api/user/first_password_of', { code });
const set = (code: string) => app.call('/api/user/set_first_password', { code, password: 'b'.repeat(64) });
const logIn = (email: string, password: string) => app.call('/api/user/login', { email, password });

test('a link says whose it is and sets the first password, once', async () => {
  const { email, code } = await linked();
  expect((await whose(code)).data).toEqual({ email });
  expect((await logIn(email, 'b'.repeat(64))).code).toBe(codes.loginFailed.code);
  expect((await set(code)).code).toBe(0);
  expect((await logIn(email, 'b'.repeat(64))).code).toBe(0);
  expect([(await whose(code)).code, (await set(code)).code]).toEqual([codes.notFound.code, codes.notFound.code]);
});

test('a link that is too old, or none, sets nothing; guesses are bounded', async () => {
  const { code } = await linked();
  clock.advance(DAY_MS);
  expect([(await whose(code)).code, (await set(code)).code]).toEqual([codes.notFound.code, codes.notFound.code]);
  for (let n = 0; n < 18; n += 1) {
    clock.advance(2000);
    expect((await whose(`guess-${n}`)).code).toBe(codes.notFound.code);
  }
  clock.advance(2000);
  expect((await whose('guess')).code).toBe(codes.throttled.code);
});

const idOf = async (email: string): Promise<string> =>
  (await deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const newLink = (id: string) => {
  clock.advance(2000);
  return app.call('/api/channel/agency_new_link', { id }, agency);
};
const codeOf = (link: string): string => link.split('code=')[1] ?? '';
const becomeAgency = () =>
  deps.db.updateTable('users').set({ is_agency: true }).where('id', '=', agency.userId).execute();

test('of links that are made at the same time exactly one works, and none of before', async () => {
  await becomeAgency();
  clock.advance(DAY_MS);
  const { email, code } = await linked();
  const id = await idOf(email);
  const made = await Promise.all([newLink(id), newLink(id), newLink(id)]);
  expect(made.map((answer) => answer.code)).toEqual([0, 0, 0]);
  const answers: number[] = [];
  for (const each of [code, ...made.map(({ data }) => codeOf(data.link))]) answers.push((await whose(each)).code);
  expect(answers[0]).toBe(codes.notFound.code);
  expect(answers.filter((answer) => answer === 0)).toHaveLength(1);
});

test('a link whose place is taken while it waits for the account sets nothing', async () => {
  await becomeAgency();
  clock.advance(DAY_MS);
  const { email, code } = await linked();
  const id = await idOf(email);
  let fresh = '';
  const change = async (trx: Db) => {
    await lockParties(trx, [id]);
    fresh = codeOf((await makePasswordLink(trx, deps, { id, email })).link);
  };
  expect((await callDuring(deps.db, change, () => set(code))).code).toBe(codes.notFound.code);
  expect((await whose(fresh)).data).toEqual({ email });
  expect((await set(fresh)).code).toBe(0);
});

test('one customer gets five links an hour, so that the mailbox has room for other mails', async () => {
  await becomeAgency();
  clock.advance(DAY_MS);
  const [first, second] = [await idOf((await linked()).email), await idOf((await linked()).email)];
  for (let n = 0; n < 5; n += 1) expect((await newLink(first)).code).toBe(0);
  expect((await newLink(first)).code).toBe(codes.throttled.code);
  expect((await newLink(second)).code).toBe(0);
});
