import { nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { permissionsCalls } from '@skyport/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { showToast, toast } from '../ui/toasts.ts';
import EntriesPage from './entries.page.tsx';
import LinesPage from './lines.page.tsx';
import NodesPage from './nodes.page.tsx';
import { idOf, sampleEntry, sampleLine, sampleNode } from './testing.ts';
import { enrolTexts } from './enrol-texts.ts';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import { lineTexts, nodeTexts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './enrol-body.tsx';
import '../ui/schema-form/form-frame.tsx';

const fresh: NodeView = { ...sampleNode, _id: idOf(2), name: '东京 02', enrolled: false, health: 'unknown' };

const server = () =>
  fakeServer()
    .answer(calls.list, () => [sampleNode, fresh])
    .answer(calls.entryList, () => [sampleEntry])
    .answer(calls.lineList, () => [sampleLine])
    .answer(permissionsCalls.list, () => [{ _id: idOf(31), name: 'VIP', desc: '', useTimes: 0 }]);

test('the list says how each node is', async () => {
  server();
  showPage(<NodesPage />);
  expect((await rowOf('香港 HGC 01')).textContent).toContain('正常46 ms');
  expect((await rowOf('香港 HGC 01')).textContent).toContain('0.1.0');
  expect((await rowOf('东京 02')).textContent).toContain(nodeTexts.notJoined);
});

test('a node is made with the ports of its type, and the list is read again', async () => {
  const fake = server().answer(calls.update, () => sampleNode);
  showPage(<NodesPage />);
  await press(nodeTexts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '洛杉矶 01');
  await userEvent.type(await screen.findByLabelText('IP'), '198.51.100.7');
  await userEvent.selectOptions(screen.getByLabelText('类型'), 'reality');
  expect(screen.queryByLabelText('WARP')).toBeNull();
  await press('确认');
  expect(await screen.findByText('更新线路成功')).toBeDefined();
  expect(screen.getByText(`节点 ${sampleNode.name}`)).toBeDefined();
  expect(fake.inputsOf(calls.update)[0]).toMatchObject({
    name: '洛杉矶 01',
    port: 443,
    public_port: 443,
    zz_port: 443,
    serverType: 'ubuntu_reality',
  });
  expect(fake.inputsOf(calls.list).length).toBeGreaterThan(1);
});

test('keys of WARP are asked for where WARP is on, and are not shown again', async () => {
  const fake = server().answer(calls.update, () => sampleNode);
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港 HGC 01')).getByRole('button', { name: staffRecordTexts.edit }));
  expect(screen.queryByLabelText('WARP 密钥')).toBeNull();
  await userEvent.click(await screen.findByRole('switch', { name: /^WARP/ }));
  await userEvent.type(await screen.findByLabelText('WARP 密钥'), 'PrivateKey = x');
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.update)).toMatchObject([{ warp: true, warp_keys: 'PrivateKey = x' }]));
});

test('a refused save says why and keeps what was typed', async () => {
  server().answer(calls.update, () => refusal('conflict'));
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港 HGC 01')).getByRole('button', { name: staffRecordTexts.edit }));
  await userEvent.type(await screen.findByLabelText('名称'), '！');
  await press('确认');
  expect(await screen.findByText('线路配置失败:内容已被修改，请刷新后重试')).toBeDefined();
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('香港 HGC 01！');
});

test('a node joins with the code that the window shows', async () => {
  let joined = false;
  const expires = new Date(Date.now() + 1_800_000).toISOString();
  server()
    .answer(calls.list, () => [sampleNode, { ...fresh, enrolled: joined }])
    .answer(calls.enrolCode, () => ({ code: 'quiet-harbour-42', expires }));
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('东京 02')).getByRole('button', { name: nodeTexts.join }));
  expect((await screen.findByLabelText(enrolTexts.code)).textContent).toBe('quiet-harbour-42');
  expect(screen.getByLabelText(enrolTexts.command).textContent).toContain('agent enrol quiet-harbour-42 ');
  expect(screen.getByText(/等待节点接入/)).toBeDefined();
  joined = true;
  expect(await screen.findByText(enrolTexts.joined, {}, { timeout: 4000 })).toBeDefined();
});

test('deleting and clearing counts ask first', async () => {
  const fake = server()
    .answer(calls.delete, () => ({}))
    .answer(calls.clearUpdatetimes, () => ({}));
  showPage(<NodesPage />);
  await choose('香港 HGC 01', staffRecordTexts.delete);
  expect(await screen.findByText(nodeTexts.deleteText('香港 HGC 01'))).toBeDefined();
  expect(fake.inputsOf(calls.delete)).toEqual([]);
  await press('确认');
  expect(await screen.findByText('节点删除成功')).toBeDefined();
  expect(fake.inputsOf(calls.delete)).toEqual([{ id: sampleNode._id }]);
  await waitFor(() => expect(screen.queryByText(nodeTexts.deleteText('香港 HGC 01'))).toBeNull());
  await press(nodeTexts.reset);
  expect(await screen.findByText(nodeTexts.resetAllText)).toBeDefined();
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.clearUpdatetimes)).toEqual([{}]));
});

test('an entry is copied without its id', async () => {
  const fake = server().answer(calls.entryUpdate, () => sampleEntry);
  showPage(<EntriesPage />);
  await choose('广州入口', staffRecordTexts.copy);
  await userEvent.type(await screen.findByLabelText('IP 列表'), '198.51.100.2\n198.51.100.3');
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.entryUpdate)).toHaveLength(1));
  const { _id: _gone, ...rest } = sampleEntry;
  expect(fake.inputsOf(calls.entryUpdate)[0]).toEqual({ ...rest, ipList: ['198.51.100.2', '198.51.100.3'] });
});

test('lines are shown by node, with the name of their entry', async () => {
  server();
  showPage(<LinesPage />);
  await waitFor(async () => expect((await rowOf('香港家宽')).textContent).toContain('🇭🇰 香港 HGC 01vmesh_tcp广州入口'));
  await userEvent.selectOptions(screen.getByLabelText(lineTexts.byNode), '东京 02');
  expect(await screen.findByText('暂无记录')).toBeDefined();
});

test('a line of an h2 node is h2 and direct, and cannot be anything else', async () => {
  const h2: NodeView = { ...sampleNode, _id: idOf(3), name: '新加坡 h2', type: 'h2' };
  const fake = server()
    .answer(calls.list, () => [sampleNode, h2])
    .answer(calls.lineUpdate, () => sampleLine);
  showPage(<LinesPage />);
  await rowOf('香港家宽');
  await press(lineTexts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '狮城');
  await userEvent.click(screen.getByRole('combobox', { name: '节点' }));
  await userEvent.click(await screen.findByRole('option', { name: '🇭🇰 新加坡 h2' }));
  expect(screen.getByLabelText('协议').hasAttribute('disabled')).toBe(true);
  expect(screen.queryByLabelText('入口')).toBeNull();
  await press('确认');
  expect(await screen.findByText('更新线路成功')).toBeDefined();
  expect(fake.inputsOf(calls.lineUpdate)[0]).toMatchObject({ agentID: h2._id, protocol: 'h2', bridge: 'none' });
});

test("the log of a line's last test is copied", async () => {
  server();
  vi.stubGlobal('isSecureContext', true);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  showPage(<LinesPage />);
  await choose('香港家宽', lineTexts.copyLog);
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('tcp ok 46 ms'));
});

test('a list that cannot be read says nothing but offers to try again', async () => {
  const fake = fakeServer().answer(calls.list, () => refusal('fault'));
  showPage(<NodesPage />);
  await press('重试');
  await waitFor(() => expect(fake.inputsOf(calls.list)).toHaveLength(2));
  // Toasts are shown in order: one of the list's would stand before this one.
  showToast(toast('此后'));
  await screen.findByText('此后');
  expect(document.querySelectorAll('.Toastify__toast')).toHaveLength(1);
});
