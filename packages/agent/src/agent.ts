import { randomUUID } from 'node:crypto';
import type {
  AgentProblem,
  AgentState,
  Desired,
  DesiredApplied,
  DesiredConflict,
  TrafficPull,
} from '@skyport/contract/fleet';
import { sqliteJournal } from './journal.ts';
import { businessDay, type Clock } from './clock.ts';
import {
  desiredSet,
  type DesiredSet,
  digestOf,
  mayBeServed,
  planDesired,
  servedUsers,
  applyChange,
  userKey,
} from './desired.ts';
import type { DesiredPart } from '@skyport/contract/fleet-parts';
import { type DesiredParts, keepParts, type PartAnswer } from './desired-parts.ts';
import type { Engine } from './engines/engine.ts';
import { certificateExpires, type Identity } from './identity.ts';
import type { Log } from './log.ts';
import { machineState } from './machine.ts';
import { serialQueue, within } from './serial-queue.ts';
import type { Store } from './store.ts';
import { type DesiredChange, type StoredUser, readDesired, writeDesired } from './desired-store.ts';
import { openUsage, pulledText, type Usage } from './usage.ts';
import { AGENT_VERSION } from './version.ts';
import { type Counted, watchLosses, type LossWatch } from './losses.ts';

/** What an agent is made of. */
export type AgentDeps = {
  store: Store;
  engine: Engine;
  identity: Identity;
  dataDir: string;
  clock: Clock;
  log: Log;
};

/** Answer to a desired set: applied, or the generation and digest that the agent has. */
export type DesiredAnswer = { kind: 'applied'; body: DesiredApplied } | { kind: 'conflict'; body: DesiredConflict };

/** The agent without its network: everything that the panel may ask, and the tick, which needs no panel. */
export type Agent = {
  /** Reads and commits counters, enforces ends and quotas, restarts a dead engine, cuts removed users. */
  tick(): Promise<void>;
  /** Throws RangeError when the node's time zone is unknown here. */
  setDesired(message: Desired): Promise<DesiredAnswer>;
  /** Keeps a part of a whole set until the message that completes it. */
  takePart(part: DesiredPart): PartAnswer;
  /** JSON text of a TrafficPulled. */
  pull(ask: TrafficPull): string;
  state(): Promise<AgentState>;
  /** Ends; with `keepEngine` the engine goes on serving and counting for the agent that comes next. */
  stop(how: { keepEngine: boolean }): Promise<void>;
};

/** How long an answer to the panel waits for the engine; the set is committed before, the tick catches up. */
const APPLY_PATIENCE_MS = 10_000;
const FINAL_READS_MS = 3000;
const RETRY_MS = 5000;

type Core = AgentDeps & {
  usage: Usage;
  set: DesiredSet;
  parts: DesiredParts;
  /** Users whom the engine was told to serve. */
  served: Set<StoredUser>;
  dirty: boolean;
  /** Changes that are applied but not on disk yet, because that was full; oldest first. */
  unwritten: DesiredChange[];
  losses: LossWatch;
  /** A set that could not be brought to the engine is tried again from this moment (ms) on. */
  retryAt: number;
  /** Reasons already logged, by what failed. */
  failing: Map<string, string>;
  bornAt: number;
};

/** Puts an agent together from its store; the first tick starts the engine, or adopts an earlier agent's. */
export const createAgent = (deps: AgentDeps): Agent => {
  const usage = openUsage(sqliteJournal(deps.store), { openedAt: deps.clock.now(), newEpoch: randomUUID });
  const core: Core = {
    ...deps,
    usage,
    set: desiredSet(readDesired(deps.store.db)),
    parts: keepParts(),
    served: new Set(),
    dirty: true,
    unwritten: [],
    losses: watchLosses(deps.engine, usage.checkpoints),
    retryAt: 0,
    failing: new Map(),
    bornAt: deps.clock.now(),
  };
  const enqueue = serialQueue();
  return {
    tick: () => enqueue(() => tick(core)),
    setDesired: (message) => setDesired(core, message, () => enqueue(() => serve(core))),
    takePart: (part) => takePart(core, part),
    pull: (ask) => pull(core, ask),
    state: () => state(core),
    stop: ({ keepEngine }) => enqueue(() => stop(core, keepEngine)),
  };
};

const tick = async (core: Core): Promise<void> => {
  writePending(core);
  await countWithLosses(core);
  const idle = !core.engine.status().running;
  if (core.set.gen > 0 && mustServe(core)) await serve(core);
  // An adopted engine kept counting: read it at once, before it can die.
  if (idle && core.engine.status().running) await countWithLosses(core);
  await attempt(core, 'connections of removed users could not be closed', () => core.engine.closeRemoved());
};

/** Reads and commits; a failed reading loses nothing, since the counters stay where they are. */
const count = async (core: Core): Promise<Counted | undefined> => {
  const reading = await attempt(core, 'counters could not be read', () => core.engine.readCounters());
  if (!reading) return undefined;
  // A full disk fails here: nothing was noted, and the next tick counts the same bytes again from where they stood.
  const uses = await attempt(core, COMMIT_FAILED, async () =>
    core.usage.tick(reading, core.clock.now(), core.set.node.timezone),
  );
  for (const { line, user, bytes } of uses ?? []) {
    const stored = core.set.users.get(userKey({ line, user }));
    if (stored && stored.quota_left !== null) stored.used += bytes;
    core.losses.noteCommitted(bytes);
  }
  return { reading, written: uses !== undefined };
};

/** Counts, and shows what an engine that died meanwhile had counted since its last reading. */
const countWithLosses = async (core: Core): Promise<void> => {
  const lost = await core.losses.around(core.clock.now(), () => count(core));
  if (lost > 0) core.log.warn({ lost }, 'bytes that a dead engine had not reported are shown as unattributed');
  if (core.losses.unwritten() > 0)
    await attempt(core, COMMIT_FAILED, async () => core.losses.write((bytes) => core.usage.addUnattributed(bytes)));
};

/** While the disk fails, the panel gets no batches and its acknowledgement is ignored; it asks again. */
const pull = (core: Core, ask: TrafficPull): string => {
  const frame = { applied_gen: core.set.gen, clock: core.clock.now() };
  try {
    return pulledText(core.usage, ask, frame);
  } catch (cause) {
    failed(core, COMMIT_FAILED, cause);
    return JSON.stringify({ epoch: core.usage.totals().epoch, batches: [], more: false, ...frame });
  }
};

/** Brings the engine to the users who may be served now. What fails is tried again by the next tick. */
const serve = async (core: Core): Promise<void> => {
  const now = core.clock.now();
  const { node, lines, users } = core.set;
  core.served = new Set([...users.values()].filter((u) => mayBeServed(u, now)));
  core.dirty = true;
  core.retryAt = now + RETRY_MS;
  await attempt(core, 'the engine could not be brought to the desired set', async () => {
    await core.engine.apply(
      { node, lines, users: servedUsers(core.set, now) },
      { beforeReplacing: () => countUntilStill(core), ...startHooks(core.losses) },
    );
    core.dirty = false;
  });
};

const startHooks = ({ beforeStart, afterStart }: LossWatch) => ({ beforeStart, afterStart });

const mustServe = (core: Core): boolean => {
  const due = core.dirty && core.clock.now() >= core.retryAt;
  return due || !core.engine.status().running || core.engine.outdated() || servedChanged(core);
};

const servedChanged = ({ set, served, clock }: Core): boolean => {
  const now = clock.now();
  for (const u of set.users.values()) if (mayBeServed(u, now) !== served.has(u)) return true;
  return false;
};

/** A failure is logged once until it succeeds or fails for another reason: the tick tries again every second. */
const attempt = async <T>(core: Core, failure: string, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    const result = await work();
    core.failing.delete(failure);
    return result;
  } catch (cause) {
    failed(core, failure, cause);
    return undefined;
  }
};

const failed = (core: Core, failure: string, cause: unknown): void => {
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
  if (core.failing.get(failure) !== reason) core.log.error({ reason }, failure);
  core.failing.set(failure, reason);
};

const conflict = ({ set }: Core) => ({
  kind: 'conflict' as const,
  body: { gen: set.gen, digest: digestOf(set) },
});

const takePart = (core: Core, part: DesiredPart): PartAnswer =>
  core.parts.take(part) ? { kind: 'taken', body: { gen: part.gen, part: part.part } } : conflict(core);

const setDesired = async (core: Core, message: Desired, bring: () => Promise<void>): Promise<DesiredAnswer> => {
  businessDay(core.clock.now(), message.node.timezone);
  const whole = core.parts.complete(message);
  const plan = whole ? planDesired(core.set, whole) : ({ kind: 'conflict' } as const);
  if (plan.kind === 'conflict') return conflict(core);
  if (plan.kind === 'change') {
    // The set is applied even while the disk is full; a change lost with the agent shows in the digest
    // and is sent again.
    core.unwritten = [...(plan.change.full ? [] : core.unwritten), plan.change];
    writePending(core);
    applyChange(core.set, plan.change, plan.digest);
    const { gen, upserts, removes, full } = plan.change;
    core.log.info({ gen, full, upserts: upserts.length, removes: removes.length }, 'desired set applied');
    await within(bring(), APPLY_PATIENCE_MS);
  }
  return { kind: 'applied', body: { applied_gen: core.set.gen, digest: digestOf(core.set) } };
};

const writePending = (core: Core): void => {
  try {
    for (let [change] = core.unwritten; change; [change] = core.unwritten) {
      writeDesired(core.store.db, change);
      core.unwritten.shift();
    }
  } catch (cause) {
    failed(core, COMMIT_FAILED, cause);
  }
};

/** What the journal holds, with the lost bytes that a full disk has not taken yet. */
const totals = ({ usage, losses }: Core): ReturnType<Usage['totals']> => {
  const committed = usage.totals();
  return { ...committed, unattributed: committed.unattributed + losses.unwritten() };
};

const state = async (core: Core): Promise<AgentState> => ({
  gen: core.set.gen,
  digest: digestOf(core.set),
  ...totals(core),
  engine: core.engine.status(),
  agent: {
    version: AGENT_VERSION,
    uptimeSeconds: Math.max(0, Math.floor((core.clock.now() - core.bornAt) / 1000)),
    canCutTcp: core.engine.canCutTcp(),
    canCutUdp: core.engine.canCutUdp(),
  },
  features: ['certificate', 'filter', 'parts'],
  problems: problemsOf(core),
  ...machineState(core.dataDir),
  clock: core.clock.now(),
  certificateExpires: certificateExpires(core.identity),
  online: (await attempt(core, 'users online could not be counted', () => core.engine.online())) ?? [],
});

/** Log message of a failed commit; while it lasts, the panel is shown its reason as the problem `journal`. */
const COMMIT_FAILED = 'counters could not be committed';

const problemsOf = ({ engine, failing }: Core): AgentProblem[] => {
  const reason = failing.get(COMMIT_FAILED);
  return [...engine.problems(), ...(reason === undefined ? [] : [{ kind: 'journal' as const, detail: reason }])];
};

const stop = async (core: Core, keepEngine: boolean): Promise<void> => {
  if (!keepEngine) {
    await attempt(core, 'traffic could not be stopped before the end', () => core.engine.quiesce());
    await countUntilStill(core);
    await attempt(core, 'the engine could not be ended', () => core.engine.stop());
  } else {
    await count(core);
  }
  core.store.db.close();
};

/** Reads until nothing moves any more: what the engine counted up to its end is on disk before it ends. */
const countUntilStill = async (core: Core): Promise<void> => {
  let before = '';
  for (let waited = 0; waited < FINAL_READS_MS; waited += 100) {
    const counted = await count(core);
    if (!counted) return;
    const now = JSON.stringify(
      counted.reading.counters.map(({ name, value }) => `${name} ${value}`).toSorted((a, b) => a.localeCompare(b)),
    );
    if (now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
