import type { AuditRow } from '@skyport/contract/audit';
import type { ListedEntry } from './store.ts';

/** An entry as staff see it. */
export const presentEntry = (entry: ListedEntry): AuditRow => ({
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
