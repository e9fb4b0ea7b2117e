import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { noticesCalls } from '@skyport/contract/notices';
import { secondStepCalls } from '@skyport/contract/second-step';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../device/unsaved.ts';
import { type FakeServer, fakeServer, refusal } from '../../testing/fake-server.ts';
import { press } from '../../testing/user-actions.ts';
import { sampleHost, sampleUser } from '../../testing/samples.ts';
import { showPage } from '../../testing/show-page.tsx';
import { commonTexts } from '../../ui/common-texts.ts';
import LoginPage from '../login.page.tsx';
import SecondStepPage from './second-step.page.tsx';
import SecondStepSection from './section.tsx';
import { texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../../ui/window-frame.tsx';

vi.mock('qrcode', () => ({ toCanvas: async (canvas: HTMLCanvasElement, text: string) => void (canvas.title = text) }));

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const URI = `otpauth://totp/Sky:lin%40example.com?secret=${SECRET}`;
const CODES = Array.from({ length: 10 }, (_, n) => `abcde-fgh${n}${n}`);

const server = (): FakeServer =>
  fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => []);

const typeCode = async (code: string): Promise<void> => userEvent.type(await screen.findByLabelText(texts.code), code);

/** Logs in with a password of an account that has a second step. */
const logIn = async (calls: FakeServer): Promise<void> => {
  calls.answer(accountsCalls.login, () => refusal('secondStepNeeded', { ticket: 'a ticket' }));
  showPage(<LoginPage />, '/login');
  await userEvent.type(screen.getByLabelText('邮箱'), 'lin@example.com');
  await userEvent.type(screen.getByLabelText('密码', { selector: 'input' }), 'hunter2hunter2');
  await press('登录');
};

test('a password that is not enough leads to the second page, which finishes the log-in', async () => {
  const calls = server().answer(secondStepCalls.loginSecondStep, () => {
    document.cookie = 'token=abc; Path=/';
    return {};
  });
  await logIn(calls);
  expect(await screen.findByText(texts.login.hint)).toBeDefined();
  expect(screen.queryByText('登录失败')).toBeNull();
  await typeCode('123 456');
  await press(texts.login.submit);
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  expect(calls.inputsOf(secondStepCalls.loginSecondStep)).toEqual([{ ticket: 'a ticket', code: '123456' }]);
});

test('a wrong code is said at the field, and the next one can be typed at once', async () => {
  const calls = server().answer(secondStepCalls.loginSecondStep, () => refusal('secondStepWrong'));
  await logIn(calls);
  await typeCode('123456');
  await press(texts.login.submit);
  expect(await screen.findByText('验证码错误')).toBeDefined();
  expect(screen.getByLabelText(texts.code)).toHaveProperty('value', '');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(texts.code)));
  await typeCode('12');
  await press(texts.login.submit);
  expect(await screen.findByText(texts.codeShape)).toBeDefined();
  expect(calls.inputsOf(secondStepCalls.loginSecondStep)).toHaveLength(1);
});

test('a ticket that is over leads back to the password', async () => {
  const calls = server().answer(secondStepCalls.loginSecondStep, () => refusal('ticketExpired'));
  await logIn(calls);
  await typeCode('abcde-fghjk');
  await press(texts.login.submit);
  expect(await screen.findByText(codes.ticketExpired.msg)).toBeDefined();
  expect(await screen.findByLabelText('邮箱')).toBeDefined();
});

test.each([
  ['of whoever likes', {}, texts.title],
  ['of staff who have to', { second_step_required: true as const }, texts.required.title],
])('the page %s has one title', async (_who, more, title) => {
  document.cookie = 'token=abc; Path=/';
  server()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...more }))
    .answer(secondStepCalls.secondStep, () => ({ since: null, recoveryLeft: 0, required: true }));
  showPage(<SecondStepPage />);
  await screen.findByRole('button', { name: texts.off.begin });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(screen.getAllByRole('heading')).toHaveLength(1);
});

test('setting it up: scan, type a code, and keep the recovery codes that are shown once', async () => {
  let since: string | null = null;
  const calls = server()
    .answer(secondStepCalls.secondStep, () => ({ since, recoveryLeft: since ? 10 : 0, required: false }))
    .answer(secondStepCalls.beginSecondStep, () => ({ secret: SECRET, uri: URI }))
    .answer(secondStepCalls.confirmSecondStep, ({ code }) => {
      if (code !== '123456') return refusal('secondStepWrong');
      since = '2026-11-21T04:00:00.000Z';
      return { recoveryCodes: CODES };
    });
  const copied = vi.fn(async () => undefined);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
  showPage(<SecondStepSection />);
  await press(texts.off.begin);
  await waitFor(() => expect(screen.getByRole('img', { name: '二维码' }).title).toBe(URI));
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeDefined();
  await typeCode('000000');
  await press(texts.setUp.submit);
  expect(await screen.findByText('验证码错误')).toBeDefined();
  await typeCode('123456');
  await press(texts.setUp.submit);
  for (const code of CODES) expect(await screen.findByText(code)).toBeDefined();
  await press(texts.recovery.copy);
  expect(copied).toHaveBeenCalledWith(`${CODES.join('\n')}\n`);
  await press(texts.recovery.close);
  expect(await screen.findByText(/^已于/)).toBeDefined();
  expect(screen.queryByText(CODES[0]!)).toBeNull();
  expect(calls.inputsOf(secondStepCalls.beginSecondStep)).toHaveLength(1);
});

test('a set-up that took too long begins anew', async () => {
  server()
    .answer(secondStepCalls.secondStep, () => ({ since: null, recoveryLeft: 0, required: false }))
    .answer(secondStepCalls.beginSecondStep, () => ({ secret: SECRET, uri: URI }))
    .answer(secondStepCalls.confirmSecondStep, () => refusal('notFound'));
  showPage(<SecondStepSection />);
  await press(texts.off.begin);
  await typeCode('123456');
  await press(texts.setUp.submit);
  expect(await screen.findByText(texts.setUp.ended.text)).toBeDefined();
  expect(await screen.findByRole('button', { name: texts.off.begin })).toBeDefined();
});

test('turning it off needs a code and says so; the last recovery codes are pointed at', async () => {
  let since: string | null = '2026-11-21T04:00:00.000Z';
  const calls = server()
    .answer(secondStepCalls.secondStep, () => ({ since, recoveryLeft: 2, required: false }))
    .answer(secondStepCalls.endSecondStep, ({ code }) => {
      if (code === '000000') return refusal('throttled');
      since = null;
      return {};
    });
  showPage(<SecondStepSection />);
  expect(await screen.findByText(new RegExp(texts.on.few))).toBeDefined();
  await press(texts.on.end);
  expect(screen.getByText(texts.on.endHint)).toBeDefined();
  await typeCode('000000');
  await press(texts.on.confirm);
  expect(await screen.findByText(codes.throttled.msg)).toBeDefined();
  await typeCode('abcde-fghjk');
  await press(texts.on.confirm);
  expect(await screen.findByText(texts.on.ended.text)).toBeDefined();
  expect(await screen.findByRole('button', { name: texts.off.begin })).toBeDefined();
  expect(calls.inputsOf(secondStepCalls.endSecondStep)).toEqual([{ code: '000000' }, { code: 'abcdefghjk' }]);
});

test('new recovery codes are shown in place of the old ones', async () => {
  const calls = server()
    .answer(secondStepCalls.secondStep, () => ({ since: '2026-11-21T04:00:00.000Z', recoveryLeft: 9, required: true }))
    .answer(secondStepCalls.renewRecoveryCodes, () => ({ recoveryCodes: CODES }));
  showPage(<SecondStepSection />);
  await press(texts.on.renew);
  await typeCode('123456');
  await press(texts.on.confirm);
  expect(await screen.findByText(CODES[9]!)).toBeDefined();
  calls.unplug();
  // Left as it was found: the browser goes back from the entry that asks.
  await press(texts.recovery.close);
  await waitFor(() => expect(window.history.state?.windows ?? 0).toBe(0));
});

test('codes that nobody has said to be kept are left after a question only, and then without one', async () => {
  document.cookie = 'token=abc; Path=/';
  server()
    .answer(secondStepCalls.secondStep, () => ({ since: '2026-11-21T04:00:00.000Z', recoveryLeft: 9, required: true }))
    .answer(secondStepCalls.renewRecoveryCodes, () => ({ recoveryCodes: CODES }));
  showPage(<SecondStepPage />, '/second_step');
  await press(texts.on.renew);
  await typeCode('123456');
  await press(texts.on.confirm);
  await screen.findByText(CODES[0]!);
  expect(hasUnsaved()).toBe(true);
  await userEvent.click(await screen.findByRole('link', { name: texts.required.enter }));
  const question = await screen.findByRole('dialog', { name: texts.recovery.leaveTitle });
  expect(window.location.hash).toBe('#/second_step');
  await userEvent.click(within(question).getByRole('button', { name: commonTexts.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(CODES[9]!)).toBeDefined();
  await press(texts.recovery.close);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
  await userEvent.click(screen.getByRole('link', { name: texts.required.enter }));
  await waitFor(() => expect(window.location.hash).toBe('#/'));
});

test('a network that fails is told once, not at the field too', async () => {
  const calls = server().answer(secondStepCalls.secondStep, () => ({
    since: '2026-11-21T04:00:00.000Z',
    recoveryLeft: 9,
    required: false,
  }));
  showPage(<SecondStepSection />);
  await press(texts.on.end);
  await typeCode('123456');
  calls.unplug();
  await press(texts.on.confirm);
  expect(await screen.findAllByText(/网络错误/)).toHaveLength(1);
});
