import { createHash } from 'node:crypto';
import { batchText, UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import type { LastRead, OpenDay, UsageJournal } from '@skyport/agent/journal';
import { type At, DiskFull, type DiskState } from './disk-state.ts';
import type { Fault } from './faults.ts';

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
export const memoryJournal = ({ begin, commit, tear, at, fault, live }: Parts): UsageJournal => {
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
