import type { AuditRow } from '@skyport/contract/audit';
import type { Column } from '../ui/data-table/column.ts';
import { dateTime } from '../ui/format.ts';
import { changeText } from './rules.ts';
import { callName, kindName, texts } from './texts.ts';

const { columns: titles } = texts;

const actorOf = (row: AuditRow): string => row.actor || row.actor_id || texts.byCommand;

/**
 * The columns of lists of what staff changed; the server answers in the order of the chain and sorts by nothing else.
 */
export const auditColumns: readonly Column<AuditRow>[] = (
  [
    { id: 'call', title: titles.call, value: (row) => callName(row.call), heading: true },
    { id: 'time', title: titles.time, value: (row) => row.time, cell: (row) => dateTime(row.time), card: true },
    { id: 'actor', title: titles.actor, value: actorOf, card: true },
    { id: 'kind', title: titles.kind, value: (row) => kindName(row.kind) },
    { id: 'changed', title: titles.changed, value: changeText, card: true },
    { id: 'address', title: titles.address, value: (row) => row.address },
    { id: 'object', title: titles.object, value: (row) => row.object, hidden: true },
    { id: 'seq', title: titles.seq, value: (row) => row.seq ?? texts.pending, numeric: true, hidden: true },
  ] satisfies readonly Column<AuditRow>[]
).map((column) => ({ ...column, sortable: false }));
