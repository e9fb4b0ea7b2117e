import { installCalls } from '@skyport/contract/install';
import { nodeHealthCalls as calls, type NodeLive } from '@skyport/contract/node-health';
import { trouble } from '@skyport/contract/node-trouble';
import { nodesCalls } from '@skyport/contract/nodes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import { rowOf } from '../../testing/user-actions.ts';
import NodesPage from '../nodes.page.tsx';
import { sampleInstall, sampleLive, sampleNode } from '../testing.ts';
import { nodeTexts } from '../texts.ts';
import { healthTexts } from './texts.ts';
import { nowTexts as texts } from './window-texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './node-body.tsx';

const panel = (live: Partial<NodeLive>) =>
  fakeServer()
    .answer(nodesCalls.list, () => [sampleNode])
    .answer(installCalls.states, () => [sampleInstall])
    .answer(installCalls.kit, () => ({ ready: true, files: [], problems: [] }))
    .answer(calls.live, () => [{ ...sampleLive, ...live }])
    .answer(calls.history, () => [])
    .answer(calls.alarms, () => []);

test('a node without its engine is not called normal, and a refused connection is said in words', async () => {
  panel({ health: 'degraded', troubles: [trouble('engineStopped', { detail: 'spawn ENOTDIR' })] });
  showPage(<NodesPage />);
  await waitFor(async () => expect((await rowOf('香港')).textContent).toContain('异常 · 不提供服务引擎未运行'));
  const row = await rowOf('香港');
  expect(row.textContent).not.toContain(nodeTexts.health.healthy);
  expect(row.querySelector('i')?.getAttribute('data-tone')).toBe('bad');
});

test('a node that is away says why in words, on the list and in its window', async () => {
  panel({ health: 'offline', speed: null, troubles: [trouble('unreachable', { detail: 'ECONNREFUSED' })] });
  showPage(<NodesPage />);
  const why = '连接被拒绝：端口没有开放，或服务没有运行';
  await waitFor(async () => expect((await rowOf('香港')).textContent).toContain(why));
  await userEvent.click(within(await rowOf('香港')).getByRole('button', { name: healthTexts.details }));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('list', { name: texts.reasons })).textContent).toContain(why);
  expect(document.body.textContent).not.toContain('ECONNREFUSED');
});
