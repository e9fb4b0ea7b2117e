import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import grpc from '@grpc/grpc-js';
import { createAgent, type Agent } from '@skyport/agent/agent';
import { systemClock } from '@skyport/agent/clock';
import type { Engine } from '@skyport/agent/engines/engine';
import { xrayApi } from '@skyport/agent/engines/xray-api';
import { message } from '@skyport/agent/engines/xray-proto';
import { makeNodeKey } from '@skyport/agent/enrol';
import { memoryKeeper } from '@skyport/agent/memory';
import { openNetfilter } from '@skyport/agent/netfilter';
import { listenToPanel } from '@skyport/agent/panel-calls';
import { openStore } from '@skyport/agent/store';
import { writeDesired } from '@skyport/agent/desired-store';
import { openFilter } from '@skyport/agent/testing/open-filter';

/**
 * One side of the comparison in a process of its own: `tick` is a whole agent with 25,000 users and its usage journal
 * on disk, `bare` asks the same question and decodes the answer. Does what it is asked by IPC and tells milliseconds.
 */
const [kind = '', enginePort = '0'] = process.argv.slice(2);
const USERS = 25_000;
const silent = (): void => undefined;
const log = { info: silent, warn: silent, error: silent };

const bare = (port: number): (() => Promise<void>) => {
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), {
    'grpc.max_receive_message_length': 256 * 1024 * 1024,
  });
  const [ask, answer] = [message('QueryStatsRequest'), message('QueryStatsResponse')];
  return () =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest<object, object>(
        '/xray.app.stats.command.StatsService/QueryStats',
        (body) => Buffer.from(ask.encode(body).finish()),
        (bytes) => answer.decode(bytes),
        { pattern: '>>>traffic>>>', reset: false },
        (fault) => (fault ? reject(fault) : resolve()),
      );
    });
};

/** The real driver's way of reading, and nothing to be changed. */
const engineAt = async (port: number, storeId: string, dataDir: string): Promise<Engine> => {
  const api = xrayApi(port);
  const netfilter = await openNetfilter(storeId, dataDir);
  return {
    apply: async () => undefined,
    closeRemoved: async () => undefined,
    readCounters: async () => ({ instance: 'bench', ...(await api.reading()) }),
    online: async () => [],
    status: () => ({ running: true, version: '', uptimeSeconds: 1, restarts: 0, lastError: '' }),
    outdated: () => false,
    portBytes: () => netfilter.portBytes(),
    canCutTcp: () => true,
    canCutUdp: () => true,
    problems: () => [],
    quiesce: async () => undefined,
    stop: () => netfilter.remove(),
  };
};

const wholeAgent = async (port: number): Promise<Agent> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-agent-'));
  const store = openStore(dataDir, randomUUID);
  writeDesired(store.db, {
    gen: 1,
    node: { timezone: 'Asia/Shanghai', openLog: false, warp: false, allowPrivate: false },
    lines: [{ line: 1, port: 2001, protocol: 'vmesh_tcp' }],
    full: true,
    removes: [],
    upserts: Array.from({ length: USERS }, (_, index) => ({
      user: index + 1,
      line: 1,
      credential: randomUUID(),
      not_after: null,
      quota_left: 10 ** 15,
    })),
  });
  const { key, certificate } = await makeNodeKey(Date.now());
  const identity = { nodeId: randomUUID(), key, certificate, ca: certificate };
  const engine = await engineAt(port, store.storeId, dataDir);
  const agent = createAgent({ store, engine, identity, dataDir, clock: systemClock, log });
  // A whole agent listens as well, and that is part of its memory.
  const save = (): void => undefined;
  await listenToPanel({
    agent,
    identity,
    save,
    filter: openFilter,
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    log,
  });
  process.once('disconnect', () => {
    void agent.stop({ keepEngine: false }).finally(() => {
      rmSync(dataDir, { recursive: true });
      process.exit(0);
    });
  });
  return agent;
};

const port = Number(enginePort);
const agent = kind === 'tick' ? await wholeAgent(port) : undefined;
const keepSmall = agent ? memoryKeeper() : () => undefined;
const once = agent ? () => agent.tick() : bare(port);
if (!agent) process.once('disconnect', () => process.exit(0));

process.on('message', (times: number) => {
  void (async () => {
    const cpu = process.cpuUsage();
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      const begun = performance.now();
      await once();
      taken.push(performance.now() - begun);
      // Done between ticks: it costs CPU, which is told, and holds nothing up.
      keepSmall();
    }
    const { user, system } = process.cpuUsage(cpu);
    process.send?.({ ms: taken, cpuMs: (user + system) / 1000 / times, rssMb: process.memoryUsage.rss() / 1024 ** 2 });
  })();
});
process.send?.('ready');
