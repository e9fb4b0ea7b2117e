import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessFeed } from '../access-feed.ts';
import { canCutConnections, cutPort } from '../cut.ts';
import type { Clock } from '../clock.ts';
import { userKey } from '../desired.ts';
import type { Log } from '../log.ts';
import type { Netfilter } from '../netfilter.ts';
import type { Engine, EngineSetup, EngineHooks } from './engine.ts';
import { problemsOf } from './xray-problems.ts';
import { endEngine, findEngines, freePort, isRunning, logTail, startEngine, uptimeOf } from './process.ts';
import { type XrayApi, xrayApi } from './xray-api.ts';
import { xrayConfig } from './xray-config.ts';
import { inboundOf } from './xray-inbound.ts';
import { parseEngineName, portOfTag, tagOf } from './xray-names.ts';
import { closeRemovedUsers, type CutTools, findStrays, type Removals, pruneFlows } from './xray-cut.ts';
import { ENVIRONMENT, guardFor, startDigestOf, warpFor } from './xray-setup.ts';
import { applyLive } from './xray-live.ts';
import { xrayVersion } from './xray-version.ts';
import { type EngineState, placeholder, readState, type RunningXray } from './xray-state.ts';

/** What the driver of Xray-core needs; `storeId`, of the agent's store, marks its processes as this agent's. */
export type XrayDeps = {
  dataDir: string;
  enginePath: string;
  storeId: string;
  clock: Clock;
  log: Log;
  netfilter: Netfilter;
  feed: AccessFeed;
};

/** Restarts wait longer and longer while an engine keeps dying, and begin afresh after one good minute. */
const BACKOFF_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;
const GOOD_RUN_MS = 60_000;
const START_PATIENCE_MS = 15_000;
/** Every n-th round of cutting also looks for stray users, or prunes flows. */
const ROUNDS_TO_STRAYS = 3;
const ROUNDS_TO_PRUNING = 30;

type Life = {
  xray: RunningXray | undefined;
  version: string;
  restarts: number;
  lastError: string;
  failures: number;
  startedAt: number;
  tools: CutTools;
  removals: Removals;
  setup: EngineSetup | undefined;
  rounds: number;
};

/**
 * Driver of Xray-core: one process serves all lines; users and lines change live through its API, a change of the
 * node's own settings (WARP, private addresses) is the only thing that restarts it. It is a process of its own session
 * that survives its agent and is adopted by the next one.
 */
export const xrayEngine = async (deps: XrayDeps): Promise<Engine> => {
  const life: Life = {
    xray: undefined,
    version: await xrayVersion(deps.enginePath),
    restarts: 0,
    lastError: '',
    failures: 0,
    startedAt: 0,
    tools: { tcp: await canCutConnections(), netfilter: deps.netfilter, flows: deps.feed.flows },
    removals: new Map(),
    setup: undefined,
    rounds: 0,
  };
  return {
    apply: (setup, hooks) => apply({ deps, life, hooks }, setup),
    closeRemoved: () => watchRemoved(deps, life),
    readCounters: async () => {
      const xray = running(life);
      return xray && { instance: xray.process.instance, ...(await xray.api.reading()) };
    },
    online: async () => countLines((await running(life)?.api.onlineUsers()) ?? []),
    status: () => statusOf(life),
    outdated: () => {
      const xray = running(life);
      return (
        xray !== undefined &&
        life.setup !== undefined &&
        xray.process.startDigest !== startDigestOf(deps, life.version, life.setup.node)
      );
    },
    portBytes: () => deps.netfilter.portBytes(),
    canCutTcp: () => life.tools.tcp,
    canCutUdp: () => deps.netfilter.problem() === '',
    problems: () => problemsOf(deps, life.tools, life.setup),
    quiesce: async () => {
      const xray = running(life);
      if (xray) await quiesce(xray, life.tools);
    },
    stop: async () => {
      const xray = running(life);
      if (xray) await endXray(xray);
      life.xray = undefined;
    },
  };
};

const statusOf = (life: Life): ReturnType<Engine['status']> => {
  const xray = running(life);
  const { version, restarts, lastError } = life;
  return {
    running: xray !== undefined,
    version,
    uptimeSeconds: xray ? uptimeOf(xray.process) : 0,
    restarts,
    lastError,
  };
};

/** One round of looking after connections that should be gone. */
const watchRemoved = async (deps: XrayDeps, life: Life): Promise<void> => {
  const xray = running(life);
  if (!xray || !life.setup) return;
  const round = life.rounds++;
  if (round % ROUNDS_TO_STRAYS === 0) {
    await deps.netfilter.keep(life.setup.lines.map(({ port }) => port));
    await findStrays(xray, life.removals, life.setup);
  }
  if (round % ROUNDS_TO_PRUNING === 0) await pruneFlows(life.tools, life.setup.lines);
  await closeRemovedUsers(xray, life.removals, life.tools);
};

const running = (life: Life): RunningXray | undefined =>
  life.xray !== undefined && isRunning(life.xray.process) ? life.xray : undefined;

const countLines = (names: readonly string[]): [number, number][] => {
  const counts = new Map<number, number>();
  for (const name of names) {
    const userOnLine = parseEngineName(name);
    if (userOnLine && userOnLine.user > 0) counts.set(userOnLine.line, (counts.get(userOnLine.line) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a - b);
};

/** A driver at work, and the hooks that it calls. */
type Work = { deps: XrayDeps; life: Life; hooks: EngineHooks };

const apply = async (work: Work, setup: EngineSetup): Promise<void> => {
  const { deps, life, hooks } = work;
  life.setup = setup;
  deps.feed.keepLog(setup.node.openLog);
  try {
    await deps.netfilter.keep(setup.lines.map(({ port }) => port));
    const xray = running(life) ?? (await adopt(deps, life, setup));
    if (xray && xray.process.startDigest === startDigestOf(deps, life.version, setup.node)) {
      life.xray = xray;
      await applyLive({ xray, removals: life.removals, tools: life.tools, enginePath: deps.enginePath }, setup);
    } else {
      const crashed = xray === undefined && life.xray !== undefined;
      if (xray) await replace(life, xray, hooks);
      await begin(work, setup, crashed);
    }
    if (running(life)) life.lastError = '';
  } catch (cause) {
    life.lastError = cause instanceof Error ? cause.message.slice(0, 500) : String(cause);
    throw cause;
  }
};

/** Ends an engine whose settings are no longer the node's, after its counters were read a last time. */
const replace = async (life: Life, xray: RunningXray, hooks: EngineHooks): Promise<void> => {
  life.xray = xray;
  await quiesce(xray, life.tools);
  await hooks.beforeReplacing();
  await endXray(xray);
  life.xray = undefined;
  // A restart that was asked for is not held back by the pauses meant for an engine that keeps dying.
  life.failures = 0;
};

/** Takes over the engine that an earlier agent of this store left running; ends what is not answering or too many. */
const adopt = async (deps: XrayDeps, life: Life, setup: EngineSetup): Promise<RunningXray | undefined> => {
  let adopted: RunningXray | undefined;
  for (const process of findEngines(deps.storeId)) {
    const api = xrayApi(process.apiPort);
    const state = adopted ? undefined : await answered(api, setup);
    if (state) {
      adopted = { process, api, state };
      life.removals.clear();
      await findStrays(adopted, life.removals, setup);
      deps.log.info({ pid: process.pid, inbounds: state.inbounds.size, users: state.users.size }, 'engine adopted');
    } else {
      api.close();
      await endEngine(process);
      deps.log.warn({ pid: process.pid }, 'engine ended: it did not answer');
    }
  }
  return adopted;
};

const answered = async (api: XrayApi, setup: EngineSetup): Promise<EngineState | undefined> => {
  // A process found right after its start may still be reading its configuration.
  for (let tries = 0; tries < 20; tries++) {
    const state = await readState(api, setup).catch(() => undefined);
    if (state) return state;
    await sleep(100);
  }
  return undefined;
};

const begin = async (work: Work, setup: EngineSetup, crashed: boolean): Promise<void> => {
  const { deps, life } = work;
  if (crashed) recordDeath(deps, life);
  const wait = BACKOFF_MS[Math.min(life.failures, BACKOFF_MS.length - 1)] ?? 0;
  if (deps.clock.now() < life.startedAt + wait) return;
  life.startedAt = deps.clock.now();
  life.failures++;
  life.xray?.api.close();
  life.removals.clear();
  life.xray = await start(work, setup);
  deps.log.info({ pid: life.xray.process.pid, version: life.version, users: setup.users.length }, 'engine started');
};

/** Counts an engine's death, once: the dead process is forgotten here. */
const recordDeath = (deps: XrayDeps, life: Life): void => {
  const livedMs = deps.clock.now() - life.startedAt;
  life.failures = livedMs > GOOD_RUN_MS ? 0 : life.failures;
  life.restarts++;
  life.lastError = `The engine died: ${logTail(join(deps.dataDir, 'engine.log'))}`.slice(0, 500);
  life.xray?.api.close();
  life.xray = undefined;
  deps.log.error({ livedMs, said: logTail(join(deps.dataDir, 'engine.log')) }, 'engine died');
};

const start = async ({ deps, life, hooks }: Work, setup: EngineSetup): Promise<RunningXray> => {
  const apiPort = await freePort();
  const inbounds = setup.lines.map((spec) => {
    const users = setup.users.filter(({ line }) => line === spec.line);
    return inboundOf(spec, users, placeholder());
  });
  const config = xrayConfig({
    node: setup.node,
    inbounds,
    apiPort,
    accessPipe: deps.feed.pipe,
    guardMark: guardFor(deps, setup.node),
    warp: warpFor(deps, setup.node),
  });
  const logFile = join(deps.dataDir, 'engine.log');
  await hooks.beforeStart();
  const process = await startEngine({
    command: deps.enginePath,
    args: ['run', '-c', 'stdin:'],
    env: ENVIRONMENT,
    config: JSON.stringify(config),
    logFile,
    storeId: deps.storeId,
    apiPort,
    startDigest: startDigestOf(deps, life.version, setup.node),
  });
  hooks.afterStart(process.instance);
  const api = xrayApi(apiPort);
  for (const begun = performance.now(); performance.now() - begun < START_PATIENCE_MS; await sleep(50)) {
    if (!isRunning(process)) break;
    const tags = await api.inboundTags().catch(() => undefined);
    if (tags) return { process, api, state: stateAtStart(setup) };
  }
  api.close();
  await endEngine(process);
  throw new Error(`The engine did not start: ${logTail(logFile)}`);
};

const stateAtStart = (setup: EngineSetup): EngineState => ({
  inbounds: new Map(setup.lines.map((spec) => [tagOf(spec), spec])),
  users: new Map(setup.users.map((u) => [userKey(u), u])),
  blocked: new Set(),
});

const endXray = async (xray: RunningXray): Promise<void> => {
  xray.api.close();
  await endEngine(xray.process);
};

/** Closes the inbounds, then every connection through them, so that the counters stand still. */
const quiesce = async (xray: RunningXray, tools: CutTools): Promise<void> => {
  for (const tag of xray.state.inbounds.keys()) {
    await xray.api.removeInbound(tag);
    const port = portOfTag(tag);
    if (tools.tcp && port !== undefined) await cutPort(port);
  }
  xray.state.inbounds.clear();
  xray.state.users.clear();
};
