import { installCalls } from '@skyport/contract/install';
import { nodeHealthCalls as calls, type NodeAlarm, type NodeLive } from '@skyport/contract/node-health';
import type { QuarantinedReport } from '@skyport/contract/node-reports';
import { trouble } from '@skyport/contract/node-trouble';
import { nodesCalls } from '@skyport/contract/nodes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { traffic } from '../../ui/format.ts';
import { shopTime } from '../../ui/shop-time.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { choose, press, rowOf } from '../../testing/user-actions.ts';
import { showPage } from '../../testing/show-page.tsx';
import { texts as tableTexts } from '../../ui/data-table/texts.ts';
import NodesPage from '../nodes.page.tsx';
import { idOf, sampleInstall, sampleLive, sampleNode } from '../testing.ts';
import { alarmTexts } from './alarm-texts.ts';
import { reasonText } from './reason-texts.ts';
import { gapTexts } from './gap-texts.ts';
import { healthTexts } from './texts.ts';
import { nodeTexts } from '../texts.ts';
import { undoTexts } from './undo-texts.ts';
import { historyTexts, nowTexts as texts } from './window-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './alarms-body.tsx';
import './node-body.tsx';

const alarm: NodeAlarm = {
  _id: idOf(41),
  node_id: sampleNode._id,
  node_name: sampleNode.name,
  kind: 'quarantine',
  reason: { code: 'budget', bytes: 3 * 1024 ** 3, most: 1024 ** 3 },
  message: '',
  at: '2026-11-01T00:00:00.000Z',
  closed_at: null,
};
const batch: QuarantinedReport = {
  _id: idOf(51),
  node_id: sampleNode._id,
  node_name: sampleNode.name,
  kind: 'batch',
  seq: 7,
  reason: { code: 'budget', bytes: 3 * 1024 ** 3, most: 1024 ** 3 },
  at: '2026-11-01T00:00:00.000Z',
  from: '2026-10-31T23:59:00.000Z',
  to: '2026-11-01T00:00:00.000Z',
  beside: null,
  rows: 3,
  users: 2,
  up: 1024 ** 3,
  down: 5 * 1024 ** 3,
  state: 'quarantined',
  billed: 0,
  settled_at: null,
  settled_by: '',
  settle_reason: '',
};

const panel = (live: Partial<NodeLive> = {}) => {
  let quarantined: readonly QuarantinedReport[] = [batch];
  return fakeServer()
    .answer(nodesCalls.list, () => [sampleNode])
    .answer(installCalls.states, () => [sampleInstall])
    .answer(installCalls.kit, () => ({ ready: true, files: [], problems: [] }))
    .answer(calls.live, () => [{ ...sampleLive, ...live }])
    .answer(calls.history, () => [])
    .answer(calls.alarms, ({ closed }) => [
      alarm,
      ...(closed ? [{ ...alarm, _id: idOf(42), closed_at: alarm.at }] : []),
    ])
    .answer(calls.closeAlarm, () => ({}))
    .answer(calls.heldBatches, ({ settled }) =>
      quarantined.filter(({ state }) => (state !== 'quarantined') === settled),
    )
    .answer(calls.settleBatch, ({ action, reason }) => {
      const state = action === 'bill' ? 'billed' : 'dismissed';
      quarantined = quarantined.map((each) => ({
        ...each,
        state,
        billed: 1024 ** 3,
        settled_by: 'a@example.com',
        settle_reason: reason,
      }));
      return { billed: action === 'bill' ? 1024 ** 3 : 0 };
    });
};

const openAlarms = async (tab: keyof typeof alarmTexts.tabs) => {
  await press(healthTexts.alarms(1));
  await userEvent.click(await screen.findByRole('radio', { name: alarmTexts.tabs[tab] }));
  return within(await screen.findByRole('dialog'));
};

test('the list shows what is so right now: health with its reason, rate, load and what waits', async () => {
  panel({ health: 'degraded', troubles: [trouble('clockOff', { seconds: 42 })], open_alarms: 2 });
  showPage(<NodesPage />);
  await waitFor(async () => expect((await rowOf('香港')).textContent).toContain('正常 · 部分受限节点时钟偏差 42 秒'));
  expect((await rowOf('香港')).textContent).toContain('1 Mbps / 20 Mbps');
  // What a desk has no room for is one click away.
  await userEvent.click(screen.getByLabelText(tableTexts.columns));
  for (const name of [healthTexts.columns.load, healthTexts.columns.unacked])
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name }));
  await waitFor(async () => expect((await rowOf('香港')).textContent).toContain('1 Mbps / 20 Mbps0.421'));
  expect(screen.getByRole('button', { name: '告警 2' })).toBeDefined();
});

test('a node that nobody looks at is grey and says for how long, on the list and in its window', async () => {
  const reason = '面板的后台任务没有运行，状态是 12 分钟前的';
  panel({ health: 'unknown', troubles: [trouble('looksStopped', { seconds: 12 * 60 + 3 })] });
  showPage(<NodesPage />);
  await waitFor(async () => expect((await rowOf('香港')).textContent).toContain(`${nodeTexts.notChecked}${reason}`));
  const row = await rowOf('香港');
  expect(row.textContent).not.toContain(nodeTexts.health.healthy);
  expect(row.querySelector('i')?.getAttribute('data-tone')).toBe('none');
  await userEvent.click(within(row).getByRole('button', { name: healthTexts.details }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('list', { name: texts.reasons })).textContent).toBe(reason);
  expect(dialog.getByText(texts.notChecked)).toBeDefined();
  expect(dialog.getByRole('status').querySelector('i')?.getAttribute('data-tone')).toBe('none');
});

test('a node that has joined and never answered says just that', async () => {
  panel({ health: 'unknown', reached_at: null, agent: null });
  showPage(<NodesPage />);
  await waitFor(async () => expect((await rowOf('香港')).textContent).toContain(nodeTexts.health.unknown));
});

test('the window of a node says every reason, every fact, and has text alternatives of its charts', async () => {
  const troubles = [trouble('engineStopped', { detail: 'address in use' }), trouble('diskLow')];
  const agent = { ...sampleLive.agent!, engine_running: false, disk_free: 1 };
  const at = new Date(Date.now() - 600_000).toISOString();
  panel({ health: 'degraded', troubles, agent }).answer(calls.history, () => [
    { at, up: 0, down: 375_000_000, load: 0.5, memory_free: 1, disk_free: 1, online: 3, latency_ms: null, lost: 2 },
  ]);
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港')).getByRole('button', { name: healthTexts.details }));
  const reasons = await screen.findByRole('list', { name: texts.reasons });
  expect(
    within(reasons)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['引擎未运行address in use', '磁盘空间不足']);
  const facts = screen.getByLabelText(texts.facts);
  expect(facts.textContent).toContain('引擎26.3.27 · 未运行');
  expect(facts.querySelectorAll('[data-tone="bad"]')).toHaveLength(2);
  const charts = await screen.findAllByRole('img');
  expect(charts.map((chart) => chart.getAttribute('aria-label'))).toEqual([
    '下行带宽：平均 10 Mbps，峰值 10 Mbps',
    '上行带宽：平均 0 Mbps，峰值 0 Mbps',
    '负载：平均 0.50，峰值 0.50',
    '在线用户：平均 3，峰值 3',
  ]);
  expect(screen.getByText(historyTexts.lost(2))).toBeDefined();
});

test('a chart whose peak is told as nothing has no column that fills it', async () => {
  const at = new Date(Date.now() - 600_000).toISOString();
  panel().answer(calls.history, () => [
    { at, up: 60, down: 375_000_000, load: 0, memory_free: 1, disk_free: 1, online: 3, latency_ms: null, lost: 0 },
  ]);
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港')).getByRole('button', { name: healthTexts.details }));
  const heightIn = async (label: RegExp): Promise<string | null | undefined> =>
    (await screen.findByRole('img', { name: label })).querySelector('rect:not([data-hit])')?.getAttribute('height');
  expect(await heightIn(/^上行带宽.*峰值 0 Mbps$/)).toBe('2');
  expect(await heightIn(/^下行带宽.*峰值 10 Mbps$/)).toBe('100');
  expect(await heightIn(/^负载.*峰值 0.00$/)).toBe('0');
});

test('a column of a chart says its full date and time', async () => {
  const at = new Date(Date.now() - 600_000).toISOString();
  panel().answer(calls.history, () => [
    { at, up: 60, down: 375_000_000, load: 0, memory_free: 1, disk_free: 1, online: 3, latency_ms: null, lost: 0 },
  ]);
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港')).getByRole('button', { name: healthTexts.details }));
  const chart = await screen.findByRole('img', { name: /^下行带宽/ });
  expect(chart.querySelector('title')?.textContent).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/);
});

test('what a node took is given back for the days that were chosen, only once checked and with a reason', async () => {
  const day = { users: 3, spent: 5 * 1024 ** 3, quota: 1024 ** 3, undone: 0 };
  const fake = panel()
    .answer(calls.undoPreview, () => ({
      days: [
        { ...day, day: '2026-11-21' },
        { ...day, day: '2026-11-20', undone: 7 },
      ],
      under_way: null,
    }))
    .answer(calls.undoReports, () => ({ users: 3, returned: 5 * 1024 ** 3, under_way: false }));
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港')).getByRole('button', { name: healthTexts.details }));
  await press(undoTexts.open);
  const [first] = await screen.findAllByRole('checkbox', { name: /^2026-11-/ });
  await press(undoTexts.submit);
  await userEvent.type(screen.getByLabelText(alarmTexts.reason), '节点被入侵');
  await userEvent.click(screen.getByRole('checkbox', { name: undoTexts.confirm }));
  await press(undoTexts.submit);
  expect(screen.getByText(undoTexts.daysMissing)).toBeDefined();
  expect(fake.inputsOf(calls.undoReports)).toEqual([]);
  await userEvent.click(first!);
  expect(screen.getByText(undoTexts.preview(1, 3, traffic(day.spent)))).toBeDefined();
  await press(undoTexts.submit);
  await waitFor(() =>
    expect(fake.inputsOf(calls.undoReports)).toEqual([
      { id: sampleNode._id, days: ['2026-11-21'], reason: '节点被入侵' },
    ]),
  );
  expect(await screen.findByText(undoTexts.done(3, traffic(day.spent)).text)).toBeDefined();
});

test('an undo that has not reached everybody shows how far it is, and no form', async () => {
  const since = '2026-11-21T04:00:00.000Z';
  panel().answer(calls.undoPreview, () => ({
    days: [{ day: '2026-11-21', users: 3, spent: 7, quota: 0, undone: 0 }],
    under_way: { days: ['2026-11-21'], users: 500, returned: 5 * 1024 ** 3, since },
  }));
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港')).getByRole('button', { name: healthTexts.details }));
  await press(undoTexts.open);
  expect(await screen.findByText(undoTexts.underWay(1, 500, traffic(5 * 1024 ** 3)))).toBeDefined();
  expect(screen.queryByRole('button', { name: undoTexts.submit })).toBeNull();
});

test('what a node took can be given back after its agent was removed', async () => {
  panel({ enrolled: false }).answer(nodesCalls.list, () => [{ ...sampleNode, enrolled: false }]);
  showPage(<NodesPage />);
  await choose('香港', healthTexts.details);
  expect(await screen.findByRole('button', { name: undoTexts.open })).toBeDefined();
});

test('the range of the charts is asked for anew, and an empty one says so', async () => {
  const fake = panel();
  showPage(<NodesPage />);
  await userEvent.click(within(await rowOf('香港')).getByRole('button', { name: healthTexts.details }));
  expect(await screen.findByText(historyTexts.empty)).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: '14 天' }));
  await waitFor(() => expect(fake.inputsOf(calls.history).at(-1)).toEqual({ id: sampleNode._id, hours: 336 }));
});

test('a quarantined report is billed only with a reason, once, and goes to the decided ones', async () => {
  const fake = panel({ quarantined_batches: 1 });
  showPage(<NodesPage />);
  const dialog = await openAlarms('quarantined');
  expect(await dialog.findByText(reasonText(batch.reason))).toBeDefined();
  await press(alarmTexts.bill);
  expect(await screen.findByText(alarmTexts.decisionText.bill('香港 HGC 01', 7, '1.00 G / 5.00 G'))).toBeDefined();
  await press(alarmTexts.bill);
  expect(await screen.findByText(alarmTexts.reasonMissing)).toBeDefined();
  expect(fake.inputsOf(calls.settleBatch)).toEqual([]);
  await userEvent.type(screen.getByLabelText(alarmTexts.reason), '线路升级后忘记改带宽');
  await press(alarmTexts.bill);
  expect(await screen.findByText('已计费 1.00 G')).toBeDefined();
  expect(fake.inputsOf(calls.settleBatch)).toEqual([
    { id: batch._id, action: 'bill', reason: '线路升级后忘记改带宽', beside: 0 },
  ]);
  await userEvent.click(await screen.findByRole('radio', { name: alarmTexts.tabs.decided }));
  expect(await screen.findByText('线路升级后忘记改带宽')).toBeDefined();
});

test('a report that may be billed twice says which bytes and when, and asks for a second confirmation', async () => {
  const [from, to] = ['2026-10-31T23:50:00.000Z', '2026-11-01T00:10:00.000Z'];
  const beside = { reports: 2, up: 1024 ** 3, down: 2 * 1024 ** 3, from, to, same_number: true };
  const fake = panel({ quarantined_batches: 1 }).answer(calls.heldBatches, () => [{ ...batch, beside }]);
  showPage(<NodesPage />);
  await openAlarms('quarantined');
  await press(alarmTexts.dismiss);
  expect(await screen.findByText(alarmTexts.decisionTitle.dismiss)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  await press(alarmTexts.cancel);
  await userEvent.click(await screen.findByRole('radio', { name: alarmTexts.tabs.quarantined }));
  await press(alarmTexts.bill);
  const warning = await screen.findByRole('alert');
  expect(warning.textContent).toContain(alarmTexts.twice(2, '1.00 G / 2.00 G', shopTime(from), shopTime(to)));
  expect(warning.textContent).toContain(alarmTexts.twiceNumber);
  expect(document.body.textContent).toContain(alarmTexts.span(shopTime(batch.from!), shopTime(batch.to!)));
  await userEvent.type(screen.getByLabelText(alarmTexts.reason), '已核对');
  await press(alarmTexts.bill);
  expect(await screen.findByText(alarmTexts.unconfirmed)).toBeDefined();
  expect(fake.inputsOf(calls.settleBatch)).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: alarmTexts.twiceConfirm }));
  await press(alarmTexts.bill);
  await waitFor(() => expect(fake.inputsOf(calls.settleBatch)).toMatchObject([{ id: batch._id, beside: 2 }]));
});

test('a report whose time was not kept is billed only once that was understood', async () => {
  panel({ quarantined_batches: 1 }).answer(calls.heldBatches, () => [{ ...batch, from: null, to: null }]);
  showPage(<NodesPage />);
  await openAlarms('quarantined');
  await press(alarmTexts.bill);
  expect((await screen.findByRole('alert')).textContent).toContain(alarmTexts.spanUnknown);
  expect(screen.getByRole('checkbox', { name: alarmTexts.twiceConfirm })).toBeDefined();
});

test('somebody who decides second about a quarantined report hears that it was decided already', async () => {
  panel({ quarantined_batches: 1 }).answer(calls.settleBatch, () => refusal('conflict'));
  showPage(<NodesPage />);
  await openAlarms('quarantined');
  await press(alarmTexts.dismiss);
  await userEvent.type(await screen.findByLabelText(alarmTexts.reason), '测试流量');
  await press(alarmTexts.dismiss);
  expect(await screen.findByText(/^处理失败:/)).toBeDefined();
  expect(screen.getByLabelText(alarmTexts.reason)).toBeDefined();
});

test('an open alarm is closed; those of the past have their own list', async () => {
  const fake = panel({ open_alarms: 1 });
  showPage(<NodesPage />);
  await openAlarms('alarms');
  await press(alarmTexts.close);
  await waitFor(() => expect(fake.inputsOf(calls.closeAlarm)).toEqual([{ id: alarm._id }]));
  await userEvent.click(await screen.findByRole('radio', { name: alarmTexts.tabs.past }));
  await waitFor(() => expect(screen.queryByRole('button', { name: alarmTexts.close })).toBeNull());
  expect(await screen.findByText('报告待处理')).toBeDefined();
});

test('a new journal is accepted as it was shown, only once it was checked and a reason was given', async () => {
  const fresh = idOf(77);
  const fake = panel({ open_alarms: 1, new_books: fresh })
    .answer(calls.alarms, () => [{ ...alarm, kind: 'epoch' as const, reason: { code: 'unknownBooks' as const } }])
    .answer(calls.acceptBooks, () => ({}));
  showPage(<NodesPage />);
  await openAlarms('alarms');
  await press(alarmTexts.accept);
  expect(await screen.findByText(alarmTexts.acceptEpoch(fresh))).toBeDefined();
  for (const effect of alarmTexts.acceptEffects) expect(screen.getByText(effect)).toBeDefined();
  await press(alarmTexts.accept);
  expect(await screen.findByText(alarmTexts.unconfirmed)).toBeDefined();
  expect(screen.getByText(alarmTexts.reasonMissing)).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: alarmTexts.acceptConfirm }));
  await press(alarmTexts.accept);
  expect(fake.inputsOf(calls.acceptBooks)).toEqual([]);
  await userEvent.type(screen.getByLabelText(alarmTexts.reason), '恢复了快照');
  await press(alarmTexts.accept);
  await waitFor(() =>
    expect(fake.inputsOf(calls.acceptBooks)).toEqual([{ id: sampleNode._id, epoch: fresh, reason: '恢复了快照' }]),
  );
  expect(await screen.findByText(/已接受新账本/)).toBeDefined();
  expect(await screen.findByRole('button', { name: alarmTexts.close })).toBeDefined();
});

test('billing goes on behind the reports that were shown as missing, only once that was checked and a reason was given', async () => {
  const missing = {
    books: idOf(78),
    first: 5,
    last: 11,
    since: '2026-10-20T00:00:00.000Z',
    until: '2026-10-25T00:00:00.000Z',
  };
  const fake = panel({ open_alarms: 1, missing })
    .answer(calls.alarms, () => [{ ...alarm, kind: 'gap' as const, reason: { code: 'gap' as const, due: 5, seq: 12 } }])
    .answer(calls.acceptBooks, () => ({}));
  showPage(<NodesPage />);
  await openAlarms('alarms');
  expect(await screen.findByText(alarmTexts.kinds.gap)).toBeDefined();
  await press(gapTexts.open);
  expect(await screen.findByText(gapTexts.text(sampleNode.name, 5, 11))).toBeDefined();
  expect(document.body.textContent).toContain(gapTexts.span(shopTime(missing.since), shopTime(missing.until)));
  for (const effect of gapTexts.effects(12)) expect(screen.getByText(effect)).toBeDefined();
  await userEvent.type(screen.getByLabelText(alarmTexts.reason), '只有旧备份');
  await press(gapTexts.submit(12));
  expect(await screen.findByText(alarmTexts.unconfirmed)).toBeDefined();
  expect(fake.inputsOf(calls.acceptBooks)).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: gapTexts.confirm }));
  await press(gapTexts.submit(12));
  await waitFor(() =>
    expect(fake.inputsOf(calls.acceptBooks)).toEqual([
      { id: sampleNode._id, epoch: missing.books, from: 12, reason: '只有旧备份' },
    ]),
  );
  expect(await screen.findByRole('button', { name: alarmTexts.close })).toBeDefined();
});

test('a gap that has closed by itself leaves nothing to decide', async () => {
  panel({ open_alarms: 1 }).answer(calls.alarms, () => [{ ...alarm, kind: 'gap' as const }]);
  showPage(<NodesPage />);
  await openAlarms('alarms');
  await press(gapTexts.open);
  expect(await screen.findByText(gapTexts.nothing(sampleNode.name))).toBeDefined();
});

test('other alarms offer no journal, and a node that has its own again has nothing to accept', async () => {
  const fake = panel({ open_alarms: 2 }).answer(calls.alarms, () => [
    alarm,
    { ...alarm, _id: idOf(43), kind: 'epoch' as const },
  ]);
  showPage(<NodesPage />);
  await press(healthTexts.alarms(2));
  expect(await screen.findAllByRole('button', { name: alarmTexts.close })).toHaveLength(2);
  await press(alarmTexts.accept);
  expect(await screen.findByText(alarmTexts.acceptNothing(sampleNode.name))).toBeDefined();
  expect(fake.inputsOf(calls.acceptBooks)).toEqual([]);
});
