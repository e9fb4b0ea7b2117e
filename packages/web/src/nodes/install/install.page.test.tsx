import { installCalls as calls, type InstallView } from '@skyport/contract/install';
import { installMessage } from '@skyport/contract/install-messages';
import { nodesCalls, type NodeView } from '@skyport/contract/nodes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { choose, press, rowOf } from '../../testing/user-actions.ts';
import { showPage } from '../../testing/show-page.tsx';
import NodesPage from '../nodes.page.tsx';
import { idOf, sampleInstall, sampleNode } from '../testing.ts';
import { hostKeyTexts } from './host-key-texts.ts';
import { installTexts as texts, kitTexts, stateTexts } from './texts.ts';
import { progressTexts } from './window-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './install-body.tsx';

const fresh: NodeView = { ...sampleNode, _id: idOf(2), name: '东京 02', enrolled: false, health: 'unknown' };
const idle: InstallView = {
  ...sampleInstall,
  _id: fresh._id,
  state: 'idle',
  step: '',
  percent: 0,
  host_key: '',
  key_installed: false,
  prefix: '',
  version: '',
  previous_version: '',
  started_at: null,
  finished_at: null,
};
const SEEN = `SHA256:${'b'.repeat(43)}`;

/** A panel whose installations a test moves on; the log is a line for each move. */
const panel = () => {
  let installs: readonly InstallView[] = [sampleInstall, idle];
  let log = '';
  const move = (id: string, part: Partial<InstallView>, line = ''): void => {
    installs = installs.map((install) => (install._id === id ? { ...install, ...part } : install));
    log += line;
  };
  const begin = (id: string, part: Partial<InstallView>): InstallView => {
    move(id, {
      state: 'queued',
      step: '',
      percent: 0,
      started_at: '2026-11-02T00:00:00.000Z',
      finished_at: null,
      ...part,
    });
    return installs.find(({ _id }) => _id === id)!;
  };
  const fake = fakeServer()
    .answer(nodesCalls.list, () => [sampleNode, fresh])
    .answer(calls.states, () => [...installs])
    .answer(calls.kit, () => ({ ready: true, files: [], problems: [] }))
    .answer(calls.log, ({ id, offset }) => {
      const install = installs.find(({ _id }) => _id === id)!;
      const from = offset > log.length ? 0 : offset;
      return { install, offset: from, text: log.slice(from), next: log.length };
    })
    .answer(calls.upgradeAgentserver, ({ _id, ids }) => (ids ?? [_id!]).map((id) => begin(id, { action: 'upgrade' })))
    .answer(calls.rollback, ({ id }) => begin(id, { action: 'rollback' }))
    .answer(calls.remove, ({ id }) => begin(id, { action: 'remove' }));
  return { fake, move };
};

test('an upgrade asks first, is watched while it runs, and says how it ended', async () => {
  const { fake, move } = panel();
  showPage(<NodesPage />);
  await choose('香港 HGC 01', texts.upgrade);
  expect(await screen.findByText(texts.upgradeText('香港 HGC 01'))).toBeDefined();
  expect(fake.inputsOf(calls.upgradeAgentserver)).toEqual([]);
  await press(texts.upgrade);
  const log = await screen.findByRole('log');
  expect(fake.inputsOf(calls.upgradeAgentserver)).toEqual([{ _id: sampleNode._id }]);
  move(sampleNode._id, { state: 'running', step: 'upload', percent: 31 }, '00:00:01 传输 agent.mjs\n');
  await waitFor(() => expect(log.textContent).toBe('00:00:01 传输 agent.mjs\n'));
  const steps = screen.getByLabelText(progressTexts.stepList);
  expect(steps.querySelector('[aria-current="step"]')?.textContent).toBe(stateTexts.steps.upload);
  const ended = { state: 'done', step: 'verify', percent: 100, finished_at: '2026-11-02T00:01:00.000Z' } as const;
  move(sampleNode._id, ended, '00:00:09 完成\n');
  await waitFor(() => expect(log.textContent).toBe('00:00:01 传输 agent.mjs\n00:00:09 完成\n'));
  expect(await screen.findAllByText('升级成功')).toHaveLength(1);
  // Only what is new is fetched.
  expect(fake.inputsOf(calls.log).at(-1)?.offset).toBeGreaterThan(0);
});

test('an upgrade that is refused says why and opens nothing', async () => {
  const { fake } = panel();
  fake.answer(calls.upgradeAgentserver, () => refusal('conflict'));
  showPage(<NodesPage />);
  await choose('香港 HGC 01', texts.upgrade);
  await press(texts.upgrade);
  expect(await screen.findByText('升级失败:内容已被修改，请刷新后重试')).toBeDefined();
  expect(screen.queryByRole('log')).toBeNull();
});

test('a new server is installed only after its fingerprint was compared and approved', async () => {
  const { fake, move } = panel();
  fake.answer(calls.approveHostKey, ({ id, fingerprint }) => {
    move(id, { state: 'queued', host_key: fingerprint, seen_host_key: '' });
    return { ...idle, state: 'queued' as const, host_key: fingerprint };
  });
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('东京 02')).getByRole('button', { name: texts.install }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: texts.install }));
  await screen.findByRole('log');
  move(fresh._id, { state: 'waiting-host-key', step: 'connect', seen_host_key: SEEN });
  expect((await screen.findByLabelText(hostKeyTexts.seen)).textContent).toBe(SEEN);
  const approve = screen.getByRole('button', { name: hostKeyTexts.approve });
  expect(approve.hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByLabelText(hostKeyTexts.compared));
  await userEvent.click(approve);
  expect(await screen.findByText('已批准主机指纹')).toBeDefined();
  expect(fake.inputsOf(calls.approveHostKey)).toEqual([{ id: fresh._id, fingerprint: SEEN }]);
  await waitFor(() => expect(screen.queryByLabelText(hostKeyTexts.seen)).toBeNull());
});

test('a fingerprint that is another than the approved one warns and shows both', async () => {
  const { move } = panel();
  move(sampleNode._id, { state: 'waiting-host-key', seen_host_key: SEEN });
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港 HGC 01')).getByRole('button', { name: texts.log }));
  expect(await screen.findByText(hostKeyTexts.changedTitle)).toBeDefined();
  expect(screen.getByLabelText(hostKeyTexts.approved).textContent).toBe(sampleInstall.host_key);
  expect(screen.getByLabelText(hostKeyTexts.seen).textContent).toBe(SEEN);
});

test('without anything to log in with the way leads to the form, and nothing is asked of the panel', async () => {
  const { fake } = panel();
  fake.answer(nodesCalls.list, () => [sampleNode, { ...fresh, has_ssh_password: false }]);
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf(fresh.name)).getByRole('button', { name: texts.install }));
  expect(await screen.findByText(texts.loginMissing(fresh.name))).toBeDefined();
  await press(texts.fillIn);
  expect(await screen.findByText('SSH 密码')).toBeDefined();
  expect(fake.inputsOf(calls.upgradeAgentserver)).toEqual([]);
});

test('several nodes are upgraded together, and the failed first one is shown with its reason', async () => {
  const { fake, move } = panel();
  showPage(<NodesPage />);
  await rowOf('香港 HGC 01');
  await userEvent.click(screen.getByLabelText('选择 香港 HGC 01'));
  await userEvent.click(screen.getByLabelText('选择 东京 02'));
  await press(texts.upgradeChosen);
  expect(await screen.findByText(texts.upgradeManyText(2, '香港 HGC 01'))).toBeDefined();
  await press(texts.upgrade);
  expect(await screen.findByText(progressTexts.overall(0, 2))).toBeDefined();
  expect(fake.inputsOf(calls.upgradeAgentserver)).toEqual([{ ids: [sampleNode._id, fresh._id] }]);
  const finished_at = '2026-11-02T00:01:00.000Z';
  move(sampleNode._id, {
    state: 'failed',
    step: 'script',
    reason: installMessage('script.no_space', '5 kB'),
    finished_at,
  });
  move(fresh._id, { state: 'failed', reason: installMessage('firstFailed'), finished_at });
  expect(await screen.findByText(progressTexts.overall(2, 2))).toBeDefined();
  expect(await screen.findByText('升级失败:磁盘空间不足（5 kB）')).toBeDefined();
  // One failure has one toast.
  expect(screen.queryByText(/^升级失败:首台/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /东京 02/, pressed: false }));
  expect((await screen.findAllByText(/首台节点失败/)).length).toBeGreaterThan(0);
});

test('a removal keeps the usage journal unless asked otherwise; a rollback names the version', async () => {
  const { fake } = panel();
  showPage(<NodesPage />);
  await choose('香港 HGC 01', texts.rollback);
  expect(await screen.findByText(texts.rollbackText('香港 HGC 01', '0.0.9'))).toBeDefined();
  await press('取消');
  await choose('香港 HGC 01', texts.remove);
  await userEvent.click(await screen.findByLabelText(texts.purge));
  await userEvent.click(screen.getByLabelText(texts.purge));
  await press(texts.remove);
  await waitFor(() => expect(fake.inputsOf(calls.remove)).toEqual([{ id: sampleNode._id, purge: false }]));
  expect(fake.inputsOf(calls.rollback)).toEqual([]);
});

test('what the kit lacks is named before an install begins', async () => {
  const { fake } = panel();
  const file = { name: 'xray.gz', bytes: 1, sha256: 'a'.repeat(64) };
  fake.answer(calls.kit, () => ({
    ready: false,
    files: [{ ...file, part: 'xray' as const, version: '26.3.27', cpu: 'x64' as const }],
    problems: ['缺少 arm64 的 Xray：请执行 npm run node-kit'],
  }));
  showPage(<NodesPage />);
  expect(await screen.findByText('缺少 arm64 的 Xray：请执行 npm run node-kit')).toBeDefined();
  expect(screen.getByText(kitTexts.missingTitle)).toBeDefined();
  expect(screen.getByText(/Xray 26\.3\.27（x64）/)).toBeDefined();
});

test('a kit that was made meanwhile takes its warning away', async () => {
  const { fake } = panel();
  const missing = '没有节点安装包：请在面板服务器上运行 npm run node-kit';
  fake.answer(calls.kit, () => ({ ready: false, files: [], problems: [missing] }));
  showPage(<NodesPage />);
  expect(await screen.findByText(missing)).toBeDefined();
  fake.answer(calls.kit, () => ({ ready: true, files: [], problems: [] }));
  await waitFor(() => expect(screen.queryByText(missing)).toBeNull());
});
