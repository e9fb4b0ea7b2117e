import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteJournal } from './journal.ts';
import { desiredSet, digestOf } from './desired.ts';
import type { Use } from './counter-deltas.ts';
import type { Counter } from './engines/engine.ts';
import { openPanelFilter } from './panel-filter.ts';
import { openStore } from './store.ts';
import { readDesired } from './desired-store.ts';
import { openUsage, pulledText } from './usage.ts';

/*
 * Agents in the field have stores that an older agent wrote. `testing/earlier-store` is one of them with what that
 * agent answered from it; today's agent must go on from there as if nothing had happened.
 */

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'testing/earlier-store', name), 'utf8');

type Answers = {
  epoch: string;
  owner: string;
  totals: object;
  kernelCount: { instance: string; bytes: number; read: number };
  lastRead: { instance: string; read: number };
  digest: string;
  users: object[];
  /** Answers to pulls that acknowledge batches 2 to 6, before anything new is counted. */
  pulled: string[];
  uses: Use[];
  /** Answers to pulls that acknowledge batches 6 and 7, after it. */
  pulledLater: string[];
  totalsLater: object;
};
const answers = JSON.parse(fixture('answers.json')) as Answers;

/** The name of a store that has none yet: it must show up nowhere. */
const newName = (): string => 'ffffffff-ffff-4fff-8fff-ffffffffffff';

const open = (alsoRun = '') => {
  const dataDir = mkdtempSync(join(tmpdir(), 'earlier-store-'));
  const written = new DatabaseSync(join(dataDir, 'agent.db'));
  written.exec(fixture('agent.sql'));
  written.exec(alsoRun);
  written.close();
  const store = openStore(dataDir, newName);
  onTestFinished(() => {
    store.db.close();
    rmSync(dataDir, { recursive: true });
  });
  const usage = openUsage(sqliteJournal(store), { openedAt: 0, newEpoch: newName });
  return { store, usage };
};

const NOW = 1_772_400_000_000;
const ZONE = 'Asia/Shanghai';
const counter = (direction: 'up' | 'down', value: number): Counter => {
  return { name: `user>>>u7.l1>>>traffic>>>${direction}link`, line: 1, user: 7, direction, value };
};
const reading = {
  instance: answers.lastRead.instance,
  counters: [counter('up', 1300), counter('down', 5_000_003_441)],
};

test('the batches of an earlier agent are answered byte for byte, and what follows continues its sequence', () => {
  const { usage } = open();
  const pull = (ack_seq: number): string =>
    pulledText(usage, { epoch: answers.epoch, ack_seq, max_bytes: 1_000_000 }, { applied_gen: 41, clock: NOW });
  expect(usage.totals()).toEqual(answers.totals);
  expect([2, 3, 4, 5, 6].map(pull)).toEqual(answers.pulled);
  expect(usage.tick(reading, NOW, ZONE)).toEqual(answers.uses);
  expect([6, 7].map(pull)).toEqual(answers.pulledLater);
  expect(usage.totals()).toEqual(answers.totalsLater);
});

test('its names, its desired set with what was used, its readings and its port filter are read back', () => {
  const { store, usage } = open();
  const desired = readDesired(store.db);
  expect([store.epoch, store.storeId, desired.gen]).toEqual([answers.epoch, answers.owner, 41]);
  expect([desired.users, digestOf(desiredSet(desired))]).toEqual([answers.users, answers.digest]);
  const committed = usage.checkpoints.lastCommitted();
  expect(committed).toEqual({ instance: answers.lastRead.instance, countedBytes: answers.lastRead.read });
  const { read, ...checkpoint } = answers.kernelCount;
  expect(usage.checkpoints.load()).toEqual({ ...checkpoint, countedBytes: read });
  const filter = openPanelFilter({
    db: store.db,
    netfilter: { problem: () => '', onlyFrom: async () => undefined },
    port: 888,
    clock: { now: () => 1_772_380_802_250 },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  expect(filter.state()).toEqual({ networks: ['203.0.113.9', '2001:db8::/32'], active: true, problem: '' });
});

test('a reading that it had to leave unattributed stays unattributed', () => {
  const { usage } = open("insert into meta values ('set_aside', '1')");
  usage.tick(reading, NOW, ZONE);
  expect(usage.totals()).toEqual({ ...answers.totals, unattributed: 303 + 84 });
});
