import type { JoinProblem } from '@skyport/contract/join-problem';
import { nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { permissionsCalls } from '@skyport/contract/permissions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { texts as tableTexts } from '../ui/data-table/texts.ts';
import { showToast, toast } from '../ui/toasts.ts';
import EntriesPage from './entries.page.tsx';
import LinesPage from './lines.page.tsx';
import NodesPage from './nodes.page.tsx';
import { idOf, sampleEntry, sampleLine, sampleNode } from './testing.ts';
import { enrolTexts } from './enrol-texts.ts';
import { joinTexts } from './join-texts.ts';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import { entryTexts, lineTexts, nodeTexts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './enrol-body.tsx';
import '../ui/schema-form/form-frame.tsx';

const fresh: NodeView = { ...sampleNode, _id: idOf(2), name: '东京 02', enrolled: false, health: 'unknown' };

const server = () =>
  fakeServer()
    .answer(calls.list, () => [sampleNode, fresh])
    .answer(calls.entryList, () => [sampleEntry])
    .answer(calls.lineList, () => [sampleLine])
    .answer(permissionsCalls.list, () => [{ _id: idOf(31), name: 'VIP', desc: '', useTimes: 0, holders: 3 }]);

test('the list says how each node is', async () => {
  server();
  showPage(<NodesPage />);
  expect((await rowOf('香港 HGC 01')).textContent).toContain('正常46 ms');
  expect((await rowOf('香港 HGC 01')).textContent).not.toContain('0.1.0');
  await userEvent.click(screen.getByLabelText(tableTexts.columns));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: nodeTexts.columns.version }));
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
  let tried: JoinProblem | null = null;
  const command = `f=$(mktemp) && sh "$f" install --code quiet-harbour-42`;
  const expires = new Date(Date.now() + 1_800_000).toISOString();
  server()
    .answer(calls.list, () => [sampleNode, { ...fresh, enrolled: joined, join_problem: tried }])
    .answer(calls.enrolCode, () => ({ code: 'quiet-harbour-42', expires, command }));
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('东京 02')).getByRole('button', { name: nodeTexts.join }));
  expect((await screen.findByLabelText(enrolTexts.code)).textContent).toBe('quiet-harbour-42');
  expect(screen.getByLabelText(enrolTexts.command).textContent).toBe(command);
  expect(screen.getByText(enrolTexts.needs(fresh.ctrl_port))).toBeDefined();
  expect(screen.getByText(/等待节点接入/)).toBeDefined();
  expect(screen.queryByText(/最近一次连接/)).toBeNull();
  tried = { code: 'portClosed', detail: '', ended: false };
  const why = enrolTexts.lastTry(joinTexts.portClosed(fresh.ctrl_port));
  expect(await screen.findByText(why)).toBeDefined();
  tried = { code: 'wrongProof', detail: '', ended: true };
  expect(await screen.findByText(enrolTexts.ended)).toBeDefined();
  expect(screen.getByRole('button', { name: enrolTexts.renew })).toBeDefined();
  joined = true;
  expect(await screen.findByText(enrolTexts.joined)).toBeDefined();
  // The command has been used: only the next step is shown.
  expect(screen.queryByLabelText(enrolTexts.command)).toBeNull();
  expect(screen.queryByLabelText(enrolTexts.code)).toBeNull();
  expect(screen.getByRole('link', { name: enrolTexts.addLine }).getAttribute('href')).toBe('#/admin_agentLines');
});

test('a command with a loopback address is warned of by name', async () => {
  let page = 'http://127.0.0.1:3000';
  server().answer(calls.enrolCode, () => ({
    code: 'quiet-harbour-42',
    expires: new Date(Date.now() + 1_800_000).toISOString(),
    command: `curl -fsSL -o "$f" '${page}/install/ubuntu_x86.sh' && sh "$f" install --code quiet-harbour-42`,
  }));
  for (const [address, warned] of [
    ['http://127.0.0.1:3000', '127.0.0.1'],
    ['http://localhost:3000', 'localhost'],
    ['http://[::1]:3000', '[::1]'],
    ['https://panel.example.com', undefined],
  ] as const) {
    page = address;
    showPage(<NodesPage />);
    await userEvent.click(within(await rowOf('东京 02')).getByRole('button', { name: nodeTexts.join }));
    await screen.findByLabelText(enrolTexts.command);
    expect(screen.queryByText(/是本机地址/)?.textContent).toBe(warned && enrolTexts.loopback(warned));
    cleanup();
  }
});

test('a node is copied without its id, and names the node that it was copied from', async () => {
  const fake = server().answer(calls.update, () => sampleNode);
  showPage(<NodesPage />);
  await choose('香港 HGC 01', staffRecordTexts.copy);
  const name = await screen.findByLabelText('名称');
  await userEvent.clear(name);
  await userEvent.type(name, '香港 HGC 02');
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.update)).toHaveLength(1));
  const [sent] = fake.inputsOf(calls.update);
  expect(sent).toMatchObject({ name: '香港 HGC 02', ip: sampleNode.ip, copy_of: sampleNode._id });
  expect(sent).not.toHaveProperty('_id');
});

test('an entry is copied without its id', async () => {
  const fake = server().answer(calls.entryUpdate, () => sampleEntry);
  showPage(<EntriesPage />);
  await choose('广州入口', staffRecordTexts.copy);
  await userEvent.type(await screen.findByLabelText('IP 列表'), '198.51.100.2\n198.51.100.3');
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.entryUpdate)).toHaveLength(1));
  const { _id: _gone, ...rest } = sampleEntry;
  expect(fake.inputsOf(calls.entryUpdate)[0]).toEqual({
    ...rest,
    ipList: ['198.51.100.2', '198.51.100.3'],
    change: expect.stringMatching(/^[A-Z0-9]{22}$/),
  });
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

test('an empty list of nodes, lines or entries says what to do next', async () => {
  let nodes: NodeView[] = [];
  server()
    .answer(calls.list, () => nodes)
    .answer(calls.entryList, () => [])
    .answer(calls.lineList, () => []);
  showPage(<NodesPage />);
  expect(await screen.findByText(nodeTexts.next)).toBeDefined();
  expect(screen.getByText('暂无记录')).toBeDefined();
  cleanup();
  showPage(<EntriesPage />);
  expect(await screen.findByText(entryTexts.next)).toBeDefined();
  const { noNode, notJoined, first, toNodes } = lineTexts.next;
  for (const [text, known] of [
    [noNode, []],
    [notJoined, [fresh]],
    [first, [fresh, sampleNode]],
  ] as const) {
    cleanup();
    nodes = [...known];
    showPage(<LinesPage />);
    expect(await screen.findByText(text)).toBeDefined();
    const way = screen.queryByRole('link', { name: toNodes });
    expect(way?.getAttribute('href')).toBe(text === first ? undefined : '#/admin_agents');
  }
});

test('a line that stands in no document says why', async () => {
  const off: NodeView = { ...sampleNode, _id: idOf(4), name: '首尔 04', enabled: false };
  const hidden = { ...sampleEntry, _id: idOf(12), name: '暗入口', visible: false };
  server()
    .answer(calls.list, () => [sampleNode, fresh, off])
    .answer(calls.entryList, () => [sampleEntry, hidden])
    .answer(calls.lineList, () => [
      sampleLine,
      { ...sampleLine, _id: idOf(22), name: '东京家宽', agentID: fresh._id },
      { ...sampleLine, _id: idOf(23), name: '首尔家宽', agentID: off._id },
      { ...sampleLine, _id: idOf(24), name: '暗线', entryID: hidden._id },
    ]);
  showPage(<LinesPage />);
  const { notJoined, nodeOff, entryHidden } = lineTexts.absent;
  await waitFor(async () => expect((await rowOf('东京家宽')).textContent).toContain(notJoined));
  expect((await rowOf('首尔家宽')).textContent).toContain(nodeOff);
  expect((await rowOf('暗线')).textContent).toContain(entryHidden);
  expect((await rowOf('香港家宽')).textContent).not.toContain('不出现在订阅中');
});

/** The form of a first line named 家宽, where there are these nodes and no entry. */
const openFirstLine = async (nodes: NodeView[]) => {
  const fake = server()
    .answer(calls.list, () => nodes)
    .answer(calls.entryList, () => [])
    .answer(calls.lineList, () => [])
    .answer(calls.lineUpdate, () => sampleLine);
  showPage(<LinesPage />);
  await screen.findByText('暂无记录');
  await press(lineTexts.add);
  await userEvent.type(await screen.findByLabelText('名称'), '家宽');
  return fake;
};

test('without an entry the form of a line says so, and a click makes it a direct one', async () => {
  const fake = await openFirstLine([sampleNode, fresh]);
  await userEvent.click(screen.getByRole('combobox', { name: '节点' }));
  await userEvent.click(await screen.findByRole('option', { name: '🇭🇰 香港 HGC 01' }));
  expect((screen.getByLabelText('接入方式') as HTMLSelectElement).value).toBe('report');
  expect(screen.getByText(lineTexts.noEntry)).toBeDefined();
  // An open list would cover the button that helps.
  await press('确认');
  expect(screen.getByRole('combobox', { name: '入口' })).toHaveProperty('disabled', true);
  await press(lineTexts.makeDirect);
  expect((screen.getByLabelText('接入方式') as HTMLSelectElement).value).toBe('none');
  expect(screen.queryByText(lineTexts.noEntry)).toBeNull();
  await press('确认');
  expect(await screen.findByText('更新线路成功')).toBeDefined();
  expect(fake.inputsOf(calls.lineUpdate)[0]).toMatchObject({ bridge: 'none', entryID: null });
});

test('the first line of the only node is direct while there is no entry', async () => {
  const fake = await openFirstLine([sampleNode]);
  expect(screen.queryByText(lineTexts.noEntry)).toBeNull();
  await press('确认');
  expect(await screen.findByText('更新线路成功')).toBeDefined();
  expect(fake.inputsOf(calls.lineUpdate)[0]).toMatchObject({ agentID: sampleNode._id, bridge: 'none', entryID: null });
});

test('a line that becomes direct keeps nothing of the way it had', async () => {
  const fake = server()
    .answer(calls.entryList, () => [])
    .answer(calls.lineList, () => [{ ...sampleLine, bridgeAddr: 'cdn.example.com' }])
    .answer(calls.lineUpdate, () => sampleLine);
  showPage(<LinesPage />);
  await userEvent.click(within(await rowOf('香港家宽')).getByRole('button', { name: staffRecordTexts.edit }));
  await userEvent.click(await screen.findByRole('button', { name: lineTexts.makeDirect }));
  await press('确认');
  expect(await screen.findByText('更新线路成功')).toBeDefined();
  expect(fake.inputsOf(calls.lineUpdate)[0]).toMatchObject({ bridge: 'none', entryID: null, bridgeAddr: '' });
});

test('a REALITY line on a node without a name is refused at the field that helps', async () => {
  const message = 'REALITY 线路需要节点或线路的域名，或 REALITY 目标';
  const bare: NodeView = { ...sampleNode, _id: idOf(5), name: '柏林 05', type: 'reality', host: '' };
  const line = { ...sampleLine, agentID: bare._id, protocol: 'reality', bridge: 'none', entryID: null } as const;
  server()
    .answer(calls.list, () => [bare])
    .answer(calls.lineList, () => [line])
    .answer(calls.lineUpdate, () => refusal('invalidPayload', { field: 'realityTarget' }, message));
  showPage(<LinesPage />);
  await userEvent.click(within(await rowOf('香港家宽')).getByRole('button', { name: staffRecordTexts.edit }));
  const target = await screen.findByLabelText('REALITY 目标');
  const isMarked = (label: string) => screen.getByLabelText(label).getAttribute('aria-required') === 'true';
  await waitFor(() => expect(isMarked('REALITY 目标')).toBe(true));
  await userEvent.type(screen.getByLabelText('域名'), '203.0.113.9');
  expect(isMarked('REALITY 目标')).toBe(true);
  await userEvent.clear(screen.getByLabelText('域名'));
  await userEvent.type(screen.getByLabelText('域名'), 'a');
  expect(isMarked('REALITY 目标')).toBe(false);
  await userEvent.clear(screen.getByLabelText('域名'));
  await press('确认');
  expect(await screen.findByText(`线路配置失败:${message}`)).toBeDefined();
  expect(screen.getByText(message)).toBeDefined();
  expect(target.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(target, 'a.example.com:443');
  expect(screen.queryByText(message)).toBeNull();
});

test('a line through a CDN is marked at its host where the node has none', async () => {
  const bare: NodeView = { ...sampleNode, _id: idOf(5), name: '柏林 05', host: '' };
  const line = { ...sampleLine, agentID: bare._id, protocol: 'vmesh_ws', bridge: 'none', entryID: null } as const;
  server()
    .answer(calls.list, () => [bare])
    .answer(calls.lineList, () => [line]);
  showPage(<LinesPage />);
  await userEvent.click(within(await rowOf('香港家宽')).getByRole('button', { name: staffRecordTexts.edit }));
  const host = await screen.findByLabelText('域名');
  expect(host.getAttribute('aria-required')).not.toBe('true');
  await userEvent.selectOptions(screen.getByLabelText('接入方式'), 'cf_cdn');
  expect(host.getAttribute('aria-required')).toBe('true');
});

test('the server type of Alpine is called Alpine', async () => {
  server();
  showPage(<NodesPage />);
  await press(nodeTexts.add);
  const types = await screen.findByLabelText('服务器类型');
  expect(within(types).getByRole<HTMLOptionElement>('option', { name: 'Alpine' }).value).toBe('apine');
  expect(screen.queryByText('apine')).toBeNull();
});

test('an address is marked until one is there; a port is filled in, and what is rarely set is folded', async () => {
  server();
  showPage(<NodesPage />);
  await press(nodeTexts.add);
  const required = (label: string) => screen.getByLabelText(label).getAttribute('aria-required') === 'true';
  const host = await screen.findByLabelText('域名');
  const counts = () =>
    [nodeTexts.oneAddress, nodeTexts.onePort].map((said) => screen.queryAllByText(said, { exact: false }).length);
  expect(counts()).toEqual([2, 0]);
  expect((screen.getByLabelText('监听端口') as HTMLInputElement).value).toBe('20000');
  expect(screen.getByText(nodeTexts.folds.ssh).closest('details')?.open).toBe(false);
  for (const label of ['WARP', 'SSH 密码', '面板地址限制', '带宽'])
    expect(screen.getByLabelText(new RegExp(`^${label}`)).closest('details'), label).not.toBeNull();
  for (const label of ['名称', 'IP', '监听端口', '控制端口'])
    expect(screen.getByLabelText(label).closest('details')).toBeNull();
  await userEvent.type(host, 'a');
  expect(screen.queryByText(nodeTexts.oneAddress)).toBeNull();
  expect(['名称', 'IP', '域名', '监听端口', '描述'].map(required)).toEqual([true, false, false, false, false]);
  await userEvent.type(screen.getByLabelText('公开端口'), '443');
  expect((screen.getByLabelText('监听端口') as HTMLInputElement).value).toBe('');
  expect(counts()).toEqual([0, 0]);
  await userEvent.clear(screen.getByLabelText('公开端口'));
  expect(counts()).toEqual([0, 3]);
});
