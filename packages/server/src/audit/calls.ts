import type { auditCalls, AuditRow } from '@skyport/contract/audit';
import type { HandlersOf } from '../platform/deps.ts';
import { containing } from '../platform/like-pattern.ts';
import { countEntries, findCheck, listEntries, type ListedEntry } from './store.ts';

const present = (entry: ListedEntry): AuditRow => ({
  _id: entry.id,
  time: entry.at.toISOString(),
  actor: entry.email ?? '',
  actor_id: entry.actor ?? '',
  address: entry.address,
  call: entry.call,
  kind: entry.kind,
  object: entry.object,
  before: entry.before,
  after: entry.after,
  detail: entry.detail as Record<string, unknown>,
  seq: entry.seq,
});

/** What staff changed, for admins. */
export const auditHandlers: HandlersOf<typeof auditCalls> = {
  list: async ({ kind, object, filterStr, fromTimestamp, toTimestamp, ...asked }, _context, { db }) => {
    const text = filterStr.trim().toLowerCase();
    const [from, to] = [fromTimestamp, toTimestamp].map((ms) => (ms === undefined ? undefined : new Date(ms)));
    const filter = { ...asked, kind, object, text, pattern: containing(text), from, to };
    const [entries, total] = await Promise.all([listEntries(db, filter), countEntries(db, filter)]);
    return { entries: entries.map(present), total };
  },
  check: async (_input, _context, { db }) => {
    const last = await findCheck(db);
    return { time: last?.at.toISOString() ?? null, problems: last?.problems ?? 0 };
  },
};
