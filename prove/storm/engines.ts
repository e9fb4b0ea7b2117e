import { setTimeout as sleep } from 'node:timers/promises';
import { findEngines, isRunning, type EngineProcess } from '@skyport/agent/engines/process';
import { xrayApi, type XrayApi } from '@skyport/agent/engines/xray-api';
import { totalsOfCounters, type UsageTotals } from '../../testkit/usage-totals.ts';
import type { RunningAgent } from '../../testkit/site.ts';
import { freeze, imageOf, type Image } from './image.ts';
import { receiveQueueOf } from './receive-queues.ts';

/** What is known of an engine that was killed. */
export interface EngineDeath {
  /** Place of its agent. */
  readonly agent: number;
  /** What it had counted `LONGEST_TICK_MS` before; empty when its agent was not there all that time. */
  readonly ticked: UsageTotals;
  /** What it had counted at its death, but for the few milliseconds between the question and the kill. */
  readonly counted: UsageTotals;
  /** What its agent had of it on its disk in the end. */
  readonly reported: UsageTotals;
  /** Whether the agent had been there for long enough to have asked the kernel. */
  readonly watched: boolean;
  /**
   * Most bytes of uploads that were seen waiting in the kernel in the seconds before. What waited when the agent asked
   * the kernel stands in that count and is counted by the engine later: by so much a loss may look smaller.
   */
  readonly waited: number;
}

/** An agent ticks each second; on a busy machine a tick comes late. */
export const LONGEST_TICK_MS = 4000;
/** The agent asks the kernel each five seconds, and right after it has found its engine. */
const WATCHED_AFTER_MS = 4000;
const SAMPLE_MS = 500;
/** What waits in the kernel comes and goes within moments. */
const QUEUE_EVERY_MS = 50;
/** Older samples say nothing about a death; the agent's last look at the kernel lies within. */
const KEPT_MS = 20_000;
/** For an answer that was under way when the agent was stopped, and for a reading to be committed. */
const UNDER_WAY_MS = 20;
const COMMITTED_MS = 200;

/** The engine of one agent, asked all the time by the prover itself, and what is known of those that were killed. */
export interface WatchedEngine {
  readonly deaths: readonly EngineDeath[];
  /** Kills the engine at once; false when none runs at this moment. */
  kill(): Promise<boolean>;
  /** Kills engine and agent as a power cut would, and starts the agent again; false when no engine runs. */
  cutPower(): Promise<boolean>;
  /** To be told when the agent was started again. */
  agentBegan(): void;
  /** What the engine that runs now has counted. */
  living(): Promise<UsageTotals>;
  unattributed(): number;
  stop(): Promise<void>;
}

interface Run {
  readonly process: EngineProcess;
  readonly api: XrayApi;
  readonly samples: { readonly at: number; readonly totals: UsageTotals }[];
  readonly queues: { readonly at: number; readonly waiting: number }[];
}

/** Begins to watch the engine of an agent that is running. */
export const watchEngine = (agent: RunningAgent, place: number): WatchedEngine => {
  const deaths: EngineDeath[] = [];
  const image = (): Image => imageOf(agent.dataDir);
  const { storeId } = whileStopped(agent, image);
  let run: Run | undefined;
  let began = Date.now();
  const current = (): Run | undefined => {
    if (run && isRunning(run.process)) return run;
    run?.api.close();
    const [process] = findEngines(storeId);
    run = process && { process, api: xrayApi(process.apiPort), samples: [], queues: [] };
    return run;
  };
  const ask = async (one: Run): Promise<UsageTotals> => totalsOfCounters(await one.api.counters());
  const sample = async (): Promise<void> => {
    const one = current();
    const totals = one && (await ask(one).catch(() => undefined));
    if (!one || !totals) return;
    keep(one.samples, { at: Date.now(), totals });
  };
  const watching = every(SAMPLE_MS, sample);
  const queueing = every(QUEUE_EVERY_MS, async () => {
    if (run) keep(run.queues, { at: Date.now(), waiting: receiveQueueOf(run.process.pid) });
  });
  /** The agent does not run while this is done. */
  const killEngine = async (): Promise<
    (Omit<EngineDeath, 'reported' | 'watched'> & { instance: string }) | undefined
  > => {
    await sleep(UNDER_WAY_MS);
    const one = current();
    const counted = one && (await ask(one).catch(() => undefined));
    if (!one || !counted) return undefined;
    const now = Date.now();
    process.kill(one.process.pid, 'SIGKILL');
    const old = began > now - LONGEST_TICK_MS ? [] : one.samples.filter(({ at }) => at <= now - LONGEST_TICK_MS);
    const { instance } = one.process;
    const waited = Math.max(0, ...one.queues.map(({ waiting }) => waiting));
    return { agent: place, ticked: old.at(-1)?.totals ?? new Map(), counted, instance, waited };
  };
  const kill = async (): Promise<boolean> => {
    const watched = Date.now() - began > WATCHED_AFTER_MS;
    freeze(agent.process.pid);
    const death = await killEngine();
    const first = image();
    process.kill(agent.process.pid, 'SIGCONT');
    if (!death) return false;
    await sleep(COMMITTED_MS);
    const last = whileStopped(agent, image);
    deaths.push({ ...death, watched, reported: reportedOf(death.instance, last, first) });
    return true;
  };
  const cutPower = async (): Promise<boolean> => {
    const watched = Date.now() - began > WATCHED_AFTER_MS;
    await agent.process.kill();
    const death = await killEngine();
    if (death) deaths.push({ ...death, watched, reported: reportedOf(death.instance, image()) });
    await agent.restart();
    began = Date.now();
    return death !== undefined;
  };
  return {
    deaths,
    kill,
    cutPower,
    agentBegan: () => (began = Date.now()),
    living: async () => {
      const one = current();
      return one ? ask(one) : new Map();
    },
    unattributed: () => whileStopped(agent, image).unattributed,
    stop: async () => {
      await Promise.all([watching.stop(), queueing.stop()]);
      run?.api.close();
    },
  };
};

/** Of several images the first that knows the engine; one that was never read has told nothing. */
const reportedOf = (instance: string, ...images: readonly Image[]): UsageTotals =>
  images.find((image) => image.instance === instance)?.reported ?? new Map();

/** Adds a sample, and forgets those that are too old. */
const keep = <T extends { readonly at: number }>(samples: T[], newest: T): void => {
  samples.push(newest);
  while (samples[0] && samples[0].at < newest.at - KEPT_MS) samples.shift();
};

const every = (ms: number, work: () => Promise<void>): { stop(): Promise<void> } => {
  let going = true;
  const loop = (async () => {
    while (going) {
      await work();
      await sleep(ms);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await loop;
    },
  };
};

const whileStopped = <T>(agent: RunningAgent, work: () => T): T => {
  freeze(agent.process.pid);
  try {
    return work();
  } finally {
    process.kill(agent.process.pid, 'SIGCONT');
  }
};
