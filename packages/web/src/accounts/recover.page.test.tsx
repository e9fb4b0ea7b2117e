import { accountsCalls, accountsRaw } from '@skyport/contract/accounts';
import { captchaCalls } from '@skyport/contract/captcha';
import { codes } from '@skyport/contract/codes';
import { noticesCalls } from '@skyport/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import ConfirmPage from './confirm.page.tsx';
import RegisterPage from './register.page.tsx';
import ResetPage from './reset.page.tsx';
import { texts } from './texts.ts';

/** SHA-256 of "hunter2hunter2", taken from another program. */
const HASHED = '76880d60191af3b3f803a656b7716f0179928357fc32421ced973ed265e15718';
const LINK = 'https://old.example/api/subscript/clash/01970000-0000-7000-8000-000000000001/abc?f=clash';

/** Refusals that say by themselves what to do. */
const WORDED = ['throttled', 'captchaNeeded', 'starting'] as const;
/** A captcha without a solution (the hash is the password's): the call's own answer stays. */
const unsolvable = { algorithm: 'SHA-256', challenge: HASHED, salt: 's', signature: HASHED, maxnumber: 1 } as const;

let calls: FakeServer;
beforeEach(() => {
  calls = fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(captchaCalls.captcha, () => unsolvable);
});

const fieldOf = (label: string): HTMLElement => screen.getByLabelText(label, { selector: 'input' });
const press = async (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

/** Pastes, as people do with links and with what a password keeper holds. */
const enter = async (label: string, text: string): Promise<void> => {
  await userEvent.clear(fieldOf(label));
  if (text === '') return;
  await userEvent.click(fieldOf(label));
  await userEvent.paste(text);
};

/** Fills the reset form as a person does and sends it; empty texts are left out. */
const fill = async (link: string, email: string, password: string, confirm: string): Promise<void> => {
  const labels = texts.reset;
  await enter(labels.link, link);
  await enter(texts.fields.email, email);
  await enter(labels.password, password);
  await enter(labels.confirm, confirm);
  await press(labels.submit);
};
const right = [LINK, 'lin@example.com', 'hunter2hunter2', 'hunter2hunter2'] as const;

describe('the reset form', () => {
  test.each([
    ['', '', '', '', '请输入密码'],
    ['short', 'bad', 'hunter2hunter2', '', '请输入密码'],
    ['short', 'bad', '', 'hunter2hunter2', '请输入密码'],
    ['short', 'bad', 'short', 'other', '密码不一样'],
    ['short', 'bad', 'short', 'short', '密码长度至少8位'],
    ['short', 'bad', 'hunter2hunter2', 'hunter2hunter2', '邮件不正确'],
    ['short', 'a b@c.de', 'hunter2hunter2', 'hunter2hunter2', '邮件不正确'],
    ['1234567', 'lin@example.com', 'hunter2hunter2', 'hunter2hunter2', '订阅链接错误'],
  ])('with %j, %j, %j, %j says %s and sends nothing', async (link, email, password, confirm, message) => {
    showPage(<ResetPage />, '/reset');
    await fill(link, email, password, confirm);
    expect(screen.getByText(message)).toBeDefined();
    expect(calls.inputsOf(accountsCalls.resetPassword)).toEqual([]);
  });

  test('sends the hash of the password and the link as it was copied, and then leads to log-in', async () => {
    calls.answer(accountsCalls.resetPassword, () => ({ mailed: false }));
    showPage(<ResetPage />, '/reset');
    await fill(`  ${LINK} `, ' Lin@Example.com ', 'hunter2hunter2', 'hunter2hunter2');
    expect(await screen.findByText('密码已重置')).toBeDefined();
    expect(calls.inputsOf(accountsCalls.resetPassword)).toEqual([
      { describUrl: LINK, email: 'lin@example.com', password: HASHED, host: window.location.hostname },
    ]);
    expect(screen.getByRole('link', { name: texts.reset.toLogin }).getAttribute('href')).toBe('#/login');
  });

  test('where mails are sent, says that the mailed link has to be opened within thirty minutes', async () => {
    calls.answer(accountsCalls.resetPassword, () => ({ mailed: true }));
    showPage(<ResetPage />, '/reset');
    await fill(...right);
    expect(await screen.findByText(texts.reset.mailed)).toBeDefined();
    expect(screen.getByText(/lin@example\.com .*30 分钟内/)).toBeDefined();
  });

  test('names who helps without a link, where the operator says so', async () => {
    calls.answer(noticesCalls.hostGet, () => ({ ...sampleHost, contact_info: 'Telegram @help' }));
    showPage(<ResetPage />, '/reset');
    expect(await screen.findByText(texts.reset.noLink('Telegram @help'))).toBeDefined();
  });

  test.each([
    ['linkWrong', '订阅链接错误'],
    ['emailWrong', '请检查邮箱是否正确'],
    ['fault', '请检查邮箱是否正确'],
    ...WORDED.map((reason) => [reason, codes[reason].msg] as const),
  ] as const)('refused with %s says %s at a field and stays', async (reason, message) => {
    calls.answer(accountsCalls.resetPassword, () => refusal(reason));
    showPage(<ResetPage />, '/reset');
    await fill(...right);
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByRole('button', { name: texts.reset.submit })).toBeDefined();
  });

  test('for an account that may not do so a toast says it, for five seconds', async () => {
    calls.answer(accountsCalls.resetPassword, () => refusal('accountForbids'));
    showPage(<ResetPage />, '/reset');
    await fill(...right);
    expect(await screen.findByText('该账号不允许这样操作。')).toBeDefined();
    expect(texts.reset.forbidden.ms).toBe(5000);
    expect(screen.queryByText('请检查邮箱是否正确')).toBeNull();
  });

  test('without a network says so, for two seconds, and nothing else', async () => {
    showPage(<ResetPage />, '/reset');
    calls.unplug();
    await fill(...right);
    expect(await screen.findAllByText('网络错误，请稍后重试')).toHaveLength(1);
    expect(screen.queryByText('请检查邮箱是否正确')).toBeNull();
  });
});

describe('finding an account', () => {
  const find = async (link: string): Promise<void> => {
    showPage(<ResetPage />, '/reset');
    await enter(texts.reset.link, link);
    await press(texts.reset.find);
  };

  test.each(['', '1234567'])('by %j asks for the link first', async (link) => {
    await find(link);
    expect(screen.getByText('请先输入订阅链接，可通过订阅链接找回账号')).toBeDefined();
    expect(calls.inputsOf(accountsCalls.getEmail)).toEqual([]);
  });

  test('by its link fills the address in and says it', async () => {
    calls.answer(accountsCalls.getEmail, () => 'lin@example.com');
    await find(LINK);
    expect(await screen.findByText(texts.reset.found('lin@example.com'))).toBeDefined();
    expect((fieldOf(texts.fields.email) as HTMLInputElement).value).toBe('lin@example.com');
    expect(calls.inputsOf(accountsCalls.getEmail)).toEqual([{ describUrl: LINK }]);
  });

  test.each(['linkWrong', 'accountForbids', 'fault'] as const)(
    'refused with %s says what to look at',
    async (reason) => {
      calls.answer(accountsCalls.getEmail, () => refusal(reason));
      await find(LINK);
      expect(await screen.findByText('请检查订阅链接是否正确（若订阅链接被重置过，旧订阅链接无法使用）')).toBeDefined();
    },
  );

  test.each(WORDED)('refused with %s, which another link would not change, says so', async (reason) => {
    calls.answer(accountsCalls.getEmail, () => refusal(reason));
    await find(LINK);
    expect(await screen.findByText(codes[reason].msg)).toBeDefined();
  });
});

describe('a mailed link', () => {
  const opened: string[] = [];
  const answer = (path: string, Code: number): void => {
    opened.length = 0;
    calls.answerPlain(path, (query) => {
      opened.push(query.toString());
      document.cookie = 'token=abc; Path=/';
      return { Code };
    });
  };

  test('of a sign-up confirms it once, offers to go on and goes home after three seconds', async () => {
    answer(accountsRaw.signupConfirm.path, 0);
    showPage(<ConfirmPage />, '/confirm?action=signup_confirm&serial_id=s1&key=k1');
    expect(await screen.findByText('注册成功')).toBeDefined();
    expect(opened).toEqual(['serial_id=s1&key=k1']);
    expect(screen.getByRole('button', { name: '直接登录' })).toBeDefined();
    expect(screen.getByText(texts.register.soon(3))).toBeDefined();
    await waitFor(() => expect(window.location.hash).toBe('#/'));
    expect(opened).toHaveLength(1);
  });

  test('of a password change asks the other route; going on at once leads home', async () => {
    answer(accountsRaw.changePassword.path, 0);
    showPage(<ConfirmPage />, '/confirm?action=change_password&serial_id=s1&key=k1');
    expect(await screen.findByText('密码修改成功')).toBeDefined();
    await press('直接登录');
    expect(window.location.hash).toBe('#/');
    expect(opened).toEqual(['serial_id=s1&key=k1']);
  });

  test('that opens nothing says so and offers to register again', async () => {
    answer(accountsRaw.signupConfirm.path, codes.notFound.code);
    showPage(<ConfirmPage />, '/confirm?serial_id=s1&key=old');
    expect(await screen.findByText('注册失败')).toBeDefined();
    expect(screen.getByRole('link', { name: '重新注册' }).getAttribute('href')).toBe('#/register');
  });

  test('that lost its key on the way is not asked about', async () => {
    answer(accountsRaw.signupConfirm.path, 0);
    showPage(<ConfirmPage />, '/confirm?serial_id=s1');
    expect(await screen.findByText('注册失败')).toBeDefined();
    expect(opened).toEqual([]);
  });

  test('of a password change that opens nothing offers to ask for another', async () => {
    answer(accountsRaw.changePassword.path, codes.notFound.code);
    showPage(<ConfirmPage />, '/confirm?action=change_password&serial_id=s1&key=old');
    expect(await screen.findByText('密码修改失败')).toBeDefined();
    expect(screen.getByRole('link', { name: '重新设置密码' }).getAttribute('href')).toBe('#/reset');
  });

  test('of a new address asks a route of its own', async () => {
    answer(accountsRaw.emailConfirm.path, 0);
    showPage(<ConfirmPage />, '/confirm?action=change_email&serial_id=s1&key=k1');
    expect(await screen.findByText('邮箱修改成功')).toBeDefined();
    expect(opened).toEqual(['serial_id=s1&key=k1']);
  });

  test.each([
    [codes.notFound.code, texts.confirm.failedHint],
    [codes.emailTaken.code, '邮件已注册'],
  ])('of a new address that answers %d says so and leads back', async (code, hint) => {
    answer(accountsRaw.emailConfirm.path, code);
    showPage(<ConfirmPage />, '/confirm?action=change_email&serial_id=s1&key=k1');
    expect(await screen.findByText('邮箱修改失败')).toBeDefined();
    expect(screen.getByText(hint)).toBeDefined();
    expect(screen.getByRole('link', { name: '返回资料编辑' }).getAttribute('href')).toBe('#/user_info');
  });

  const elsewhere = {
    email: 'l***@example.com',
    at: '2026-11-22T04:00:00Z',
    device: 'Chrome',
    network: '203.0.113.0/24',
  };
  const openElsewhere = async (action: string, path: string): Promise<void> => {
    calls.answerPlain(path, () => ({ Code: codes.otherBrowser.code, asked: elsewhere }));
    showPage(<ConfirmPage />, `/confirm?action=${action}&serial_id=s1&key=k1`);
    expect(await screen.findByText(texts.confirm.elsewhere.hint)).toBeDefined();
  };

  test('in another browser shows who asked, and a sign-up is confirmed by its password', async () => {
    calls.answer(accountsCalls.confirm, ({ password }) => {
      if (password === '') return refusal('invalidPayload');
      document.cookie = 'token=abc; Path=/';
      return { logged_in: true, other_account: false };
    });
    await openElsewhere('signup_confirm', accountsRaw.signupConfirm.path);
    expect(screen.getByText('l***@example.com')).toBeDefined();
    expect(screen.getByText('203.0.113.0/24')).toBeDefined();
    await press('确认注册');
    expect(await screen.findByText(texts.passwordEmpty)).toBeDefined();
    expect(calls.inputsOf(accountsCalls.confirm)).toEqual([]);
    await enter(texts.confirm.elsewhere.password, 'hunter2hunter2');
    await press('确认注册');
    expect(await screen.findByText('注册成功')).toBeDefined();
    expect(calls.inputsOf(accountsCalls.confirm)).toEqual([
      { serial_id: 's1', key: 'k1', action: 'signup_confirm', password: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('in another browser with a wrong password says so, with a dead link that it failed', async () => {
    calls.answer(accountsCalls.confirm, () => refusal('loginFailed', null, '密码不正确'));
    await openElsewhere('signup_confirm', accountsRaw.signupConfirm.path);
    await enter(texts.confirm.elsewhere.password, 'hunter2hunter2');
    await press('确认注册');
    expect(await screen.findByText('密码不正确')).toBeDefined();
    calls.answer(accountsCalls.confirm, () => refusal('notFound'));
    await press('确认注册');
    expect(await screen.findByText('注册失败')).toBeDefined();
    expect(screen.getByRole('link', { name: '重新注册' })).toBeDefined();
  });

  test('in another browser needs no password for a reset, and leaves another account where it is', async () => {
    calls.answer(accountsCalls.confirm, () => ({ logged_in: false, other_account: true }));
    await openElsewhere('change_password', accountsRaw.changePassword.path);
    expect(screen.queryByLabelText(texts.confirm.elsewhere.password)).toBeNull();
    await press('确认修改密码');
    expect(await screen.findByText('密码修改成功')).toBeDefined();
    expect(screen.getByText(texts.confirm.otherAccount)).toBeDefined();
  });

  test('without a network can be tried again', async () => {
    calls.unplug();
    showPage(<ConfirmPage />, '/confirm?serial_id=s1&key=k1');
    expect(await screen.findByText('网络错误，请稍后重试')).toBeDefined();
    expect(screen.getByRole('button', { name: '重试' })).toBeDefined();
    expect(screen.getByText(texts.confirm.unreached)).toBeDefined();
  });
});

test('a sign-up that has to be confirmed says so and logs nobody in', async () => {
  calls.answer(accountsCalls.signup, () => ({ confirm: true }));
  showPage(<RegisterPage />, '/register');
  await enter(texts.fields.email, 'new@example.com');
  await enter(texts.fields.password, 'hunter2hunter2');
  await enter(texts.fields.confirm, 'hunter2hunter2');
  await press(texts.register.submit);
  expect(await screen.findByText(texts.register.mailed)).toBeDefined();
  expect(screen.getByText(/new@example\.com .*24 小时内/)).toBeDefined();
  expect(window.location.hash).toBe('#/register');
  expect(calls.inputsOf(accountsCalls.userInfo)).toEqual([]);
  await press(texts.confirm.register);
  expect(screen.getByRole('button', { name: texts.register.submit })).toBeDefined();
});
