import type { UsageJournal } from '@skyport/agent/journal';
import { type At, DiskFull, type DiskState } from './disk-state.ts';
import type { Fault } from './faults.ts';
import { memoryJournal } from './memory-journal.ts';

/** A disk with one agent's usage journal on it. */
export interface Disk {
  readonly journal: UsageJournal;
  /** As the process sees it. */
  now(): DiskState;
  /** Puts another state on the disk, as a restored copy would. */
  put(state: DiskState): void;
  full: boolean;
  /** Power is cut: whatever was not flushed is gone. */
  cutPower(): void;
  /** What the tick under way has read; it becomes truth by the commit, or by the tick's return. */
  pendingTruth: ReadonlyMap<string, number> | undefined;
  commitTruth(): void;
  /** The highest reading of every counter that was ever committed here, whatever became of the disk. */
  readonly highest: ReadonlyMap<string, number>;
}

/** A disk that is empty but for the names of a new store. */
export const newDisk = (epoch: string, at: At, fault: Fault | undefined): Disk => {
  let live: DiskState = {
    meta: new Map([
      ['epoch', epoch],
      ['next_seq', '1'],
      ['acked_seq', '0'],
      ['unattributed', '0'],
    ]),
    last: { instance: '', values: new Map() },
    open: new Map(),
    closed: new Map(),
    truth: new Map(),
  };
  let flushed = live;
  const highest = new Map<string, number>();
  const noteHighest = (truth: ReadonlyMap<string, number>): void => {
    for (const [key, value] of truth) if (value > (highest.get(key) ?? 0)) highest.set(key, value);
  };
  const disk: Disk = {
    journal: undefined as never,
    now: () => live,
    put: (state) => {
      live = state;
      flushed = state;
    },
    full: false,
    cutPower: () => {
      // What was said to be committed stays true, whatever the disk has lost.
      live = fault === 'forget-fsync' ? { ...flushed, truth: live.truth } : flushed;
    },
    pendingTruth: undefined,
    highest,
    commitTruth: () => {
      if (!disk.pendingTruth) return;
      live = { ...live, truth: disk.pendingTruth };
      noteHighest(disk.pendingTruth);
      if (fault !== 'forget-fsync') flushed = live;
      disk.pendingTruth = undefined;
    },
  };
  const commit = (draft: DiskState): void => {
    at('agent.before-write');
    if (disk.full) throw new DiskFull('database or disk is full');
    at('agent.half-written');
    const written = disk.pendingTruth ? { ...draft, truth: disk.pendingTruth } : draft;
    live = written;
    if (disk.pendingTruth) noteHighest(disk.pendingTruth);
    disk.pendingTruth = undefined;
    at('agent.before-fsync');
    if (fault !== 'forget-fsync') flushed = live;
    at('agent.after-fsync');
  };
  const begin = (): DiskState => copyOf(live);
  const tear = (draft: DiskState): void => {
    if (fault === 'torn-write') disk.put({ ...draft, truth: live.truth });
  };
  return Object.assign(disk, { journal: memoryJournal({ begin, commit, tear, at, fault, live: () => live }) });
};

const copyOf = (state: DiskState): DiskState => ({
  meta: new Map(state.meta),
  last: { instance: state.last.instance, values: new Map(state.last.values) },
  open: new Map([...state.open].map(([day, { from, to, rows }]) => [day, { from, to, rows: new Map(rows) }])),
  closed: new Map(state.closed),
  truth: state.truth,
});
