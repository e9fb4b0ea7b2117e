import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { NodeSpec } from '@skyport/contract/fleet';
import { canCutConnections, cutPort } from '../cut.ts';
import type { Clock } from '../clock.ts';
import { userKey } from '../desired.ts';
import type { Log } from '../log.ts';
import type { Engine, EngineSetup } from './engine.ts';
import { endEngine, findEngines, freePort, isRunning, logTail, startEngine, uptimeOf } from './process.ts';
import { type XrayApi, xrayApi } from './xray-api.ts';
import { inboundOf, parseEmail, portOfTag, tagOf, xrayConfig } from './xray-config.ts';
import { closeRemovedUsers, type Removals } from './xray-cut.ts';
import { applyLive, findStrays, type Held, placeholder, readHeld, type XrayRun } from './xray-live.ts';

const run = promisify(execFile);

/** What the driver of Xray-core needs; `owner` marks its processes as this agent's. */
export type XrayDeps = { dataDir: string; enginePath: string; owner: string; clock: Clock; log: Log };

/** Restarts wait longer and longer while an engine keeps dying, and begin afresh after one good minute. */
const BACKOFF_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;
const GOOD_RUN_MS = 60_000;
const START_PATIENCE_MS = 15_000;

type Life = {
  run: XrayRun | undefined;
  version: string;
  restarts: number;
  lastError: string;
  failures: number;
  startedAt: number;
  mayCut: boolean;
  removals: Removals;
};

/**
 * Driver of Xray-core: one process serves all lines; users and lines change live through its API, a change of the
 * node's own settings (log, private addresses) is the only thing that restarts it. It is a process of its own session
 * that survives its agent and is adopted by the next one.
 */
export const xrayEngine = async (deps: XrayDeps): Promise<Engine> => {
  const life: Life = {
    run: undefined,
    version: await versionOf(deps.enginePath),
    restarts: 0,
    lastError: '',
    failures: 0,
    startedAt: 0,
    mayCut: await canCutConnections(),
    removals: new Map(),
  };
  return {
    apply: (setup) => apply(deps, life, setup),
    closeRemoved: async () => {
      const run = living(life);
      if (run) await closeRemovedUsers(run, life.removals, life.mayCut);
    },
    readCounters: async () => {
      const run = living(life);
      return run && { instance: run.process.instance, counters: await run.api.counters() };
    },
    online: async () => countLines((await living(life)?.api.onlineUsers()) ?? []),
    status: () => {
      const run = living(life);
      const { version, restarts, lastError } = life;
      return {
        running: run !== undefined,
        version,
        uptimeSeconds: run ? uptimeOf(run.process) : 0,
        restarts,
        lastError,
      };
    },
    canCutTcp: () => life.mayCut,
    quiesce: async () => {
      const run = living(life);
      if (run) await quiesce(run, life.mayCut);
    },
    stop: async () => {
      const run = living(life);
      if (run) await endRun(run);
      life.run = undefined;
    },
  };
};

const living = (life: Life): XrayRun | undefined =>
  life.run !== undefined && isRunning(life.run.process) ? life.run : undefined;

const versionOf = async (enginePath: string): Promise<string> => {
  const { stdout } = await run(enginePath, ['version'], { timeout: 10_000 });
  return /^Xray (\S+)/.exec(stdout)?.[1] ?? 'unknown';
};

const countLines = (emails: readonly string[]): [number, number][] => {
  const counts = new Map<number, number>();
  for (const email of emails) {
    const owner = parseEmail(email);
    if (owner && owner.user > 0) counts.set(owner.line, (counts.get(owner.line) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a - b);
};

/** Digest of what only a restart can change. */
const setupOf = (node: NodeSpec): string =>
  createHash('sha256')
    .update(JSON.stringify([node.openLog, node.warp, node.allowPrivate]))
    .digest('hex')
    .slice(0, 16);

const apply = async (deps: XrayDeps, life: Life, setup: EngineSetup): Promise<void> => {
  try {
    const run = living(life) ?? (await adopt(deps, life, setup));
    if (run && run.process.setup === setupOf(setup.node)) {
      life.run = run;
      await applyLive({ run, removals: life.removals, mayCut: life.mayCut, enginePath: deps.enginePath }, setup);
    } else {
      if (run) await endRun(run);
      // A restart that was asked for is not held back by the pauses meant for an engine that keeps dying.
      if (run) life.failures = 0;
      await begin(deps, life, setup, run === undefined && life.run !== undefined);
    }
    if (living(life)) life.lastError = '';
  } catch (cause) {
    life.lastError = cause instanceof Error ? cause.message.slice(0, 500) : String(cause);
    throw cause;
  }
};

/** Takes over the engine that an earlier agent of this store left running; ends what is not answering or too many. */
const adopt = async (deps: XrayDeps, life: Life, setup: EngineSetup): Promise<XrayRun | undefined> => {
  let adopted: XrayRun | undefined;
  for (const process of findEngines(deps.owner)) {
    const api = xrayApi(process.apiPort);
    const held = adopted ? undefined : await answered(api, setup);
    if (held) {
      adopted = { process, api, held };
      life.removals.clear();
      await findStrays(adopted, life.removals, setup);
      deps.log.info({ pid: process.pid, inbounds: held.inbounds.size, users: held.users.size }, 'engine adopted');
    } else {
      api.close();
      await endEngine(process);
      deps.log.warn({ pid: process.pid }, 'engine ended: it did not answer');
    }
  }
  return adopted;
};

const answered = async (api: XrayApi, setup: EngineSetup): Promise<Held | undefined> => {
  // A process found right after its start may still be reading its configuration.
  for (let tries = 0; tries < 20; tries++) {
    const held = await readHeld(api, setup).catch(() => undefined);
    if (held) return held;
    await sleep(100);
  }
  return undefined;
};

const begin = async (deps: XrayDeps, life: Life, setup: EngineSetup, crashed: boolean): Promise<void> => {
  if (crashed) notice(deps, life);
  const wait = BACKOFF_MS[Math.min(life.failures, BACKOFF_MS.length - 1)] ?? 0;
  if (deps.clock.now() < life.startedAt + wait) return;
  life.startedAt = deps.clock.now();
  life.failures++;
  life.run?.api.close();
  life.removals.clear();
  life.run = await start(deps, setup);
  deps.log.info({ pid: life.run.process.pid, version: life.version, users: setup.users.length }, 'engine started');
};

/** Counts a death once: the dead run is forgotten here. */
const notice = (deps: XrayDeps, life: Life): void => {
  const livedMs = deps.clock.now() - life.startedAt;
  life.failures = livedMs > GOOD_RUN_MS ? 0 : life.failures;
  life.restarts++;
  life.lastError = `The engine died: ${logTail(join(deps.dataDir, 'engine.log'))}`.slice(0, 500);
  life.run?.api.close();
  life.run = undefined;
  deps.log.error({ livedMs, said: logTail(join(deps.dataDir, 'engine.log')) }, 'engine died');
};

const start = async (deps: XrayDeps, setup: EngineSetup): Promise<XrayRun> => {
  const apiPort = await freePort();
  const inbounds = setup.lines.map((spec) => {
    const users = setup.users.filter(({ line }) => line === spec.line);
    return inboundOf(spec, users, placeholder());
  });
  const config = xrayConfig({ node: setup.node, inbounds, apiPort, accessLog: join(deps.dataDir, 'access.log') });
  const logFile = join(deps.dataDir, 'engine.log');
  const process = await startEngine({
    command: deps.enginePath,
    args: ['run', '-c', 'stdin:'],
    // Splicing in the kernel would hide a long download from the counters until its connection closes.
    env: { XRAY_BUF_SPLICE: 'disable' },
    config: JSON.stringify(config),
    logFile,
    owner: deps.owner,
    apiPort,
    setup: setupOf(setup.node),
  });
  const api = xrayApi(apiPort);
  for (const begun = performance.now(); performance.now() - begun < START_PATIENCE_MS; await sleep(50)) {
    if (!isRunning(process)) break;
    const tags = await api.inboundTags().catch(() => undefined);
    if (tags) return { process, api, held: heldAtStart(setup) };
  }
  api.close();
  await endEngine(process);
  throw new Error(`The engine did not start: ${logTail(logFile)}`);
};

const heldAtStart = (setup: EngineSetup): Held => ({
  inbounds: new Map(setup.lines.map((spec) => [tagOf(spec), spec])),
  users: new Map(setup.users.map((u) => [userKey(u), u])),
  blocked: new Set(),
});

const endRun = async (run: XrayRun): Promise<void> => {
  run.api.close();
  await endEngine(run.process);
};

/** Closes the doors, then every connection through them, so that the counters stand still. */
const quiesce = async (run: XrayRun, mayCut: boolean): Promise<void> => {
  for (const tag of run.held.inbounds.keys()) {
    await run.api.removeInbound(tag);
    const port = portOfTag(tag);
    if (mayCut && port !== undefined) await cutPort(port);
  }
  run.held.inbounds.clear();
  run.held.users.clear();
};
