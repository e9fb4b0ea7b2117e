import { type AuditRow, auditCalls as calls } from '@skyport/contract/audit';
import { allRows } from '@skyport/contract';
import { auditCallName } from '@skyport/contract/audit-calls';
import { auditChangeText } from '@skyport/contract/audit-changes';
import { auditWords } from '@skyport/contract/audit-columns';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { rowOf } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { shopTime } from '../ui/shop-time.ts';
import AuditPage from './audit.page.tsx';
import { objectAddress } from './object-address.ts';
import { auditInput, changesOf, noFilters, startQuery } from './rules.ts';
import { texts } from './texts.ts';

const entry: AuditRow = {
  _id: '01970000-0000-7000-8000-000000000001',
  time: '2026-11-20T00:00:00.000Z',
  actor: 'boss@example.com',
  actor_id: '01970000-0000-7000-8000-000000000002',
  address: '203.0.113.7',
  call: 'nodes.update',
  kind: 'node',
  object: '01970000-0000-7000-8000-000000000003',
  object_name: '大阪 01',
  titles: {},
  before: { name: '东京', ssh_password: { secret: 'set' }, port: 443 },
  after: { name: '大阪', ssh_password: { secret: 'changed' }, port: null },
  detail: { reason: '搬迁' },
  seq: 7,
};

test('every change by staff has a text', () => {
  const changes = allRows().flatMap(({ feature, name, row }) =>
    row.kind === 'call' && row.audit !== undefined && row.audit !== 'none' ? [`${feature}.${name}`] : [],
  );
  expect(changes.filter((name) => auditCallName(name) === name)).toEqual([]);
});

test('fields are shown before and after; a secret says only what became of it', () => {
  expect(changesOf(entry)).toEqual([
    { name: '名称', before: '东京', after: '大阪' },
    { name: '监听端口', before: '443', after: '—' },
    { name: 'SSH 密码', before: '已设置', after: '已更换' },
  ]);
  expect(auditChangeText(entry, 4)).toBe('名称、监听端口、SSH 密码');
  expect(auditChangeText({ kind: 'node', before: null, after: {} }, 4)).toBe(auditWords.made);
  expect(auditChangeText({ kind: 'node', before: {}, after: null }, 4)).toBe(auditWords.removed);
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, 1]));
  expect(auditChangeText({ kind: 'node', before: many, after: many }, 4)).toBe('a、b、c、d +2');
});

test.each([
  ['coupon', { money: 12_500, traffic: 8 * 1024 ** 3 }, ['抵扣现金 12.5 元', '流量 8.00 G']],
  ['line', { scale_ppm: 1_500_000, is_public: true }, ['公共线路 是', '倍率 1.5']],
  ['settings', { site_name: '海港' }, ['站点名称 海港']],
  [
    'rules',
    { 'group ai': { members: ['hk', 'jp'] }, order: { lists: [] } },
    ['分组 ai members：hk、jp', '排列顺序 规则：—'],
  ],
  ['order', { payments: [{ reference: 't-1', amount: 10_000 }] }, ['收款 转账单号：t-1，金额：10 元']],
])('values of a %s are read in the units of its form', (kind, after, read) => {
  const shown = changesOf({ kind, titles: {}, before: null, after }).map(({ name, after: text }) => `${name} ${text}`);
  expect(shown).toEqual(read);
});

test('a payment instance is shown by its title', () => {
  const before = { alipay: 'epay_v1_k3j9x2m7qa' };
  const shown = changesOf({ kind: 'settings', titles: { [before.alipay]: '主通道' }, before, after: { alipay: '' } });
  expect(shown).toEqual([{ name: '支付宝通道', before: '主通道', after: '—' }]);
});

test('a row names its object and leads to it; one that is gone has its id', async () => {
  const gone = { ...entry, _id: entry.actor_id, object_name: '' };
  fakeServer()
    .answer(calls.list, () => ({ entries: [entry, gone], total: 2 }))
    .answer(calls.check, () => ({ time: entry.time, problems: 0 }));
  showPage(<AuditPage />);
  const link = await screen.findByRole('link', { name: '大阪 01' });
  expect(link.getAttribute('href')).toBe(`#/admin_agents?find=${encodeURIComponent('大阪 01')}`);
  expect(screen.getByText(entry.object).closest('a')).toBeNull();
});

test('a mark of a refund leads to the trades of its buyer', () => {
  const flag = { ...entry, kind: 'orderFlag', object_name: '会员 · 月卡 · wang@example.com' };
  expect(objectAddress(flag)).toBe(`/admin_tradeList?find=${encodeURIComponent('wang@example.com')}`);
  expect(objectAddress({ ...flag, object_name: '' })).toBeUndefined();
});

test('the server filters and turns the pages', () => {
  expect(auditInput({ ...startQuery, page: 2, search: ' lin ' }, noFilters)).toEqual({
    limit: 100,
    skip: 200,
    filterStr: 'lin',
  });
  expect(auditInput(startQuery, { ...noFilters, kind: 'coupon' })).toMatchObject({ limit: 100, kind: 'coupon' });
  const day = { from: '2026-11-20', to: '2026-11-20' };
  const asked = auditInput(startQuery, { ...noFilters, call: 'nodes.update', ...day });
  expect(asked).toMatchObject({ call: 'nodes.update', fromTimestamp: Date.parse('2026-11-20T00:00:00+08:00') });
  expect(asked.toTimestamp! - asked.fromTimestamp!).toBe(86_400_000 - 1);
});

test('an entry opens with who, where and every field', async () => {
  const fake = fakeServer()
    .answer(calls.list, () => ({ entries: [entry], total: 1 }))
    .answer(calls.check, () => ({ time: entry.time, problems: 0 }));
  showPage(<AuditPage />);
  expect((await rowOf('保存节点')).textContent).toContain('boss@example.com');
  await userEvent.selectOptions(screen.getByLabelText(texts.kind), '节点');
  await waitFor(() => expect(fake.inputsOf(calls.list).at(-1)).toMatchObject({ kind: 'node', skip: 0 }));
  await userEvent.selectOptions(screen.getByLabelText(texts.call), '保存节点');
  await waitFor(() => expect(fake.inputsOf(calls.list).at(-1)).toMatchObject({ kind: 'node', call: 'nodes.update' }));
  await userEvent.click((await screen.findAllByRole('button', { name: texts.details }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: '保存节点' }));
  expect(await dialog.findByText('大阪')).toBeDefined();
  expect(dialog.getByText('已更换')).toBeDefined();
  expect(dialog.getByText(/203\.0\.113\.7/)).toBeDefined();
  expect(dialog.getByText('原因：搬迁')).toBeDefined();
});

test.each([
  [{ time: entry.time, problems: 0 }, texts.check.sound(shopTime(entry.time))],
  [{ time: entry.time, problems: 2 }, texts.check.broken(shopTime(entry.time), 2)],
  [{ time: null, problems: 0 }, texts.check.never],
])('the page says what the last verification found: %j', async (found, said) => {
  fakeServer()
    .answer(calls.list, () => ({ entries: [entry], total: 1 }))
    .answer(calls.check, () => found);
  showPage(<AuditPage />);
  expect(await screen.findByText(said)).toBeDefined();
});
