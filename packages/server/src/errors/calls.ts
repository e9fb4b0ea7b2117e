import type { errorsCalls } from '@skyport/contract/errors';
import { inTransaction } from '@skyport/db';
import { DAY_MS } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/deps.ts';
import { removeErrorsUntil } from '../platform/error-log-store.ts';
import { ERROR_LOG } from './audit-store.ts';
import { presentFault } from './present.ts';
import { listFaults } from './store.ts';

/** Faults that one call answers. */
const MOST = 1000;

/** The error log. */
export const errorsHandlers: HandlersOf<typeof errorsCalls> = {
  list: async ({ num }, _context, { db, clock }) => {
    const since = new Date(clock.now().getTime() - num * DAY_MS);
    return (await listFaults(db, since, MOST)).map(presentFault);
  },
  clear: async ({ until }, { audited }, { db }) =>
    inTransaction(db, async (trx) => {
      const end = until === undefined ? null : new Date(until);
      const deletedCount = await audited(trx, { ids: [ERROR_LOG] }, () => removeErrorsUntil(trx, end));
      return { deletedCount };
    }),
};
