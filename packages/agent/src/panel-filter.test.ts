import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LIFTED_AFTER_MS, openPanelFilter } from './panel-filter.ts';
import { openStore } from './store.ts';

const silent = (): void => undefined;
const log = { info: silent, warn: silent, error: silent };
const MINUTE_MS = 60_000;

const scene = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'filter-'));
  const { db } = openStore(dataDir, randomUUID);
  onTestFinished(() => {
    db.close();
    rmSync(dataDir, { recursive: true });
  });
  const time = { now: Date.parse('2026-03-01T04:00:00Z') };
  const kernel = { networks: [] as readonly string[], port: undefined as number | undefined, times: 0, fails: '' };
  const netfilter = {
    problem: () => '',
    onlyFrom: async (port: number | undefined, networks: readonly string[]) => {
      if (kernel.fails !== '') throw new Error(kernel.fails);
      Object.assign(kernel, { port, networks, times: kernel.times + 1 });
    },
  };
  const open = () => openPanelFilter({ db, netfilter, port: 888, clock: { now: () => time.now }, log });
  return { time, kernel, open };
};

test('nothing is guarded until the panel names networks, several of them, and never without itself', async () => {
  const { kernel, open } = scene();
  const filter = open();
  await filter.keep();
  expect([kernel.times, filter.state()]).toEqual([0, { networks: [], active: false, problem: '' }]);
  expect(() => filter.admit(['203.0.113.0/24'], '198.51.100.7')).toThrow('198.51.100.7');
  expect(() => filter.admit(['2001:db8::/32'], '::ffff:203.0.113.9')).toThrow('203.0.113.9');
  const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
  filter.admit(networks, '::ffff:203.0.113.9');
  await filter.keep();
  await filter.keep();
  expect(kernel).toMatchObject({ port: 888, networks, times: 1 });
  expect(filter.state()).toEqual({ networks, active: true, problem: '' });
  filter.admit([], '2001:db8::1');
  await filter.keep();
  expect(kernel).toMatchObject({ port: undefined, networks: [], times: 2 });
});

test('an hour without the panel lifts it, and a call of the panel puts it back', async () => {
  const { kernel, open, time } = scene();
  const filter = open();
  filter.admit(['203.0.113.9'], '203.0.113.9');
  for (let at = 0; at < 3; at++) {
    time.now += LIFTED_AFTER_MS - 1;
    await filter.keep();
    expect(kernel.port).toBe(888);
    filter.called('203.0.113.9');
  }
  time.now += LIFTED_AFTER_MS;
  await filter.keep();
  expect([kernel.port, filter.state().active]).toEqual([undefined, false]);
  // A panel that has moved goes on from where it is now, for as long as its new place is not on the list.
  filter.called('198.51.100.7');
  await filter.keep();
  expect(kernel.port).toBeUndefined();
  filter.admit(['198.51.100.7'], '198.51.100.7');
  await filter.keep();
  expect(kernel).toMatchObject({ port: 888, networks: ['198.51.100.7'] });
});

test('the hour goes on through restarts, and a clock that jumps lifts rather than locks', async () => {
  const { kernel, open, time } = scene();
  open().admit(['203.0.113.9'], '203.0.113.9');
  time.now += LIFTED_AFTER_MS - MINUTE_MS;
  const second = open();
  await second.keep();
  expect(kernel.port).toBe(888);
  time.now += MINUTE_MS;
  const third = open();
  await third.keep();
  expect([kernel.times, third.state()]).toEqual([1, { networks: ['203.0.113.9'], active: false, problem: '' }]);
  time.now -= 5 * LIFTED_AFTER_MS;
  await second.keep();
  expect(kernel.port).toBeUndefined();
});

test('a table that somebody emptied is filled again within a minute, and what the kernel refuses is said', async () => {
  const { kernel, open, time } = scene();
  const filter = open();
  filter.admit(['203.0.113.9'], '203.0.113.9');
  await filter.keep();
  time.now += MINUTE_MS;
  await filter.keep();
  expect(kernel.times).toBe(2);
  kernel.fails = 'nft: no such table';
  time.now += MINUTE_MS;
  await filter.keep();
  expect(filter.state()).toEqual({ networks: ['203.0.113.9'], active: false, problem: 'nft: no such table' });
});
