import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setWidth } from '../../testing/browser.ts';
import { commonTexts } from '../common-texts.ts';
import type { Column } from './column.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { texts } from './texts.ts';
import { firstPage, type TableQuery } from './use-table-model.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly size: number | null;
}

const rowsOf = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `节点 ${index}`, size: (index * 7) % 31 }));

const columns: readonly Column<Row>[] = [
  { id: 'name', title: '名称', value: (row) => row.name, heading: true },
  { id: 'size', title: '大小', value: (row) => row.size, numeric: true },
  { id: 'id', title: '编号', value: (row) => row.id, hidden: true },
];

type Shown = Partial<Omit<DataTableProps<Row>, 'rows'>> & { rows?: readonly Row[] | undefined };

const Table = (props: Shown) => (
  <MantineProvider env="test">
    <DataTable
      label="测试表"
      rows={rowsOf(45)}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      {...props}
    />
  </MantineProvider>
);
const show = (props: Shown) => render(<Table {...props} />);

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent);

beforeEach(() => setWidth(1440));
afterEach(cleanup);

test('whoever points at a cell that is cut reads the whole of it', async () => {
  show({});
  const [cut, whole] = screen.getAllByRole('cell');
  Object.defineProperties(cut!, { scrollWidth: { value: 500 }, clientWidth: { value: 320 } });
  for (const cell of [cut!, whole!]) await userEvent.hover(cell);
  expect([cut!.title, whole!.title]).toEqual(['节点 0', '']);
});

test('twenty rows a page, and the way to the next ones', async () => {
  show({});
  expect(names()).toHaveLength(20);
  expect(screen.getByText('共 45 条')).toBeDefined();
  await userEvent.click(screen.getByLabelText(texts.next));
  await userEvent.click(screen.getByLabelText(texts.next));
  expect(names()).toEqual(['节点 40', '节点 41', '节点 42', '节点 43', '节点 44']);
  await userEvent.selectOptions(screen.getByLabelText(texts.pageSize), '全部');
  expect(names()).toHaveLength(45);
});

test.each([
  ['5 条/页', 5],
  ['20 条/页', 20],
  ['50 条/页', 50],
  ['100 条/页', 100],
  ['全部', 130],
])('a page of %s has %i rows', async (size, count) => {
  show({ rows: rowsOf(130) });
  const sizes = screen.getByLabelText(texts.pageSize);
  const offered = within(sizes).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    '5 条/页',
    '20 条/页',
    '50 条/页',
    '100 条/页',
    '全部',
  ]);
  await userEvent.selectOptions(sizes, size);
  expect(names()).toHaveLength(count);
});

test('a click on a title sorts up, then down, then not at all; nothing stands last', async () => {
  show({ rows: [...rowsOf(3), { id: 'x', name: '空', size: null }] });
  const title = screen.getByTitle('按大小排序');
  await userEvent.click(title);
  expect(names()).toEqual(['节点 0', '节点 1', '节点 2', '空']);
  await userEvent.click(title);
  expect(names()).toEqual(['节点 2', '节点 1', '节点 0', '空']);
  await userEvent.click(title);
  expect(screen.getByRole('columnheader', { name: '大小' }).getAttribute('aria-sort')).toBe('none');
});

test('a search begins at the first page again', async () => {
  show({});
  await userEvent.click(screen.getByLabelText(texts.next));
  await userEvent.type(screen.getByLabelText(texts.search), '节点 3');
  expect(await screen.findByText('共 14 条')).toBeDefined();
  expect(names()[0]).toBe('节点 3');
  await userEvent.type(screen.getByLabelText(texts.search), '没有');
  expect(await screen.findByText(texts.noMatch)).toBeDefined();
});

test('columns are hidden and shown by choice', async () => {
  show({ rows: rowsOf(2) });
  expect(screen.queryByText('r1')).toBeNull();
  await userEvent.click(screen.getByLabelText(texts.columns));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: '编号' }));
  expect(await screen.findByText('r1')).toBeDefined();
});

test('rows are ticked one by one or a page at once', async () => {
  const Ticking = () => {
    const [keys, onChange] = useState<ReadonlySet<string>>(new Set());
    return <Table rows={rowsOf(3)} selection={{ keys, onChange }} />;
  };
  render(<Ticking />);
  await userEvent.click(screen.getByLabelText('选择 节点 1'));
  expect(screen.getByText('已选 1 条')).toBeDefined();
  await userEvent.click(screen.getByLabelText(texts.selectAll));
  expect(screen.getByText('已选 3 条')).toBeDefined();
  await userEvent.click(screen.getByText(texts.clearSelection));
  expect(screen.queryByText(/已选/)).toBeNull();
});

test('an empty list, a list under way and a list that failed say so', async () => {
  show({ rows: [] });
  expect(screen.getByText('暂无记录')).toBeDefined();
  cleanup();
  const retry = vi.fn();
  show({ rows: undefined });
  expect(screen.getByRole('status', { name: commonTexts.loading })).toBeDefined();
  cleanup();
  show({ rows: undefined, read: { isError: true, refetch: retry } });
  await userEvent.click(screen.getByText('重试'));
  expect(retry).toHaveBeenCalledOnce();
});

test('a thousand rows are not all in the page', async () => {
  show({ rows: rowsOf(1000), start: { size: 0 } });
  expect(screen.getAllByRole('row').length).toBeLessThan(200);
  expect(screen.getByText('共 1000 条')).toBeDefined();
});

test('phones get cards with the same actions', async () => {
  setWidth(390);
  const run = vi.fn();
  show({
    rows: rowsOf(2),
    rowActions: (row) => [
      { label: '编辑', run: () => run(row.id), first: true },
      { label: '删除', run: () => run(`${row.id} gone`), danger: true },
    ],
  });
  expect(screen.queryByRole('table')).toBeNull();
  const second = screen.getAllByRole('listitem')[1]!;
  await userEvent.click(within(second).getByText('编辑'));
  await userEvent.click(within(second).getByLabelText('更多操作：节点 1'));
  await userEvent.click(await screen.findByRole('menuitem', { name: '删除' }));
  expect(run.mock.calls).toEqual([['r1'], ['r1 gone']]);
});

test('a card has the columns that its list declares, and the others when it is opened', async () => {
  setWidth(390);
  const declared = columns.map((column) => ({ ...column, card: column.id === 'size', hidden: false }));
  show({ rows: rowsOf(1), columns: declared });
  const card = screen.getByRole('listitem');
  expect(within(card).getByText('节点 0')).toBeDefined();
  expect(within(card).getByText('大小')).toBeDefined();
  expect(within(card).queryByText('编号')).toBeNull();
  const open = within(card).getByRole('button', { name: '更多信息：节点 0' });
  expect(open.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(open);
  expect(within(card).getByText('编号')).toBeDefined();
  await userEvent.click(within(card).getByRole('button', { name: '收起信息：节点 0' }));
  expect(within(card).queryByText('编号')).toBeNull();
});

test('a list that declares none has four columns on its cards', () => {
  setWidth(390);
  const many = Array.from({ length: 9 }, (_, at) => ({ id: `c${at}`, title: `列 ${at}`, value: () => `值 ${at}` }));
  show({ rows: rowsOf(1), columns: many });
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['列 0', '列 1', '列 2', '列 3']);
});

test('a long list gives a phone twenty cards, and twenty more when asked', async () => {
  setWidth(390);
  show({ rows: rowsOf(45), start: { size: 0 } });
  expect(screen.getAllByRole('listitem')).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: '再显示 20 条（还有 25 条）' }));
  await userEvent.click(screen.getByRole('button', { name: '再显示 5 条（还有 5 条）' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(45);
  expect(screen.queryByRole('button', { name: /再显示/ })).toBeNull();
});

test('a list of the server is asked for its pages, order and search', async () => {
  const asked: TableQuery[] = [];
  const Remote = () => {
    const [query, setQuery] = useState<TableQuery>(firstPage);
    const onQuery = (next: TableQuery) => {
      asked.push(next);
      setQuery(next);
    };
    return <Table rows={rowsOf(20)} remote={{ total: 70, query, onQuery }} />;
  };
  render(<Remote />);
  expect(screen.queryByRole('button', { name: /导出/ })).toBeDefined();
  await userEvent.click(screen.getByLabelText(texts.next));
  await userEvent.click(screen.getByTitle('按大小排序'));
  expect(screen.getByText('1 / 4')).toBeDefined();
  await userEvent.type(screen.getByLabelText(texts.search), '港');
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked.map(({ page, search, sort }) => [page, search, sort?.id])).toEqual([
    [1, '', undefined],
    [0, '', 'size'],
    [0, '港', 'size'],
  ]);
  expect(names()[0]).toBe('节点 0');
});

test('where nothing is searched the tools stand beside the heading, and only while there are rows', () => {
  const { rerender } = show({ search: null });
  const heading = screen.getByRole('heading', { name: '测试表' });
  const chooser = () => screen.queryByRole('button', { name: texts.columns });
  expect(heading.parentElement?.contains(chooser())).toBe(true);
  rerender(<Table search={null} rows={[]} />);
  expect(chooser()).toBeNull();
  rerender(<Table rows={[]} />);
  expect(chooser()).not.toBeNull();
});

test('a list with nothing in it has no search and no order on a phone, but keeps its filters', () => {
  setWidth(390);
  show({ rows: [], filters: <span>筛选</span> });
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByLabelText(texts.sort)).toBeNull();
  expect(screen.getByText('筛选')).toBeDefined();
  expect(screen.getByText(texts.empty)).toBeDefined();
});

test('a table says that more columns lie beyond its edge, and keeps one button a row on a small desk', async () => {
  setWidth(1024);
  const wide = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1200);
  const action = (label: string, first: boolean) => ({ label, first, run: () => undefined });
  const up = { ...action('上移', true), stays: true };
  show({ rows: rowsOf(1), rowActions: () => [action('编辑', true), action('详情', true), up, action('删除', false)] });
  const box = screen.getByRole('region', { name: '测试表' });
  box.dispatchEvent(new Event('scroll'));
  await waitFor(() => expect(box.dataset['more']).toBe('true'));
  expect(screen.getByRole('button', { name: '编辑' })).toBeDefined();
  expect(screen.getByRole('button', { name: '上移' })).toBeDefined();
  expect(screen.queryByRole('button', { name: '详情' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: `${texts.more}：节点 0` }));
  expect(screen.getByRole('menuitem', { name: '详情' })).toBeDefined();
  wide.mockRestore();
});

test('a column joins the cell of another where there is no room for both, and is sorted there', async () => {
  const wide = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1200);
  const joined = columns.map((column) => (column.id === 'id' ? { ...column, hidden: false, below: 'name' } : column));
  show({ rows: rowsOf(3), columns: joined });
  const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(titles()).toEqual(['名称', '大小', '编号']);
  screen.getByRole('region', { name: '测试表' }).dispatchEvent(new Event('scroll'));
  await waitFor(() => expect(titles()).toEqual(['名称 / 编号', '大小']));
  expect(names()).toEqual(['节点 0r0', '节点 1r1', '节点 2r2']);
  const sort = screen.getByTitle('按编号排序');
  await userEvent.click(sort);
  await userEvent.click(sort);
  expect(names()).toEqual(['节点 2r2', '节点 1r1', '节点 0r0']);
  expect(sort.closest('th')?.getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(screen.getByLabelText(texts.columns));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: '名称' }));
  expect(titles()).toEqual(['大小', '编号']);
  wide.mockRestore();
});

test('one list among several begins with five cards on a phone', () => {
  setWidth(390);
  show({ level: 2 });
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  cleanup();
  show({ level: 2, start: { size: 50 } });
  expect(screen.getByText('1 / 1')).toBeDefined();
});

test('a list that folds is its heading and a count on a phone until it is opened, unless it is empty', async () => {
  setWidth(390);
  const { rerender } = show({ level: 2, folds: true });
  expect(screen.queryByRole('listitem')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: texts.unfold('测试表', 45) }));
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  rerender(<Table key="empty" folds rows={[]} />);
  expect(screen.getByText(texts.empty)).toBeDefined();
  setWidth(1440);
  rerender(<Table key="desk" folds />);
  expect(screen.getByRole('table')).toBeDefined();
});

test('only numbers are sorted by size in the words of a phone’s list', () => {
  setWidth(390);
  show({});
  const labels = within(screen.getByLabelText(texts.sort)).getAllByRole('option');
  expect(labels.slice(1, 5).map(({ textContent }) => textContent)).toEqual([
    '名称升序',
    '名称降序',
    '大小从小到大',
    '大小从大到小',
  ]);
});

test('a click on a row opens it; a click on something in it, or to its menu, does not', async () => {
  const opened = vi.fn<() => void>();
  const other = vi.fn<() => void>();
  const rowActions = () => [
    { label: '编辑', first: true, run: other },
    { label: '详情', first: true, opens: true, run: opened },
    { label: '删除', run: other },
  ];
  show({ rows: rowsOf(1), rowActions });
  await userEvent.click(screen.getByRole('button', { name: '编辑' }));
  await userEvent.click(screen.getByLabelText(`${texts.more}：节点 0`));
  await userEvent.click(await screen.findByRole('menuitem', { name: '删除' }));
  expect(other).toHaveBeenCalledTimes(2);
  expect(opened).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('节点 0'));
  expect(opened).toHaveBeenCalledTimes(1);
});
