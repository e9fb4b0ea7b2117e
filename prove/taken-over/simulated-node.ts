import { createHash, randomUUID } from 'node:crypto';
import { batchText, type TrafficPull, type UsageBatch, type UsageRow } from '@skyport/contract/fleet';
import { HOUR_MS } from '@skyport/server/platform/clock';

/** What a node answers to one request; `bytes` is the length of the answer. */
export interface Pulled {
  readonly epoch: string;
  readonly batches: UsageBatch[];
  readonly more: boolean;
  readonly applied_gen: number;
  readonly clock: number;
  readonly bytes: number;
}

/** The program that answers in a node's place. */
export interface SimulatedNode {
  pull(ask: TrafficPull): Pulled;
}

/** Whose journal a node shows, by its epoch, and the panel's clock (ms). */
export interface Place {
  readonly epoch: string;
  now(): number;
}

/** Calendar day of an instant (ms) in Shanghai, which is eight hours ahead all year. */
export const dayAt = (ms: number): string => new Date(ms + 8 * HOUR_MS).toISOString().slice(0, 10);

/** A report with a digest that holds. */
export const signed = (batch: Omit<UsageBatch, 'sha256'>): UsageBatch => ({
  ...batch,
  sha256: createHash('sha256').update(batchText(batch)).digest('hex'),
});

/** A report of some rows over the last hour, unless `change` says otherwise. */
export const report = (
  place: Place,
  {
    seq,
    rows,
    change = {},
  }: { readonly seq: number; readonly rows: UsageRow[]; readonly change?: Partial<UsageBatch> },
): UsageBatch => {
  const to = place.now();
  const { sha256, ...own } = change;
  const batch = signed({ seq, day: dayAt(to), from: to - HOUR_MS, to, rows, ...own });
  return sha256 === undefined ? batch : { ...batch, sha256 };
};

const answer = (place: Place, batches: UsageBatch[], more: boolean): Pulled => {
  const bytes = batches.reduce((sum, { rows }) => sum + 200 + rows.length * 30, 0);
  return { epoch: place.epoch, batches, more, applied_gen: 0, clock: place.now(), bytes };
};

/** A node that has nothing to report. */
export const idle = (place: Place): SimulatedNode => ({ pull: () => answer(place, [], false) });

/** A node that shows one report, under the number that is due, until the panel has it. */
export const tells = (place: Place, rows: UsageRow[], change: Partial<UsageBatch> = {}): SimulatedNode => {
  let seq: number | undefined;
  return {
    pull: ({ ack_seq }) => {
      seq ??= ack_seq + 1;
      return answer(place, ack_seq < seq ? [report(place, { seq, rows, change })] : [], false);
    },
  };
};

/** What an endless node shows next, by the number that is due and how often it was asked in this pull. */
type Next = (seq: number, turn: number) => UsageBatch[];

/** A node that always has more to show. */
export const endless = (place: Place, next: Next): SimulatedNode => {
  let turn = 0;
  return { pull: ({ ack_seq }) => answer(place, next(ack_seq + 1, turn++), true) };
};

/** A node whose journal nobody knows, with one report. */
export const otherJournal = (place: Place, rows: UsageRow[]): SimulatedNode => {
  const other = { ...place, epoch: randomUUID() };
  return { pull: () => answer(other, [report(other, { seq: 1, rows })], false) };
};
