import type { AuditRow } from '@skyport/contract/audit';
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
import type { Column } from '../ui/data-table/column.ts';
import { shopTime } from '../ui/shop-time.ts';
import { ObjectLink } from './object-link.tsx';

/** Fields that are named in the list; the others are counted. */
const NAMED = 4;

/**
 * The columns of lists of what staff changed; the server answers in the order of the chain and sorts by nothing else.
 */
export const auditColumns: readonly Column<AuditRow>[] = (
  [
    { id: 'call', title: titles.call, value: (row) => auditCallName(row.call), heading: true },
    {
      id: 'time',
      title: titles.time,
      value: (row) => row.time,
      cell: (row) => shopTime(row.time),
      card: true,
      below: 'call',
    },
    { id: 'actor', title: titles.actor, value: auditActor, card: true },
    { id: 'kind', title: titles.kind, value: (row) => auditKindName(row.kind), below: 'name' },
    { id: 'name', title: titles.name, value: auditObject, cell: (row) => <ObjectLink row={row} />, card: true },
    { id: 'changed', title: titles.changed, value: (row) => auditChangeText(row, NAMED), card: true },
    { id: 'address', title: titles.address, value: (row) => row.address, below: 'actor' },
    { id: 'object', title: titles.object, value: (row) => row.object, hidden: true },
    { id: 'seq', title: titles.seq, value: (row) => row.seq ?? auditWords.pending, numeric: true, hidden: true },
  ] satisfies readonly (Column<AuditRow> & { readonly id: AuditColumn })[]
).map((column) => ({ ...column, sortable: false }));
