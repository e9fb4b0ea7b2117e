import { accountsCalls, type HeldPermission } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { sessionsCalls, type SessionInfo } from '@skyport/contract/sessions';
import { subscriptionCalls } from '@skyport/contract/subscription';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashPassword } from '../device/password.ts';
import { refusal, type FakeServer } from '../testing/fake-server.ts';
import { press } from '../testing/user-actions.ts';
import { sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { serveProfile, showProfile } from './testing.tsx';
import ProfilePage from './profile.page.tsx';
import { texts } from './texts.ts';

const held = (count: number): HeldPermission[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `01970000-0000-7000-8000-00000000000${n}`,
    name: `p${n}`,
    desc: `专线 ${n}`,
    expireTime: '2026-12-24T04:00:00.000Z',
  }));

const session = (n: number, current = false): SessionInfo => ({
  _id: `01970000-0000-7000-8000-0000000000a${n}`,
  device: current ? 'Chrome · Windows' : `Safari · iPhone ${n}`,
  network: '203.0.113.0/24',
  createTime: '2026-11-01T00:00:00.000Z',
  lastSeen: '2026-11-20T00:00:00.000Z',
  current,
});

let calls: FakeServer;
beforeEach(() => {
  calls = serveProfile().answer(sessionsCalls.sessions, () => [session(0, true), session(1), session(2)]);
});

const saved = () => calls.inputsOf(accountsCalls.changeUseInfo);
const retype = async (label: string, text: string): Promise<void> => {
  const field = screen.getByLabelText(label, { selector: 'input' });
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
};

describe('saving', () => {
  test('sends everything as it stands, without a password while the address stays', async () => {
    await showProfile();
    await userEvent.click(screen.getByLabelText('国外订阅'));
    await userEvent.click(screen.getByLabelText('英文节点'));
    await press('保存更改');
    expect(await screen.findByText('修改资料成功')).toBeDefined();
    expect(saved()).toEqual([
      {
        email: sampleUser.email,
        icon: '',
        inXinjiang: false,
        in_foreign: true,
        use_english_node: true,
        host: 'localhost',
      },
    ]);
  });

  test('says when it failed, and keeps what was chosen', async () => {
    calls.answer(accountsCalls.changeUseInfo, () => refusal('notFound'));
    await showProfile();
    await userEvent.click(screen.getByLabelText('解除DNS管制'));
    await press('保存更改');
    expect(await screen.findByText('修改失败')).toBeDefined();
    expect(screen.getByLabelText('解除DNS管制')).toHaveProperty('checked', true);
  });

  test('of another address asks for the password, and says where the mail went', async () => {
    calls.answer(accountsCalls.changeUseInfo, () => ({ mailed: true }));
    await showProfile();
    expect(screen.queryByLabelText('当前密码')).toBeNull();
    await retype('邮箱', 'new@example.com');
    await press('保存更改');
    expect(await screen.findByText('密码不能为空')).toBeDefined();
    expect(saved()).toEqual([]);
    await userEvent.type(screen.getByLabelText('当前密码', { selector: 'input' }), 'hunter2hunter2');
    await press('保存更改');
    expect(await screen.findByText(texts.details.mailed('new@example.com'))).toBeDefined();
    expect(saved()).toMatchObject([{ email: 'new@example.com', password: hashPassword('hunter2hunter2') }]);
    expect(screen.getByLabelText('邮箱')).toHaveProperty('value', sampleUser.email);
  });

  test.each([
    ['', '邮件不能为空'],
    ['no address', '邮件不正确'],
    ['a@b', '邮件不正确'],
  ])('%j is no address: %s, and nothing is sent', async (email, message) => {
    await showProfile();
    await retype('邮箱', email);
    await press('保存更改');
    expect(await screen.findByText(message)).toBeDefined();
    expect(saved()).toEqual([]);
  });

  test.each([
    ['emailTaken', '邮件已注册'],
    ['loginFailed', codes.loginFailed.msg],
  ] as const)('%s is said at its field', async (refused, message) => {
    calls.answer(accountsCalls.changeUseInfo, () => refusal(refused));
    await showProfile();
    await retype('邮箱', 'new@example.com');
    await userEvent.type(screen.getByLabelText('当前密码', { selector: 'input' }), 'hunter2hunter2');
    await press('保存更改');
    expect(await screen.findByText(message)).toBeDefined();
    expect(await screen.findByText('修改失败')).toBeDefined();
  });

  test('the same address in capitals is no other address', async () => {
    await showProfile();
    await retype('邮箱', sampleUser.email.toUpperCase());
    await press('保存更改');
    expect(await screen.findByText('修改资料成功')).toBeDefined();
    expect(saved()[0]).not.toHaveProperty('password');
  });
});

test('each switch has help that the keyboard reaches', async () => {
  await showProfile();
  const help = screen.getByRole('button', { name: '解除DNS管制说明' });
  help.focus();
  expect((await screen.findByRole('tooltip')).textContent).toBe(texts.switches.inXinjiang.help);
});

test('a tap opens the help of a switch, and a tap elsewhere or Escape closes it', async () => {
  await showProfile();
  const help = screen.getByRole('button', { name: '解除DNS管制说明' });
  for (const close of [() => fireEvent.keyDown(help, { key: 'Escape' }), () => userEvent.click(document.body)]) {
    fireEvent.click(help);
    expect(await screen.findByRole('tooltip')).toBeTruthy();
    await close();
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  }
});

describe('permissions', () => {
  test('of the first three are shown, then all, then three again', async () => {
    calls.answer(accountsCalls.myPermissions, () => held(5));
    await showProfile();
    const list = await screen.findByRole('list', { name: '特殊权限' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    expect(within(list).getByText('专线 0')).toBeDefined();
    expect(within(list).getAllByText(/^有效期至 2026-12-24 \d\d:00:00$/)).toHaveLength(3);
    await press('显示全部 5 个权限');
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await press('收起');
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  });

  test('three need no button, none say so', async () => {
    calls.answer(accountsCalls.myPermissions, () => held(3));
    await showProfile();
    expect(await screen.findByText('专线 2')).toBeDefined();
    expect(screen.queryByRole('button', { name: /显示全部/ })).toBeNull();
  });

  test('that did not come can be asked for again', async () => {
    calls.answer(accountsCalls.myPermissions, () => refusal('fault'));
    await showProfile();
    const section = screen.getByRole('region', { name: '特殊权限' });
    const again = await within(section).findByRole('button', { name: '重试' });
    calls.answer(accountsCalls.myPermissions, () => []);
    await userEvent.click(again);
    expect(await screen.findByText('暂无特殊权限')).toBeDefined();
  });
});

describe('the avatar', () => {
  interface Sent {
    readonly path: string;
    readonly token: string | undefined;
    readonly file: File;
  }
  /** Takes the place of the browser's own sender, which this environment does not have; gives what was sent. */
  const answerUploads = (status: number, body: string): Sent[] => {
    const sent: Sent[] = [];
    class Request extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = status;
      readonly responseText = body;
      path = '';
      token: string | undefined;
      open(_method: string, path: string): void {
        this.path = path;
      }
      setRequestHeader(_name: string, value: string): void {
        this.token = value;
      }
      send(form: FormData): void {
        sent.push({ path: this.path, token: this.token, file: form.get('file') as File });
        setTimeout(() => this.dispatchEvent(new Event(status === 0 ? 'error' : 'load')), 0);
      }
    }
    vi.stubGlobal('XMLHttpRequest', Request);
    onTestFinished(() => void vi.unstubAllGlobals());
    return sent;
  };
  const input = (): HTMLElement => screen.getByLabelText('更换头像', { selector: 'input' });
  const choose = (file: File): void => void fireEvent.change(input(), { target: { files: [file] } });
  const image = (name: string, bytes = 10): File => new File([new Uint8Array(bytes)], name);
  const NAME = `${'ab'.repeat(16)}.png`;

  test('is sent with the token, shown at once and saved with the rest', async () => {
    const sent = answerUploads(200, JSON.stringify({ file: { filename: NAME } }));
    await showProfile();
    choose(image('me.PNG'));
    const shown = await screen.findByRole('img', { name: '头像' });
    expect(shown.getAttribute('src')).toBe(`/api/file/downloads/${NAME}`);
    expect(sent).toMatchObject([{ path: '/api/file/upload', token: 'Bearer abc', file: { name: 'me.PNG' } }]);
    await press('保存更改');
    expect(await screen.findByText('修改资料成功')).toBeDefined();
    expect(saved()).toMatchObject([{ icon: NAME }]);
  });

  test('is removed by saving none', async () => {
    calls.answer(accountsCalls.userInfo, () => ({ ...sampleUser, icon: NAME }));
    await showProfile();
    await press('移除头像');
    expect(screen.queryByRole('img', { name: '头像' })).toBeNull();
    await press('保存更改');
    await waitFor(() => expect(saved()).toMatchObject([{ icon: '' }]));
  });

  test.each([
    ['me.gif', 10, '仅支持 jpg、png、webp 图片'],
    ['me', 10, '仅支持 jpg、png、webp 图片'],
    ['me.jpg', 4 * 1024 * 1024 + 1, '图片限制在4M内'],
  ])('%s of %d bytes is not sent: %s', async (name, bytes, message) => {
    const sent = answerUploads(200, '{}');
    await showProfile();
    choose(image(name, bytes));
    expect(await screen.findByText(message)).toBeDefined();
    expect(sent).toEqual([]);
  });

  test('of exactly 4 MB is sent', async () => {
    const sent = answerUploads(200, JSON.stringify({ file: { filename: NAME } }));
    await showProfile();
    choose(image('me.jpg', 4 * 1024 * 1024));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test.each([
    [200, JSON.stringify({ code: 1100, msg: '图片已损坏或格式不正确' }), '图片已损坏或格式不正确'],
    [413, JSON.stringify({ code: 1100, msg: '图片限制在4M内' }), '图片限制在4M内'],
    [502, '<html>bad gateway</html>', '网络错误，请稍后重试'],
    [0, '', '网络错误，请稍后重试'],
  ])('that is refused with %d %s says %s, and another may be chosen', async (status, body, message) => {
    answerUploads(status, body);
    await showProfile();
    choose(image('me.jpg'));
    expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(screen.getByRole('button', { name: '更换头像' })).toHaveProperty('disabled', false));
  });
});

describe('sessions', () => {
  test('are listed, this one marked and without a button', async () => {
    await showProfile();
    const list = await screen.findByRole('list', { name: '登录设备列表' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(within(first!).getByText('本机')).toBeDefined();
    expect(within(first!).queryByRole('button')).toBeNull();
    expect(second!.textContent).toMatch(/203\.0\.113\.0\/24 · 最近使用 2026-11-20 /);
  });

  test('end one by one', async () => {
    calls.answer(sessionsCalls.endSession, () => ({}));
    await showProfile();
    await press('退出 Safari · iPhone 2');
    expect(await screen.findByText('已退出该设备')).toBeDefined();
    expect(calls.inputsOf(sessionsCalls.endSession)).toEqual([{ id: session(2)._id }]);
  });

  test('of other devices end after a question', async () => {
    calls.answer(sessionsCalls.logoutEverywhere, () => ({ ended: 2 }));
    await showProfile();
    await press('退出其他设备');
    expect(calls.inputsOf(sessionsCalls.logoutEverywhere)).toEqual([]);
    const question = await screen.findByRole('dialog');
    await userEvent.click(within(question).getByRole('button', { name: '确认' }));
    expect(await screen.findByText('已退出 2 个设备')).toBeDefined();
    expect(calls.inputsOf(sessionsCalls.logoutEverywhere)).toEqual([{ keep_this: true }]);
  });

  test('all end after a question, and the page asks to log in', async () => {
    calls.answer(sessionsCalls.logoutEverywhere, () => ({ ended: 3 }));
    await showProfile();
    await press('退出所有设备');
    const question = await screen.findByRole('dialog');
    await userEvent.click(within(question).getByRole('button', { name: '确认' }));
    await waitFor(() => expect(window.location.hash).toBe('#/login'));
    expect(calls.inputsOf(sessionsCalls.logoutEverywhere)).toEqual([{ keep_this: false }]);
    expect(document.cookie).not.toContain('token=abc');
  });

  test('with no other device there is none to end', async () => {
    calls.answer(sessionsCalls.sessions, () => [session(0, true)]);
    await showProfile();
    expect(await screen.findByRole('button', { name: '退出其他设备' })).toHaveProperty('disabled', true);
  });
});

test('the subscription link is reset after the question that every menu asks', async () => {
  calls.answer(subscriptionCalls.resetUserkey, () => ({ userkey: 'n'.repeat(32) }));
  await showProfile();
  await press('重置订阅链接');
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText(/所有已订阅的设备都将断网/)).toBeDefined();
  await userEvent.click(within(question).getByRole('button', { name: '确认重置' }));
  expect(await screen.findByText('订阅链接已重置，请在所有设备上重新订阅')).toBeDefined();
});

test('an account that did not come can be asked for again', async () => {
  calls.answer(accountsCalls.userInfo, () => refusal('fault'));
  showPage(<ProfilePage />, '/user_info');
  expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
});

describe('another password', () => {
  const [current, next] = ['hunter2hunter2', 'correct horse'];
  const fill = async (values: readonly string[]): Promise<void> => {
    await press(texts.password.open);
    for (const [at, label] of Object.values(texts.password.fields).entries()) {
      const typed = values[at] ?? '';
      const field = await screen.findByLabelText(label, { selector: 'input' });
      if (typed !== '') await userEvent.type(field, typed);
    }
    await press(texts.password.submit);
  };

  test('is sent hashed beside the current one, and the window closes with a toast', async () => {
    calls.answer(accountsCalls.setPassword, () => ({ ended: 2 }));
    await showProfile();
    await fill([current, next, next]);
    expect(await screen.findByText(texts.password.saved.text)).toBeDefined();
    expect(calls.inputsOf(accountsCalls.setPassword)).toEqual([
      { current: hashPassword(current), password: hashPassword(next) },
    ]);
    await waitFor(() => expect(screen.queryByText(texts.password.submit)).toBeNull());
  });

  test.each([
    [['', next, next], '密码不能为空'],
    [[current, next, `${next}!`], '密码不一样'],
    [[current, 'short', 'short'], '密码长度至少8位'],
  ])('is not sent as %j', async (typed, message) => {
    await showProfile();
    await fill(typed);
    expect(await screen.findByText(message)).toBeDefined();
    expect(calls.inputsOf(accountsCalls.setPassword)).toEqual([]);
  });

  test('is refused at the field of the current one', async () => {
    calls.answer(accountsCalls.setPassword, () => refusal('loginFailed', null, '当前密码不正确'));
    await showProfile();
    await fill([current, next, next]);
    expect(await screen.findByText('当前密码不正确')).toBeDefined();
    expect((screen.getByLabelText('新密码', { selector: 'input' }) as HTMLInputElement).value).toBe(next);
  });

  test('is not for an account whose password is fixed', async () => {
    calls.answer(accountsCalls.setPassword, () => refusal('accountForbids'));
    await showProfile();
    await fill([current, next, next]);
    expect(await screen.findByText(codes.accountForbids.msg)).toBeDefined();
  });

  test.each(['fault', 'invalidPayload'] as const)(
    'that fails otherwise (%s) says so, and keeps what was typed',
    async (name) => {
      calls.answer(accountsCalls.setPassword, () => refusal(name));
      await showProfile();
      await fill([current, next, next]);
      expect(await screen.findByText(codes[name].msg)).toBeDefined();
      expect((screen.getByLabelText('新密码', { selector: 'input' }) as HTMLInputElement).value).toBe(next);
    },
  );
});

test("an agency's customer, who has no Telegram, reads nothing of it beside the password", async () => {
  calls.answer(accountsCalls.userInfo, () => ({ ...sampleUser, is_agency_user: true }));
  await showProfile();
  expect(await screen.findByText(texts.password.plainHint)).toBeDefined();
  expect(screen.queryByText(texts.password.hint)).toBeNull();
});
