import { AuditFilter, type AuditRow } from '@skyport/contract/audit';
import { auditCallName } from '@skyport/contract/audit-calls';
import { auditChangeText } from '@skyport/contract/audit-changes';
import {
  auditActor,
  type AuditColumn,
  auditColumnTitles as titles,
  auditKindName,
  auditObject,
  auditWords,
} from '@skyport/contract/audit-columns';
import { containing } from '../platform/like-pattern.ts';
import type { ExportColumn, ExportedList } from '../platform/list-export.ts';
import { countEntries, listEntriesBehind, type AuditMatch } from './store.ts';
import { presentEntries } from './present.ts';

/** Which entries a filter means. */
export const matchOf = ({ kind, object, call, filterStr, fromTimestamp, toTimestamp }: AuditFilter): AuditMatch => {
  const text = filterStr.trim().toLowerCase();
  const [from, to] = [fromTimestamp, toTimestamp].map((ms) => (ms === undefined ? undefined : new Date(ms)));
  return { kind, object, call, text, pattern: containing(text), from, to };
};

type ListedRow = AuditRow & { readonly id: string };

const columns: Readonly<Record<AuditColumn, ExportColumn<ListedRow>>> = {
  call: { title: titles.call, cell: (row) => auditCallName(row.call) },
  time: { title: titles.time, cell: (row) => new Date(row.time) },
  actor: { title: titles.actor, cell: auditActor },
  kind: { title: titles.kind, cell: (row) => auditKindName(row.kind) },
  name: { title: titles.name, cell: auditObject },
  // A file has room for every field that changed.
  changed: { title: titles.changed, cell: (row) => auditChangeText(row, Infinity) },
  address: { title: titles.address, cell: (row) => row.address },
  object: { title: titles.object, cell: (row) => row.object },
  seq: { title: titles.seq, cell: (row) => row.seq ?? auditWords.pending },
};

/** The changes by staff as a file. */
export const auditExport: ExportedList<AuditFilter, ListedRow> = {
  name: '操作记录',
  filter: AuditFilter,
  columns,
  count: ({ db }, filter) => countEntries(db, matchOf(filter)),
  read: async (deps, { filter, after, limit }) => {
    const rows = await presentEntries(deps, await listEntriesBehind(deps.db, matchOf(filter), { after, limit }));
    return rows.map((row) => ({ ...row, id: row._id }));
  },
};
