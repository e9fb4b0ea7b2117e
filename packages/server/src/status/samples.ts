import { inTransaction } from '@skyport/db';
import { listNodeFigures } from '../fleet/index.ts';
import { listFailing } from '../orders/index.ts';
import { addDays, dayOf, MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { addSamples, dropStatusDays, findLastMinute } from './store.ts';

/** Days that the page shows, today included. */
export const STATUS_DAYS = 90;
/** Missing minutes in a row that are no outage: a restart, or a queue that was busy. */
const GRACE_MINUTES = 2;
/** After so long without a look nothing is known of a node, in ms. */
const UNSEEN_MS = 15 * MINUTE_MS;

/** How many there are, and how many of them do not work. */
export interface Sample {
  readonly noted: number;
  readonly bad: number;
}

/** Enrolled nodes, and those that are away. */
export const sampleNodes = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Sample> => {
  const since = clock.now().getTime() - UNSEEN_MS;
  const nodes = await listNodeFigures(db);
  const away = nodes.filter(
    ({ health, looked_at }) =>
      ['offline', 'refused', 'unknown'].includes(health) || looked_at === null || looked_at.getTime() < since,
  );
  return { noted: nodes.length, bad: away.length };
};

/** Ways to pay that are offered, and those that keep failing. */
export const samplePayments = async ({ db, payments }: Pick<Deps, 'db' | 'payments'>): Promise<Sample> => {
  const failing = await listFailing(db);
  const modes = payments.modes();
  const bad = modes.filter((mode) => failing.has(payments.serving(mode, '')?.instance ?? ''));
  return { noted: modes.length, bad: bad.length };
};

/** Minutes between the last noted one and this one, by day: in these the panel did not work. */
const missedDays = (last: Date, minute: Date, timezone: string): Map<string, number> => {
  const from = Math.max(last.getTime() + MINUTE_MS, minute.getTime() - STATUS_DAYS * 1440 * MINUTE_MS);
  const days = new Map<string, number>();
  for (let at = from; at < minute.getTime(); at += MINUTE_MS) {
    const day = dayOf(new Date(at), timezone);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
};

/** Samples the state of panel, nodes and payments each minute, and deletes samples after 90 days. */
export const noteStatus = job({
  name: 'status.note',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => {
    const { timezone } = deps.settings.current();
    const now = deps.clock.now().getTime();
    const minute = new Date(now - (now % MINUTE_MS));
    const day = dayOf(minute, timezone);
    const [nodes, payments] = [await sampleNodes(deps), await samplePayments(deps)];
    await inTransaction(deps.db, async (trx) => {
      const last = await findLastMinute(trx);
      if (last && last >= minute) return;
      const missed = last ? missedDays(last, minute, timezone) : new Map<string, number>();
      const total = [...missed.values()].reduce((sum, count) => sum + count, 0);
      for (const [of, count] of missed) {
        const bad = total > GRACE_MINUTES ? count : 0;
        await addSamples(trx, { day: of, part: 'panel', noted: count, bad }, new Date(minute.getTime() - MINUTE_MS));
      }
      await addSamples(trx, { day, part: 'panel', noted: 1, bad: 0 }, minute);
      if (nodes.noted > 0) await addSamples(trx, { day, part: 'nodes', ...nodes }, minute);
      if (payments.noted > 0) await addSamples(trx, { day, part: 'payments', ...payments }, minute);
      await dropStatusDays(trx, addDays(day, 1 - STATUS_DAYS));
    });
  },
});
