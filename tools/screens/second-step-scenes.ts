import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { handoffCalls } from '@skyport/contract/handoff';
import { secondStepCalls } from '@skyport/contract/second-step';
import type { Page } from 'playwright-core';
import { logIn } from './first-scenes.ts';
import { given, made, opened, refusedWith, type Given } from './made.ts';
import type { Scene } from './scenes.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const RECOVERY = Array.from({ length: 10 }, (_, n) => `k7m2q-x9vt${'23456789ab'[n]}`);

const state = (since: string | null, recoveryLeft: number): Given =>
  given(secondStepCalls.secondStep, { since, recoveryLeft, required: true });

const off: readonly Given[] = [
  state(null, 0),
  given(secondStepCalls.beginSecondStep, {
    secret: SECRET,
    uri: `otpauth://totp/Sky:lin%40example.com?issuer=Sky&secret=${SECRET}&digits=6&period=30`,
  }),
];
const asksFor = (current: string | null): Given =>
  given(handoffCalls.takeHandoff, { email: 'lin@example.com', current }, 'otherAccount');
const USED = '验证码已使用过，请等待应用显示下一个验证码';
const SINCE = '2026-11-20T06:30:00.000Z';

const scan = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '开启动态验证码' }).click();
  await page.getByLabel('验证码', { exact: true }).waitFor();
};
const beginStepUp = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '开启动态验证码' }).click();
  await opened(page);
};
const enter = async (page: Page, code: string, button: string): Promise<void> => {
  await page.getByLabel('验证码', { exact: true }).fill(code);
  await page.getByRole('button', { name: button, exact: true }).click();
};

const ROUTE = '/second_step';
/** Somebody comes from another domain of the product and brings a session along. */
const BROUGHT = `/?token=h.${'t'.repeat(43)}`;

/** The second step of log-in, and the session that is brought along from another domain. */
export const secondStepScenes: readonly Scene[] = [
  made('second-step-off', ROUTE, 'customer', {
    given: off,
    act: (page) => page.getByRole('button', { name: '开启动态验证码' }).waitFor(),
  }),
  made('second-step-loading', ROUTE, 'customer', { weather: 'loading' }),
  made('second-step-failing', ROUTE, 'customer', {
    weather: 'failing',
    act: (page) => page.getByRole('button', { name: '重试' }).waitFor(),
  }),
  made('second-step-scan', ROUTE, 'customer', { given: off, act: scan }),
  made('step-up-password', ROUTE, 'customer', {
    given: [state(null, 0), given(secondStepCalls.beginSecondStep, { means: 'password' }, 'stepUpNeeded')],
    act: beginStepUp,
  }),
  made('step-up-wrong', ROUTE, 'customer', {
    given: [state(null, 0), given(secondStepCalls.beginSecondStep, { means: 'code', left: 4 }, 'stepUpNeeded')],
    act: beginStepUp,
  }),
  made('step-up-used', ROUTE, 'customer', {
    given: [state(null, 0), refusedWith(secondStepCalls.beginSecondStep, 'stepUpNeeded', USED, { means: 'code' })],
    act: async (page) => {
      await beginStepUp(page);
      await page.getByRole('textbox', { name: '动态验证码' }).fill('123456');
      await page.getByRole('button', { name: '确认', exact: true }).click();
      await page.getByText(USED).waitFor();
    },
  }),
  made('second-step-codes', ROUTE, 'customer', {
    given: [...off, given(secondStepCalls.confirmSecondStep, { recoveryCodes: RECOVERY })],
    act: async (page) => {
      await scan(page);
      await enter(page, '123456', '确认开启');
      await page.getByText(RECOVERY[0] ?? '').waitFor();
    },
  }),
  made('second-step-on', ROUTE, 'customer', {
    given: [state(SINCE, 9)],
    act: (page) => page.getByText('剩余 9 个恢复码').waitFor(),
  }),
  made('second-step-end', ROUTE, 'customer', {
    given: [state(SINCE, 2), given(secondStepCalls.endSecondStep, null, 'secondStepWrong')],
    act: async (page) => {
      await page.getByRole('button', { name: '关闭动态验证码' }).click();
      await enter(page, '123456', '确认');
      await page.getByText(codes.secondStepWrong.msg).waitFor();
    },
  }),
  made('second-step-login', '/login', 'visitor', {
    given: [given(accountsCalls.login, { ticket: 't' }, 'secondStepNeeded')],
    act: async (page) => {
      await logIn(page);
      await page.getByLabel('验证码', { exact: true }).waitFor();
    },
  }),
  made('second-step-login-used', '/login', 'visitor', {
    given: [
      given(accountsCalls.login, { ticket: 't' }, 'secondStepNeeded'),
      refusedWith(secondStepCalls.loginSecondStep, 'secondStepWrong', USED),
    ],
    act: async (page) => {
      await logIn(page);
      await enter(page, '123456', '登录');
      await page.getByText(USED).waitFor();
    },
  }),
  made('hand-off-waiting', BROUGHT, 'visitor', { weather: 'loading' }),
  made('hand-off-other-account', BROUGHT, 'customer', {
    given: [asksFor('wang@example.com')],
    act: (page) => page.getByRole('button', { name: '切换账号' }).waitFor(),
  }),
  made('hand-off-log-in', BROUGHT, 'visitor', {
    given: [asksFor(null)],
    act: (page) => page.getByRole('button', { name: '不登录' }).waitFor(),
  }),
  made('hand-off-dead', BROUGHT, 'visitor', {
    given: [given(handoffCalls.takeHandoff, null, 'handoffDead')],
    act: (page) => page.getByRole('alert').waitFor(),
  }),
];
