import type { Engine, Reading } from './engines/engine.ts';

/*
 * What an engine counted since its last reading dies with it. The kernel counts the packets of the lines' ports as well
 * and goes on: the difference is what was lost. It is shown as unattributed, also when the agent itself was away while
 * its engine died.
 */

/** How often the kernel's count is taken while an engine runs. */
const KERNEL_READ_EVERY_MS = 5000;

/** What was read, and whether it is on disk. */
export type Counted = { reading: Reading; written: boolean };

/**
 * The kernel's count at one moment (bytes), and the sum of that engine's counters on disk then: kept on disk for an
 * agent that comes after this one.
 */
export type KernelCheckpoint = { instance: string; bytes: number; countedBytes: number };

/** Where the newest checkpoint is kept, beside the readings that it is compared with. */
export type CheckpointStore = {
  load(): KernelCheckpoint | undefined;
  /** Undefined removes it. May throw, on a full disk. */
  save(checkpoint: KernelCheckpoint | undefined): void;
  lastCommitted(): CommittedRead;
};

/** The engine that was read last, and the sum of its counters as committed, in bytes. */
export type CommittedRead = { instance: string; countedBytes: number };

/** Compares the kernel's count with what was read from the engine. Bytes. */
export type LossWatch = {
  /** Notes bytes that were read from the engine and are on disk. */
  noteCommitted(bytes: number): void;
  /**
   * Does `count` with the kernel's count taken around it. Gives the bytes that are newly lost: none while the same
   * engine runs. `now` in ms.
   */
  around(now: number, count: () => Promise<Counted | undefined>): Promise<number>;
  /** An engine is about to be started: it may die before it is ever read, so the kernel's count is taken here. */
  beforeStart(): Promise<void>;
  /** It was started as `instance` and serves nobody yet. */
  afterStart(instance: string): void;
  /** Lost bytes that are not on disk yet. */
  unwritten(): number;
  /** Hands the unwritten bytes to `addUnattributed`, once: when that throws (a full disk), they stay unwritten. */
  write(addUnattributed: (bytes: number) => void): void;
};

/** Begins to watch an engine. */
export const watchLosses = (engine: Pick<Engine, 'status' | 'portBytes'>, store: CheckpointStore): LossWatch => {
  const losses = lossesOf(store);
  /** The kernel's count right before the newest start. */
  let atStart: number | undefined;
  /** Whether the engine that was watched last is gone and its loss not known yet. */
  let died = false;
  return {
    noteCommitted: losses.noteCommitted,
    around: async (now, count) => {
      const due = engine.status().running && now >= losses.takenAt() + KERNEL_READ_EVERY_MS;
      const bytes = due ? await engine.portBytes() : undefined;
      losses.rememberDisk();
      const counted = await count();
      const lostEarlier = counted ? losses.compareWithPredecessor(counted.reading, bytes) : 0;
      // The kernel is read before the engine, so the checkpoint never claims more than was read. What is unwritten
      // would die with the engine, so the older checkpoint stays; it also stays while the kernel does not answer.
      if (counted?.written === true && bytes !== undefined) losses.take(now, bytes, counted.reading.instance);
      died = losses.isWatching() && !engine.status().running;
      return lostEarlier + (died ? losses.end(await engine.portBytes()) : 0);
    },
    beforeStart: async () => {
      atStart = await engine.portBytes();
      if (died) losses.end(atStart);
      died = false;
    },
    afterStart: (instance) => {
      if (atStart !== undefined) losses.started(instance, atStart);
    },
    unwritten: losses.unwritten,
    write: losses.write,
  };
};

/** The losses, from the kernel's counts and what is on disk. */
const lossesOf = (store: CheckpointStore) => {
  /** The kernel's count when everything before it was on disk, and what was committed since then. */
  let base: { bytes: number; takenAt: number; committedSince: number } | undefined;
  let unwritten = 0;
  /** Checkpoint of the engine that runs now. */
  let newest: KernelCheckpoint | undefined;
  /** Whether an engine was compared with the checkpoint of an agent before this one, which stays until then. */
  let compared = false;
  /** What was on disk when this agent started. */
  let onDisk: CommittedRead | undefined;
  // Keep the old checkpoint until the loss that it proves is on disk.
  const save = (checkpoint: KernelCheckpoint | undefined): void => {
    if (unwritten === 0) saveIfChanged(store, checkpoint);
  };
  const watch = (from: { bytes: number; takenAt: number }, engine: CommittedRead): void => {
    base = { ...from, committedSince: 0 };
    newest = { instance: engine.instance, bytes: from.bytes, countedBytes: engine.countedBytes };
    save(newest);
  };
  return {
    takenAt: () => base?.takenAt ?? -Infinity,
    isWatching: () => base !== undefined,
    unwritten: () => unwritten,
    noteCommitted: (bytes: number): void => {
      if (base) base.committedSince += bytes;
    },
    rememberDisk: (): void => {
      if (!compared) onDisk ??= store.lastCommitted();
    },
    /** Compares an earlier agent's checkpoint with the first reading. Put off while the kernel does not answer. */
    compareWithPredecessor: (reading: Reading, bytes: number | undefined): number => {
      const earlierCheckpoint = compared ? undefined : store.load();
      if (compared || (earlierCheckpoint && bytes === undefined)) return 0;
      compared = true;
      const lost = lostWithoutAgent(earlierCheckpoint, { onDisk: onDisk ?? store.lastCommitted(), reading, bytes });
      unwritten += lost;
      return lost;
    },
    take: (now: number, bytes: number, instance: string): void => {
      const { instance: lastInstance, countedBytes } = store.lastCommitted();
      watch({ bytes, takenAt: now }, { instance, countedBytes: lastInstance === instance ? countedBytes : 0 });
    },
    /** An engine was started. Keeps an earlier agent's checkpoint until it was compared: it covers this engine, too. */
    started: (instance: string, bytes: number): void => {
      if (!compared && store.load()) return;
      compared = true;
      watch({ bytes, takenAt: -Infinity }, { instance, countedBytes: 0 });
    },
    /** An engine is gone. A kernel that does not answer now is asked again before the next engine starts. */
    end: (bytes: number | undefined): number => {
      if (!base || bytes === undefined) return 0;
      const lost = Math.max(0, bytes - base.bytes - base.committedSince);
      base = newest = undefined;
      unwritten += lost;
      save(undefined);
      return lost;
    },
    write: (addUnattributed: (bytes: number) => void): void => {
      if (unwritten === 0) return;
      addUnattributed(unwritten);
      unwritten = 0;
      if (newest) save(newest);
    },
  };
};

const saveIfChanged = (store: CheckpointStore, checkpoint: KernelCheckpoint | undefined): void => {
  try {
    if (JSON.stringify(store.load()) !== JSON.stringify(checkpoint)) store.save(checkpoint);
  } catch {
    // The disk is full, which is reported already. An older checkpoint shows more as unattributed, never less.
  }
};

type Successor = { onDisk: CommittedRead; reading: Reading; bytes: number | undefined };

/**
 * Bytes that an engine took with it while no agent ran: `reading` is its successor's, `bytes` the kernel's count now.
 */
const lostWithoutAgent = (checkpoint: KernelCheckpoint | undefined, { onDisk, reading, bytes }: Successor): number => {
  if (!checkpoint || bytes === undefined || checkpoint.instance === reading.instance) return 0;
  const same = onDisk.instance === checkpoint.instance;
  // Another engine was read after the checkpoint's: what went by in between cannot be told apart.
  if (!same && checkpoint.countedBytes > 0) return 0;
  const countedSince = same ? onDisk.countedBytes - checkpoint.countedBytes : 0;
  return Math.max(0, bytes - checkpoint.bytes - countedSince - sumOf(reading.counters));
};

const sumOf = (counters: Reading['counters']): number => {
  let sum = 0;
  for (const { value } of counters) sum += value;
  return sum;
};
