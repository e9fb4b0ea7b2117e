import { createHash } from 'node:crypto';
import { batchText, UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import type { UsageJournal, MetaKey, LastRead, OpenDay } from '@skyport/agent/journal';
import type { Fault } from './faults.ts';

/** What an agent's disk holds. A committed state is never changed: snapshots are free. */
export interface DiskState {
  meta: Map<MetaKey, string>;
  last: LastRead;
  open: Map<string, { from: number; to: number; rows: Map<string, UsageRow> }>;
  closed: Map<number, { readonly payload: string; readonly ackedAt: number | null }>;
  /**
   * Ground truth, not part of the journal: the counters (by engine and name) whose readings this lineage of the disk has
   * committed.
   */
  truth: ReadonlyMap<string, number>;
}

/** A disk that refuses to write. */
export class DiskFull extends Error {}

/** How a process that stands at a kill point may end there. */
export type At = (point: AgentPoint) => void;

/** Where an agent can be killed. */
export const agentPoints = [
  'agent.before-read',
  'agent.after-read',
  'agent.reading-noted',
  'agent.bytes-added',
  'agent.batches-acknowledged',
  'agent.batch-closed',
  'agent.open-cleared',
  'agent.before-write',
  'agent.half-written',
  'agent.before-fsync',
  'agent.after-fsync',
  'agent.before-answer',
  'agent.after-answer',
] as const;
export type AgentPoint = (typeof agentPoints)[number];

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

interface Parts {
  begin(): DiskState;
  commit(draft: DiskState): void;
  /** What a broken journal would leave of a transaction that never ended. */
  tear(draft: DiskState): void;
  readonly at: At;
  readonly fault: Fault | undefined;
  live(): DiskState;
}

/** A journal in memory that does what the agent's own, in SQLite, does. */
const memoryJournal = ({ begin, commit, tear, at, fault, live }: Parts): UsageJournal => {
  let draft: DiskState | undefined;
  const state = (): DiskState => draft ?? live();
  const own = (): DiskState => {
    if (!draft) throw new Error('the journal is changed outside a transaction');
    return draft;
  };
  return {
    transaction: (work) => {
      draft = begin();
      try {
        const result = work();
        commit(draft);
        return result;
      } catch (cause) {
        if (!(cause instanceof DiskFull)) tear(draft);
        throw cause;
      } finally {
        draft = undefined;
      }
    },
    meta: (name) => state().meta.get(name),
    setMeta: (name, value) => {
      if (name === 'next_seq' && fault === 'stale-cursor') return;
      if (name === 'unattributed' && fault === 'hidden-loss') return;
      own().meta.set(name, value);
    },
    lastRead: () => ({ instance: state().last.instance, values: new Map(state().last.values) }),
    noteRead: (instance, values) => {
      const { last } = own();
      if (fault !== 'stale-reading') noteRead(last, instance, values);
      at('agent.reading-noted');
    },
    addOpen: (day, span, rows) => {
      if (fault !== 'lost-tick') addOpen(own(), { day, ...span, rows });
      at('agent.bytes-added');
    },
    meter: () => undefined,
    openDays: () => openDays(state()),
    clearOpen: () => {
      own().open.clear();
      at('agent.open-cleared');
    },
    openBytes: () => openDays(state()).reduce((sum, { rows }) => sum + bytesOf(rows), 0),
    addClosed: (seq, payload) => {
      const { closed } = own();
      if (closed.has(seq) && fault !== 'stale-cursor') throw new Error(`batch ${seq} is closed already`);
      const lost = fault === 'forget-open' && JSON.parse(payload).day !== openDays(state())[0]?.day;
      if (!lost) closed.set(seq, { payload, ackedAt: null });
      at('agent.batch-closed');
    },
    closedBatch: (seq) => state().closed.get(seq)?.payload,
    *closedAfter(seq) {
      const seqs = [...state().closed.keys()].filter((known) => known > seq).toSorted((a, b) => a - b);
      for (const each of seqs) {
        const { payload } = state().closed.get(each)!;
        yield fault === 'rewrite-batch' ? rewritten(payload) : payload;
      }
    },
    acknowledge: (upTo, now) => {
      const { closed } = own();
      for (const [seq, { payload, ackedAt }] of closed)
        if (seq <= upTo && ackedAt === null) closed.set(seq, { payload, ackedAt: now });
      at('agent.batches-acknowledged');
    },
    dropAcked: (before) => {
      const { closed } = own();
      for (const [seq, { ackedAt }] of closed) if (ackedAt !== null && ackedAt < before) closed.delete(seq);
    },
    dropClosed: () => own().closed.clear(),
    unacked: () => [...state().closed.values()].filter(({ ackedAt }) => ackedAt === null).length,
  };
};

const noteRead = (last: LastRead, instance: string, values: readonly (readonly [string, number])[]): void => {
  if (last.instance !== instance) last.values.clear();
  last.instance = instance;
  for (const [name, value] of values) last.values.set(name, value);
};

const addOpen = (
  { open }: DiskState,
  { day, from, to, rows }: { day: string; from: number; to: number; rows: readonly UsageRow[] },
): void => {
  const known = open.get(day);
  const sums = known?.rows ?? new Map<string, UsageRow>();
  for (const [line, user, up, down] of rows) {
    const key = `${line}.${user}`;
    const [, , knownUp, knownDown] = sums.get(key) ?? [line, user, 0, 0];
    sums.set(key, [line, user, knownUp + up, knownDown + down]);
  }
  open.set(day, { from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to), rows: sums });
};

const openDays = ({ open }: DiskState): OpenDay[] =>
  [...open]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { from, to, rows }]) => ({
      day,
      from,
      to,
      rows: [...rows.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]),
    }));

const bytesOf = (rows: readonly UsageRow[]): number => rows.reduce((sum, [, , up, down]) => sum + up + down, 0);

/** The same batch made once more, a millisecond later: its digest is right, but it is another batch. */
const rewritten = (payload: string): string => {
  const { sha256: _sha256, ...body } = UsageBatch.parse(JSON.parse(payload));
  const later = { ...body, to: body.to + 1 };
  return JSON.stringify({ ...later, sha256: createHash('sha256').update(batchText(later)).digest('hex') });
};
