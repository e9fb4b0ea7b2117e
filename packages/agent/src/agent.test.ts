import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent } from './agent.ts';
import type { Engine, Reading } from './engines/engine.ts';
import { makeNodeKey } from './enrol.ts';
import { openStore } from './store.ts';

const silent = (): void => undefined;
const log = { info: silent, warn: silent, error: silent };

/** An agent on a real disk that can run full, with an engine that is told what to say. */
const scene = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-'));
  const store = openStore(dataDir, randomUUID);
  let now = Date.parse('2026-03-01T04:00:00Z');
  const engine = { running: true, counted: 0, wire: 0 };
  const reading = (): Reading => ({
    instance: 'engine:1',
    counters: [
      { name: 'user>>>u7.l1>>>traffic>>>downlink', line: 1, user: 7, direction: 'down', value: engine.counted },
    ],
  });
  const scripted: Engine = {
    apply: async () => undefined,
    closeRemoved: async () => undefined,
    readCounters: async () => (engine.running ? reading() : undefined),
    online: async () => [],
    status: () => ({ running: engine.running, version: '', uptimeSeconds: 1, restarts: 0, lastError: '' }),
    outdated: () => false,
    portBytes: async () => engine.wire,
    canCutTcp: () => true,
    canCutUdp: () => true,
    problems: () => [],
    quiesce: async () => undefined,
    stop: async () => undefined,
  };
  const { key, certificate } = await makeNodeKey(now);
  const identity = { nodeId: randomUUID(), key, certificate, ca: certificate };
  const agent = createAgent({ store, engine: scripted, identity, dataDir, clock: { now: () => now }, log });
  onTestFinished(async () => {
    await agent.stop({ keepEngine: true });
    rmSync(dataDir, { recursive: true });
  });
  return {
    engine,
    /** Traffic of so many bytes goes by, of which the engine has told `told` when it is asked. */
    traffic: (bytes: number, told = bytes) => {
      engine.wire += bytes;
      engine.counted += told;
    },
    disk: (full: boolean) => store.db.exec(`pragma query_only = ${full ? 1 : 0}`),
    tick: async (seconds = 1) => {
      now += seconds * 1000;
      await agent.tick();
    },
    said: async () => {
      const { unattributed, openBytes, problems } = await agent.state();
      return { unattributed, openBytes, full: problems.some(({ kind }) => kind === 'journal') };
    },
  };
};

test('what a dead engine had counted since its last reading is shown as unattributed', async () => {
  const { traffic, tick, engine, said } = await scene();
  await tick();
  traffic(1000);
  await tick();
  traffic(300, 0);
  engine.running = false;
  await tick();
  expect(await said()).toEqual({ unattributed: 300, openBytes: 1000, full: false });
  await tick();
  expect((await said()).unattributed).toBe(300);
});

test('it is not forgotten while the disk is full: it is in sight at once, and on disk once, as soon as that takes it', async () => {
  const { traffic, tick, engine, said, disk } = await scene();
  await tick();
  traffic(1000);
  await tick();
  disk(true);
  traffic(300, 0);
  engine.running = false;
  await tick();
  expect(await said()).toEqual({ unattributed: 300, openBytes: 1000, full: true });
  await tick();
  await tick();
  expect((await said()).unattributed).toBe(300);
  disk(false);
  await tick();
  await tick();
  expect(await said()).toEqual({ unattributed: 300, openBytes: 1000, full: false });
});

test('when an engine dies while the disk is full, counts that were read and could not be written down are not lost', async () => {
  const { traffic, tick, engine, said, disk } = await scene();
  await tick();
  traffic(1000);
  await tick();
  disk(true);
  traffic(200);
  await tick(6);
  traffic(50);
  await tick(6);
  traffic(5, 0);
  engine.running = false;
  await tick();
  disk(false);
  await tick();
  expect(await said()).toEqual({ unattributed: 255, openBytes: 1000, full: false });
});
