import { releases } from '@skyport/contract/releases';
import { waitingKinds } from '@skyport/contract/statistics';
import { nodeForm } from '../nodes/testing.ts';
import { afterAll, expect, test } from 'vitest';
import { raiseAlarm } from '../fleet/index.ts';
import { settleNow } from '../orders/index.ts';
import type { TestData } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp({ TEST_PAYMENTS: '1' });
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

const overview = async (): Promise<TestData> => (await app.call('/api/admin/overview/now', {}, admin)).data;
const waiting = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await overview()).waiting.map(({ _id, count }: TestData) => [_id, count]));

test('nothing waits in a shop that is new, and today has its figures', async () => {
  expect(await waiting()).toEqual(Object.fromEntries(waitingKinds.map((kind) => [kind, 0])));
  expect(await overview()).toMatchObject({
    today: { day: '2026-11-21', closed: false },
    totalRemainingTraffic: 0,
    activeVipCount: 0,
    program: { version: releases[0]!.version, commit: expect.stringMatching(/^(?:[0-9a-f]{7,}|)$/) },
  });
});

test('what waits is counted where it waits: a ticket, money, a node, and a difference of the ledger', async () => {
  const user = await app.account();
  const { _id } = (await app.call('/api/feedback/create', { title: '无法连接', desc: '昨天开始' }, user)).data;
  const claim = { reference: 'stray', source: 'provider', instance: 'test', tradeId: null } as const;
  await settleNow(deps, { ...claim, amount: 1000, paidAt: clock.now(), actor: 'test' });
  const node = (await app.call('/api/admin/agents/update', nodeForm({ name: '节点' }), admin)).data._id;
  await raiseAlarm(deps.db, { id: deps.ids.next(), nodeId: node, kind: 'unreachable', at: clock.now() });
  const at = clock.now();
  const problem = { problem: 'test', subject: 'account 1', detail: 'account 1: 1', first_at: at, last_at: at };
  await deps.db.insertInto('ledger_problems').values(problem).execute();
  expect(await waiting()).toMatchObject({ ledger: 1, tickets: 1, unclaimed: 1, claims: 0, nodes: 1, reports: 0 });
  expect((await overview()).waiting[1]).toEqual({ _id: 'tickets', count: 1, since: at.toISOString() });
  await app.call('/api/admin/tickets/reply', { id: _id, desc: '请更新客户端' }, admin);
  expect(await waiting()).toMatchObject({ tickets: 0 });
});
