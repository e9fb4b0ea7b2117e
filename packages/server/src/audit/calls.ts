import type { auditCalls } from '@skyport/contract/audit';
import { prepareExport } from '../exports/index.ts';
import type { HandlersOf } from '../platform/deps.ts';
import { auditExport, matchOf } from './export.ts';
import { presentEntries } from './present.ts';
import { findCheck, listEntries, totalEntries } from './store.ts';

/** What staff changed, for admins. */
export const auditHandlers: HandlersOf<typeof auditCalls> = {
  list: async ({ limit, skip, ...filter }, _context, deps) => {
    const { db } = deps;
    const match = matchOf(filter);
    const [entries, total] = await Promise.all([listEntries(db, { ...match, limit, skip }), totalEntries(db, match)]);
    return { entries: await presentEntries(deps, entries), ...total };
  },
  exportList: ({ columns, ...filter }, by, deps) =>
    prepareExport(auditExport, { asked: { filter, columns }, by }, deps),
  check: async (_input, _context, { db }) => {
    const last = await findCheck(db);
    return { time: last?.at.toISOString() ?? null, problems: last?.problems ?? 0 };
  },
};
