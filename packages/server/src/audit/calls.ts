import type { auditCalls, AuditRow } from '@skyport/contract/audit';
import type { HandlersOf } from '../platform/deps.ts';
import { containing } from '../platform/like-pattern.ts';
import { countEntries, listEntries, type ListedEntry } from './store.ts';

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
  list: async ({ kind, filterStr, object, limit, skip }, _context, { db }) => {
    const text = filterStr.trim().toLowerCase();
    const filter = { kind, text, pattern: containing(text), object, limit, skip };
    const [entries, total] = await Promise.all([listEntries(db, filter), countEntries(db, filter)]);
    return { entries: entries.map(present), total };
  },
};
