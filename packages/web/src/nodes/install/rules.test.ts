import type { InstallView } from '@skyport/contract/install';
import { expect, test } from 'vitest';
import { sampleInstall } from '../testing.ts';
import { batchProgress, mostPressing, stepTones, withAnswer } from './progress.ts';
import { endedBetween, kitParts, stateText } from './rules.ts';

const install = (part: Partial<InstallView>): InstallView => ({ ...sampleInstall, ...part });

test('steps before the present one are over, and only a failed run marks the one it failed at', () => {
  const tones = (part: Partial<InstallView>) => stepTones(install(part)).map(({ tone }) => tone);
  expect(tones({ state: 'running', step: 'upload' })).toEqual([
    'done',
    'done',
    'done',
    'now',
    'ahead',
    'ahead',
    'ahead',
  ]);
  expect(tones({ state: 'failed', step: 'script', action: 'remove' })).toEqual(['done', 'done', 'done', 'failed']);
  expect(tones({ state: 'queued', step: '', action: 'remove' })).toEqual(['ahead', 'ahead', 'ahead', 'ahead']);
  expect(new Set(tones({ state: 'done', step: 'verify' }))).toEqual(new Set(['done']));
});

test('an end is told once, and what had ended before the first read is not told', () => {
  const running = install({ state: 'running', finished_at: null });
  const done = install({ state: 'done', finished_at: '2026-11-02T00:00:00.000Z' });
  expect(endedBetween(undefined, [done])).toEqual([]);
  expect(endedBetween([running], [done])).toEqual([done]);
  expect(endedBetween([done], [done])).toEqual([]);
  expect(endedBetween([], [install({ state: 'waiting-host-key', finished_at: done.finished_at })])).toEqual([]);
});

test('a batch counts failed nodes as over and a waiting one as not', () => {
  const batch = [
    install({ state: 'done', percent: 100 }),
    install({ state: 'failed', percent: 50 }),
    install({ state: 'waiting-host-key', percent: 2 }),
  ];
  expect(batchProgress(batch)).toEqual({ over: 2, percent: 51 });
  expect(mostPressing(batch)?.state).toBe('waiting-host-key');
  expect(mostPressing([batch[0]!])?.state).toBe('done');
});

test('a log grows by what is new, and begins anew when the server says so', () => {
  const read = { text: 'one\n', next: 4, started: null };
  const answer = { install: sampleInstall, offset: 4, text: 'two\n', next: 8 };
  expect(withAnswer(read, 4, answer)).toMatchObject({ text: 'one\ntwo\n', next: 8 });
  expect(withAnswer(read, 4, { ...answer, offset: 0 })).toMatchObject({ text: 'two\n', next: 8 });
});

test('the kit names each part once, with its processors', () => {
  const file = { name: 'a.gz', bytes: 1, sha256: 'a'.repeat(64) };
  expect(
    kitParts([
      { ...file, part: 'agent', version: '0.1.0' },
      { ...file, part: 'xray', version: '26.3.27', cpu: 'x64' },
      { ...file, part: 'xray', version: '26.3.27', cpu: 'arm64' },
    ]),
  ).toEqual(['节点程序 0.1.0', 'Xray 26.3.27（x64、arm64）']);
});

test('a run under way says its step and share', () => {
  expect(stateText(install({ state: 'running', step: 'upload', percent: 31 }))).toBe('传输文件 31%');
  expect(stateText(install({ state: 'waiting-host-key', step: 'connect' }))).toBe('等待核对主机指纹');
});
