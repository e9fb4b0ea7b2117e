import { MOST_HEALTH_ROWS, type payHealthCalls } from '@skyport/contract/pay-health';
import { listFailing, readHealth } from '../orders/index.ts';
import { addDays, dayOf } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/deps.ts';

/** How payments went, by day and payment instance. */
export const payHealthHandlers: HandlersOf<typeof payHealthCalls> = {
  payHealth: async ({ instance, days }, _context, { db, clock, settings, payments }) => {
    const { timezone } = settings.current();
    const from = addDays(dayOf(clock.now(), timezone), 1 - days);
    const rows = await readHealth(db, { instance, from, timezone }, MOST_HEALTH_ROWS);
    const failing = await listFailing(db);
    return rows.map(({ instance: name, ...row }) => ({
      _id: `${row.day} ${name}`,
      platform: payments.labelOf(name),
      ...row,
      failing: failing.has(name),
    }));
  },
};
