import { handoffCalls } from '@skyport/contract/handoff';
import { accountsCalls } from '@skyport/contract/accounts';
import type { BuiltCall } from '@skyport/contract/call';
import { codes, type CodeName } from '@skyport/contract/codes';
import { seal } from '@skyport/contract/envelope';
import { secondStepCalls } from '@skyport/contract/second-step';
import type { Page } from 'playwright-core';
import type { Scene } from './scenes.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const RECOVERY = Array.from({ length: 10 }, (_, n) => `k7m2q-x9vt${'23456789ab'[n]}`);

/** From now on the page's calls of a row get this answer. */
const answering = (page: Page, row: BuiltCall, data: unknown, code: CodeName = 'ok'): Promise<unknown> =>
  page.route(`**${row.path}`, (route) => route.fulfill({ json: { data: seal({ ...codes[code], data }) } }));

const state = (since: string | null, recoveryLeft: number) => ({ since, recoveryLeft, required: true });

/** Opens the page anew once its calls have these answers. */
const begin = async (page: Page): Promise<void> => {
  await answering(page, secondStepCalls.secondStep, state(null, 0));
  const uri = `otpauth://totp/Sky:lin%40example.com?issuer=Sky&secret=${SECRET}&digits=6&period=30`;
  await answering(page, secondStepCalls.beginSecondStep, { secret: SECRET, uri });
  await page.reload();
};
const scan = async (page: Page): Promise<void> => {
  await begin(page);
  await page.getByRole('button', { name: '开启动态验证码' }).click();
  await page.getByLabel('验证码', { exact: true }).waitFor();
};
const enter = async (page: Page, code: string, button: string): Promise<void> => {
  await page.getByLabel('验证码', { exact: true }).fill(code);
  await page.getByRole('button', { name: button, exact: true }).click();
};
const inForce = (left: number) => async (page: Page) => {
  await answering(page, secondStepCalls.secondStep, state('2026-11-20T06:30:00.000Z', left));
  await page.reload();
  await page.getByText(`剩余 ${left} 个恢复码`).waitFor();
};

const scene = (name: string, route: string, viewer: Scene['viewer'], act: (page: Page) => Promise<unknown>): Scene => ({
  name: `second-step-${name}`,
  route,
  viewer,
  weather: 'data',
  act,
});

/** The second step of log-in, and the session that is brought along from another domain. */
export const secondStepScenes: readonly Scene[] = [
  scene('off', '/second_step', 'customer', begin),
  scene('scan', '/second_step', 'customer', scan),
  scene('codes', '/second_step', 'customer', async (page) => {
    await answering(page, secondStepCalls.confirmSecondStep, { recoveryCodes: RECOVERY });
    await scan(page);
    await enter(page, '123456', '确认开启');
    await page.getByText(RECOVERY[0] ?? '').waitFor();
  }),
  scene('on', '/second_step', 'customer', inForce(9)),
  scene('end', '/second_step', 'customer', async (page) => {
    await inForce(2)(page);
    await answering(page, secondStepCalls.endSecondStep, null, 'secondStepWrong');
    await page.getByRole('button', { name: '关闭动态验证码' }).click();
    await enter(page, '123456', '确认');
    await page.getByText(codes.secondStepWrong.msg).waitFor();
  }),
  scene('login', '/login', 'visitor', async (page) => {
    await answering(page, accountsCalls.login, { ticket: 't' }, 'secondStepNeeded');
    await page.getByLabel('邮件', { exact: true }).fill('lin@example.com');
    await page.getByLabel('密码', { exact: true }).fill('hunter2hunter2');
    await page.getByRole('button', { name: '登录', exact: true }).last().click();
    await page.getByLabel('验证码', { exact: true }).waitFor();
  }),
  scene('other-account', '/', 'customer', async (page) => {
    await answering(page, handoffCalls.takeHandoff, null, 'otherAccount');
    const home = page.url().split('#')[0] ?? '';
    await page.goto('about:blank');
    await page.goto(`${home}#/?token=h.${'t'.repeat(43)}`);
    await page.getByRole('button', { name: '切换账号' }).waitFor();
  }),
];
