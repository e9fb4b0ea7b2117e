import type { EntryView } from '@skyport/contract/nodes-entries';
import type { LineView } from '@skyport/contract/nodes-lines';
import type { NodeView } from '@skyport/contract/nodes';
import type { Permission } from '@skyport/contract/permissions';
import type { Column } from '../ui/data-table/column.ts';
import { traffic } from '../ui/format.ts';
import classes from './nodes.module.css';
import { absenceOf, entryOf } from './rules.ts';
import { lineTexts as texts } from './texts.ts';

/** A line with the names of its node, entry and permission. */
export interface NamedLine extends LineView {
  readonly nodeName: string;
  readonly entryName: string;
  readonly permissionName: string;
  /** Why it stands in no document, whoever asks; empty when it does. */
  readonly absence: string;
}

/** Lines with the names of their nodes, entries and permissions. */
export const namedLines = (
  lines: readonly LineView[],
  known: {
    readonly nodes: readonly NodeView[];
    readonly entries: readonly EntryView[];
    readonly permissions: readonly Permission[];
  },
): readonly NamedLine[] => {
  const nodes = new Map(known.nodes.map((node) => [node._id, node]));
  const permissions = new Map(known.permissions.map((permission) => [permission._id, permission.name]));
  const nameOf = (node: NodeView | undefined): string =>
    node ? `${node.country.flag} ${node.name}`.trim() : texts.unknownNode;
  return lines.map((line) => ({
    ...line,
    nodeName: nameOf(nodes.get(line.agentID)),
    absence: absenceOf(line, nodes.get(line.agentID), known.entries),
    entryName: entryOf(line, known.entries),
    permissionName: line.permissionRequire === null ? '' : (permissions.get(line.permissionRequire) ?? ''),
  }));
};

/** The columns of the line page. */
export const lineColumns: readonly Column<NamedLine>[] = [
  { id: 'index', title: texts.columns.index, value: (row) => row.index, numeric: true },
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  {
    id: 'node',
    title: texts.columns.node,
    value: (row) => [row.nodeName, row.absence].filter(Boolean).join(' '),
    cell: (row) => (
      <>
        {row.nodeName}
        {row.absence !== '' && <span className={classes.reason}>{row.absence}</span>}
      </>
    ),
    card: true,
  },
  { id: 'protocol', title: texts.columns.protocol, value: (row) => row.protocol, card: true, below: 'name' },
  { id: 'entry', title: texts.columns.entry, value: (row) => row.entryName, card: true },
  { id: 'scale', title: texts.columns.scale, value: (row) => row.scale, numeric: true },
  {
    id: 'num',
    title: texts.columns.num,
    value: (row) => row.num,
    cell: (row) => texts.count(row.num),
    numeric: true,
    below: 'hot',
  },
  {
    id: 'hot',
    title: texts.columns.hot,
    value: (row) => row.hot,
    cell: (row) => traffic(row.hot),
    numeric: true,
    card: true,
  },
  { id: 'permission', title: texts.columns.permission, value: (row) => row.permissionName, below: 'entry' },
  { id: 'public', title: texts.columns.public, value: (row) => row.public, hidden: true },
  { id: 'fixName', title: texts.columns.fixName, value: (row) => row.fixName, hidden: true },
  { id: 'agency', title: texts.columns.agency, value: (row) => row.disableForAgency, hidden: true },
  { id: 'address', title: texts.columns.address, value: (row) => row.host || row.ip || row.bridgeAddr, hidden: true },
  { id: 'log', title: texts.columns.log, value: (row) => row.msg, hidden: true },
];
