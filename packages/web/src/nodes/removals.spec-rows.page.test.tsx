import type { BuiltCall } from '@skyport/contract/call';
import { nodesCalls as calls } from '@skyport/contract/nodes';
import { permissionsCalls } from '@skyport/contract/permissions';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { choose, press } from '../testing/user-actions.ts';
import EntriesPage from './entries.page.tsx';
import LinesPage from './lines.page.tsx';
import NodesPage from './nodes.page.tsx';
import { sampleEntry, sampleLine, sampleNode } from './testing.ts';

/* Deletions and resets of nodes, entries and lines: each asks first. */

const serve = (page: ReactNode): FakeServer => {
  const server = fakeServer()
    .answer(calls.list, () => [sampleNode])
    .answer(calls.entryList, () => [sampleEntry])
    .answer(calls.lineList, () => [sampleLine])
    .answer(permissionsCalls.list, () => []);
  showPage(page);
  return server;
};

interface Asked {
  /** Opens the question. */
  readonly open: () => Promise<void>;
  readonly question: string;
  readonly call: BuiltCall;
  readonly input: object;
  readonly done: string;
  readonly failed: string;
}

/** No sends nothing, yes sends the call and says that it is done, and a refusal says why. */
const expectAsked = async (server: FakeServer, { open, question, call, input, done, failed }: Asked): Promise<void> => {
  const closed = () => waitFor(() => expect(screen.queryByText(question)).toBeNull());
  server.answer(call, () => ({}));
  await open();
  await screen.findByText(question);
  await press('取消');
  await closed();
  expect(server.inputsOf(call)).toEqual([]);
  await open();
  await press('确认');
  await screen.findByText(done);
  expect(server.inputsOf(call)).toEqual([input]);
  await closed();
  server.answer(call, () => refusal('conflict', null, '仍在使用'));
  await open();
  await press('确认');
  await screen.findByText(`${failed}仍在使用`);
};

test('a node is deleted after a question, and a refusal says why', async () => {
  const server = serve(<NodesPage />);
  await expectAsked(server, {
    open: () => choose('香港 HGC 01', '删除'),
    question: '确认删除节点“香港 HGC 01”？该节点将停止服务，节点程序的接入信息也会作废。',
    call: calls.delete,
    input: { id: sampleNode._id },
    done: '节点删除成功',
    failed: '节点删除失败:',
  });
});

test('an entry is deleted after a question, and a refusal says why', async () => {
  const server = serve(<EntriesPage />);
  await expectAsked(server, {
    open: () => choose('广州入口', '删除'),
    question: '确认删除入口“广州入口”？仍被线路使用的入口不能删除。',
    call: calls.entryDelete,
    input: { id: sampleEntry._id },
    done: '删除成功',
    failed: '删除失败:',
  });
});

test('a line is deleted after a question, and a refusal says why', async () => {
  const server = serve(<LinesPage />);
  await expectAsked(server, {
    open: () => choose('香港家宽', '删除'),
    question: '确认删除线路“香港家宽”？正在使用它的客户端会立即断开。',
    call: calls.lineDelete,
    input: { id: sampleLine._id },
    done: '删除成功',
    failed: '删除失败:',
  });
});

const counts = { call: calls.clearUpdatetimes, done: '更新成功', failed: '刷新失败:' };

test('the update counts of all nodes are reset after a question, and a refusal says why', async () => {
  const server = serve(<NodesPage />);
  const open = () => press('重置更新次数');
  await expectAsked(server, { ...counts, open, question: '确认把所有节点的更新次数清零？', input: {} });
});

test('the update count of one node is reset after a question', async () => {
  const server = serve(<NodesPage />);
  await expectAsked(server, {
    ...counts,
    open: () => choose('香港 HGC 01', '重置更新次数'),
    question: '确认把节点“香港 HGC 01”的更新次数清零？',
    input: { id: sampleNode._id },
  });
});

const traffic = { call: calls.lineResetHot, done: '流量刷新成功', failed: '流量刷新失败:' };

test('the traffic of all lines is reset after a question, and a refusal says why', async () => {
  const server = serve(<LinesPage />);
  const question = '确认把所有线路的流量统计清零？用户的账目不受影响。';
  await expectAsked(server, { ...traffic, open: () => press('重置流量'), question, input: {} });
});

test('the traffic of one line is reset after a question', async () => {
  const server = serve(<LinesPage />);
  await expectAsked(server, {
    ...traffic,
    open: () => choose('香港家宽', '重置流量'),
    question: '确认把线路“香港家宽”的流量统计清零？用户的账目不受影响。',
    input: { id: sampleLine._id },
  });
});
