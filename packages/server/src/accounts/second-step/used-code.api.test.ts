import { codes } from '@skyport/contract/codes';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../testing.ts';
import type { TestSession } from '../../testing-app.ts';
import { appCode } from './testing.ts';

const app = await createTestApp();
const { clock } = app;
afterAll(() => app.close());

const STEP_MS = 30_000;
const password = 'a'.repeat(64);
const call = (path: string, payload: object, session?: TestSession) => app.call(`/api/user/${path}`, payload, session);

test('a code that was used is refused without locking its owner out', async () => {
  const user = await app.account({ password, steppedUp: true });
  const { secret } = (await call('second_step_begin', {}, user)).data;
  const codeNow = () => appCode(secret, clock.now());
  await call('second_step_confirm', { code: codeNow() }, user);
  clock.advance(STEP_MS);
  const { ticket } = (await call('login', { email: user.email, password })).data;
  const logInWith = (code: string) => call('login_second_step', { ticket, code });

  const code = codeNow();
  expect((await logInWith(code)).code).toBe(0);
  for (const answer of await Promise.all(Array.from({ length: 6 }, () => logInWith(code)))) {
    expect(answer).toMatchObject({
      code: codes.secondStepWrong.code,
      msg: '验证码已使用过，请等待应用显示下一个验证码',
    });
  }
  expect((await call('second_step_codes', { code }, user)).code).toBe(codes.secondStepWrong.code);
  clock.advance(STEP_MS);
  expect((await logInWith(codeNow())).code).toBe(0);
});
