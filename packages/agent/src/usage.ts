import { createHash } from 'node:crypto';
import type { TrafficPull, UsageBatch } from '@skyport/contract/fleet';
import { batchText, MOST_ROWS } from '@skyport/contract/fleet';
import type { Use } from './counter-deltas.ts';
import type { Reading } from './engines/engine.ts';
import type { LastRead, UsageJournal } from './journal.ts';
import type { CheckpointStore, KernelCheckpoint } from './losses.ts';
import { addUnattributed, metaOf, numberMetaOf, tickCounter } from './tick-counter.ts';

/** Acknowledged batches stay this long, so that a panel restored from a backup can ask for them again. */
export const ACKED_KEPT_MS = 7 * 24 * 3_600_000;
/**
 * While this many batches wait for the panel, no further one is closed: open usage is summed up and the
 * disk stays small.
 */
const MAX_UNACKED = 256;

/** Batches as the very texts that were closed, of the journal called `epoch`. */
export type Pulled = { epoch: string; batches: string[]; more: boolean };

/** Counts: turns readings of counters into committed usage, and usage into closed batches. */
export type Usage = {
  tick(reading: Reading, now: number, timezone: string): Use[];
  pull(ask: TrafficPull, now: number): Pulled;
  /** Where the checkpoint of the kernel's byte count is kept. */
  readonly checkpoints: CheckpointStore;
  /**
   * Adds bytes that a dead engine took with it: nobody is billed for them. The kernel checkpoint that showed them goes.
   */
  addUnattributed(bytes: number): void;
  totals(): { epoch: string; unacked: number; openBytes: number; unattributed: number };
};

/** JSON text of a TrafficPulled: asking again gives the same bytes. */
export const pulledText = (usage: Usage, ask: TrafficPull, frame: { applied_gen: number; clock: number }): string => {
  const { batches, ...pulled } = usage.pull(ask, frame.clock);
  return `${JSON.stringify({ ...pulled, ...frame }).slice(0, -1)},"batches":[${batches.join(',')}]}`;
};

/**
 * Opens the usage journal; the last readings are mirrored in memory and change only after a commit. `openedAt` (ms)
 * begins the first interval of a new journal; an older one continues where its last written tick ended, since the
 * engine went on counting meanwhile. `newEpoch` names a journal that starts over.
 */
export const openUsage = (
  journal: UsageJournal,
  { openedAt, newEpoch }: { openedAt: number; newEpoch: () => string },
): Usage => {
  const counter = tickCounter(journal, openedAt);
  return {
    tick: counter.tick,
    pull: (ask, now) =>
      journal.transaction(() => {
        if (ask.epoch === metaOf(journal, 'epoch') && !wasReportedHere(journal, ask)) {
          startEpoch(journal, { epoch: newEpoch(), ticked: counter.hasTicked() });
          return { epoch: metaOf(journal, 'epoch'), batches: [], more: false };
        }
        return pull(journal, ask, now);
      }),
    checkpoints: checkpointStore(journal, counter.lastRead),
    addUnattributed: (bytes) =>
      journal.transaction(() => {
        addUnattributed(journal, bytes);
        journal.setMeta('wire', '');
      }),
    totals: () => ({
      epoch: metaOf(journal, 'epoch'),
      unacked: journal.unacked(),
      openBytes: journal.openBytes(),
      unattributed: numberMetaOf(journal, 'unattributed'),
    }),
  };
};

/** A checkpoint as it is kept on disk, where the engine's counted bytes are called `read`. */
type StoredCheckpoint = Omit<KernelCheckpoint, 'countedBytes'> & { read: number };

const storedText = ({ countedBytes, ...checkpoint }: KernelCheckpoint): string =>
  JSON.stringify({ ...checkpoint, read: countedBytes } satisfies StoredCheckpoint);

const checkpointStore = (journal: UsageJournal, lastRead: () => LastRead): CheckpointStore => ({
  load: () => {
    const text = journal.meta('wire') ?? '';
    if (text === '') return undefined;
    const { read, ...checkpoint } = JSON.parse(text) as StoredCheckpoint;
    return { ...checkpoint, countedBytes: read };
  },
  save: (made) => journal.transaction(() => journal.setMeta('wire', made ? storedText(made) : '')),
  lastCommitted: () => {
    const { instance, values } = lastRead();
    let countedBytes = 0;
    for (const value of values.values()) countedBytes += value;
    return { instance, countedBytes };
  },
});

/**
 * Whether what the panel acknowledges was reported from this very journal. When it was not, the disk was put back to an
 * older state, or is the copy of another node's.
 */
const wasReportedHere = (journal: UsageJournal, { ack_seq, ack_sha256 }: TrafficPull): boolean => {
  if (ack_seq >= numberMetaOf(journal, 'next_seq')) return false;
  const payload = ack_sha256 === undefined ? undefined : journal.closedBatch(ack_seq);
  return payload === undefined || payload.endsWith(`"sha256":"${ack_sha256}"}`);
};

/**
 * Starts the journal over under a new epoch, which the panel adopts once an operator agrees. Batches that the panel did
 * not acknowledge may have been billed before the disk was put back, so nobody is billed for them: they are shown as
 * unattributed. While nothing was read since the agent's start, that goes for the next reading as well.
 */
const startEpoch = (journal: UsageJournal, { epoch, ticked }: { epoch: string; ticked: boolean }): void => {
  let bytes = journal.openBytes();
  for (const payload of journal.closedAfter(numberMetaOf(journal, 'acked_seq'))) {
    const { rows } = JSON.parse(payload) as UsageBatch;
    bytes += rows.reduce((sum, [, , up, down]) => sum + up + down, 0);
  }
  addUnattributed(journal, bytes);
  journal.clearOpen();
  journal.dropClosed();
  journal.setMeta('epoch', epoch);
  journal.setMeta('next_seq', '1');
  journal.setMeta('acked_seq', '0');
  if (!ticked) journal.setMeta('set_aside', '1');
};

const pull = (journal: UsageJournal, ask: TrafficPull, now: number): Pulled => {
  const epoch = metaOf(journal, 'epoch');
  if (ask.epoch !== null && ask.epoch !== epoch) return { epoch, batches: [], more: false };
  if (ask.epoch === epoch) acknowledge(journal, ask.ack_seq, now);
  if (journal.unacked() < MAX_UNACKED) closeOpenDays(journal);
  const batches: string[] = [];
  for (const payload of journal.closedAfter(ask.ack_seq)) {
    // The panel takes one batch of an answer, whatever its size.
    if (batches.length > 0) return { epoch, batches, more: true };
    batches.push(payload);
  }
  return { epoch, batches, more: false };
};

/**
 * A smaller number than before takes nothing back: a panel that was restored from a backup asks again. It may need a
 * decision of its operator first, so nothing is dropped before it has caught up.
 */
const acknowledge = (journal: UsageJournal, upTo: number, now: number): void => {
  const before = numberMetaOf(journal, 'acked_seq');
  if (upTo < before) return;
  if (upTo > before) {
    journal.acknowledge(upTo, now);
    journal.setMeta('acked_seq', String(upTo));
  }
  journal.dropAcked(now - ACKED_KEPT_MS);
};

/** Closes all open usage into new numbered batches, one a business day (or several for a very large day). */
const closeOpenDays = (journal: UsageJournal): void => {
  const days = journal.openDays();
  if (days.length === 0) return;
  let seq = numberMetaOf(journal, 'next_seq');
  for (const { day, from, to, rows } of days) {
    for (let at = 0; at < rows.length; at += MOST_ROWS) {
      const body = { seq: seq++, day, from, to, rows: rows.slice(at, at + MOST_ROWS) };
      const batch: UsageBatch = { ...body, sha256: createHash('sha256').update(batchText(body)).digest('hex') };
      journal.addClosed(batch.seq, JSON.stringify(batch));
    }
  }
  journal.clearOpen();
  journal.setMeta('next_seq', String(seq));
};
