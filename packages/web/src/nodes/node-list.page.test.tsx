import { type AgentItem, nodesCalls as calls } from '@skyport/contract/nodes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import { nodeListTexts as texts } from './node-list-texts.ts';
import NodeListPage from './node-list.page.tsx';

const node = (orderID: number, name: string, speed: number | null): AgentItem => ({
  _id: `01970000-0000-7000-8000-00000000000${orderID}`,
  name,
  desc: `${name}的说明`,
  country: { name: '日本', flag: '🇯🇵' },
  speed,
  orderID,
});
const nodes = [node(1, '东京', 149), node(2, '大阪', 150), node(3, '京都', 200), node(4, '札幌', null)];

test('nodes stand there with flag, description and latency; a colour is said in words, too', async () => {
  fakeServer().answer(calls.agentList, () => nodes);
  showPage(<NodeListPage />, '/agents');
  await screen.findByText('东京的说明');
  const shown = await Promise.all(nodes.map(async ({ name }) => rowOf(name)));
  expect(shown.map((row) => [row.querySelector('i')?.dataset.tone, row.textContent])).toEqual([
    ['ok', '🇯🇵 东京东京的说明149 ms 流畅'],
    ['warn', '🇯🇵 大阪大阪的说明150 ms 一般'],
    ['bad', '🇯🇵 京都京都的说明200 ms 较慢'],
    ['none', '🇯🇵 札幌札幌的说明未知'],
  ]);
  expect(within(screen.getByRole('list', { name: texts.legend })).getAllByRole('listitem')).toHaveLength(4);
});

test('the kinds of nodes are explained', async () => {
  fakeServer().answer(calls.agentList, () => nodes);
  showPage(<NodeListPage />, '/agents');
  const kinds = within(await screen.findByRole('region', { name: texts.kinds }));
  expect(kinds.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    '家宽节点',
    '回国节点',
    '游戏节点',
    '定制节点',
  ]);
});

test('nodes are searched, and sorted by latency', async () => {
  fakeServer().answer(calls.agentList, () => nodes);
  showPage(<NodeListPage />, '/agents');
  await screen.findByText('东京的说明');
  await press(texts.columns.speed);
  await press(texts.columns.speed);
  expect(screen.getAllByRole('row')[1]!.textContent).toContain('京都');
  await userEvent.type(screen.getByLabelText(texts.search), '大阪');
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

test('without nodes the list says so; one that failed can be read again', async () => {
  const server = fakeServer().answer(calls.agentList, () => refusal('fault'));
  showPage(<NodeListPage />, '/agents');
  await screen.findByText('列表没有加载出来');
  server.answer(calls.agentList, () => []);
  await press('重试');
  expect(await screen.findByText(texts.nothing)).toBeDefined();
});
