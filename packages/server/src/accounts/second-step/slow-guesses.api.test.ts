import { codes } from '@skyport/contract/codes';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { appCode } from './testing.ts';

/* Wrong codes of a second step over a whole day, by whoever is too slow for the short lock. */

const app = await createTestApp();
const { clock } = app;
afterAll(() => app.close());

const STEP_MS = 30_000;
const password = 'a'.repeat(64);

/** Limits by address are not what is tested here: an hour later everybody may try again. */
beforeEach(() => clock.advance(HOUR_MS));

const call = (path: string, payload: object, session?: TestSession) => app.call(`/api/user/${path}`, payload, session);
const codeOf = (secret: string, offMs = 0): string => appCode(secret, new Date(clock.now().getTime() + offMs));
/** A code that is not right now, nor a step before or after. */
const wrongCode = (secret: string): string => {
  const right = [-STEP_MS, 0, STEP_MS].map((off) => codeOf(secret, off));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;
};

const enrol = async (): Promise<{ readonly user: TestSession; readonly secret: string }> => {
  const user = await app.account({ password, steppedUp: true });
  const { secret } = (await call('second_step_begin', {}, user)).data;
  await call('second_step_confirm', { code: codeOf(secret) }, user);
  clock.advance(STEP_MS);
  return { user, secret };
};

const ticketOf = async (user: TestSession): Promise<string> =>
  (await call('login', { email: user.email, password })).data.ticket;

test('guessing too slowly for the short lock is notified at every fifth wrong code of a day, and locked out at the twentieth', async () => {
  const { user, secret } = await enrol();
  const warnings = async (): Promise<number> =>
    (await app.call('/api/user_notive/list', {}, user)).data.filter(({ desc }: { desc: string }) =>
      desc.includes('多次输错动态验证码'),
    ).length;
  const told: number[] = [];
  for (let wrong = 1; wrong <= 20; wrong += 1) {
    const answer = await call('login_second_step', { ticket: await ticketOf(user), code: wrongCode(secret) });
    expect(answer.code).toBe(codes.secondStepWrong.code);
    told.push(await warnings());
    clock.advance(5 * MINUTE_MS);
  }
  expect([4, 5, 9, 10, 15, 20].map((wrong) => told[wrong - 1])).toEqual([0, 1, 1, 2, 3, 4]);
  clock.advance(20 * HOUR_MS);
  expect(await call('login_second_step', { ticket: await ticketOf(user), code: codeOf(secret) })).toMatchObject({
    code: codes.throttled.code,
    msg: '24 小时内输错 20 次，请 24 小时后再试或联系客服',
  });
  clock.advance(4 * HOUR_MS);
  expect((await call('login_second_step', { ticket: await ticketOf(user), code: codeOf(secret) })).code).toBe(0);
});

test('a right code forgets the wrong ones of the whole day', async () => {
  const { user, secret } = await enrol();
  for (let wrong = 0; wrong < 24; wrong += 1) {
    const ticket = await ticketOf(user);
    if (wrong === 18) expect((await call('login_second_step', { ticket, code: codeOf(secret) })).code).toBe(0);
    const answer = await call('login_second_step', { ticket, code: wrongCode(secret) });
    expect(answer.code).toBe(codes.secondStepWrong.code);
    clock.advance(5 * MINUTE_MS);
  }
});
