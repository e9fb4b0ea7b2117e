import { serverTypeNames } from '@skyport/contract/nodes-rules';
import type { Column } from '../ui/data-table/column.ts';
import { shopTime } from '../ui/shop-time.ts';
import { healthColumns } from './health/columns.tsx';
import { stateText } from './install/rules.ts';
import type { NodeRow } from './node-rows.ts';
import { Latency, NodeStatus, statusText } from './node-status.tsx';
import { nodeTexts as texts } from './texts.ts';

const dash = (port: number | null): string => (port === null ? '—' : String(port));

/** What SSH last did to a node, while it matters: under way, waiting or failed. */
const installText = ({ install }: NodeRow): string =>
  install === undefined || install.state === 'idle' || install.state === 'done' ? '' : stateText(install);

/** The columns of the node page; those that are shown at first fit on a desk beside the menu and the actions. */
export const nodeColumns: readonly Column<NodeRow>[] = [
  { id: 'index', title: texts.columns.index, value: (row) => row.index, numeric: true, hidden: true },
  {
    id: 'name',
    title: texts.columns.name,
    value: (row) => row.name,
    cell: (row) => `${row.country.flag} ${row.name}`.trim(),
    heading: true,
  },
  {
    id: 'status',
    title: texts.columns.status,
    value: statusText,
    cell: (row) => <NodeStatus node={row} />,
    card: true,
  },
  healthColumns.alarms,
  {
    id: 'speed',
    title: texts.columns.speed,
    value: (row) => row.speed,
    cell: (row) => <Latency ms={row.speed} />,
    numeric: true,
    card: true,
  },
  { ...healthColumns.rate, below: 'speed' },
  { id: 'version', title: texts.columns.version, value: (row) => row.agent_version, hidden: true },
  {
    id: 'install',
    title: texts.columns.install,
    value: installText,
    below: 'status',
  },
  healthColumns.load,
  healthColumns.unacked,
  { id: 'type', title: texts.columns.type, value: (row) => row.type, hidden: true },
  {
    id: 'address',
    title: texts.columns.address,
    value: (row) => [row.host, row.ip].filter(Boolean).join(' '),
    cell: (row) => row.host || row.ip,
    hidden: true,
  },
  { id: 'pushes', title: texts.columns.pushes, value: (row) => row.updateConfigTimes, numeric: true, hidden: true },
  healthColumns.online,
  healthColumns.engine,
  healthColumns.clock,
  healthColumns.certificate,
  { id: 'country', title: texts.columns.country, value: (row) => row.country.name, hidden: true },
  {
    id: 'ports',
    title: texts.columns.ports,
    value: (row) => [row.port, row.public_port, row.zz_port].map(dash).join(' / '),
    sortable: false,
    hidden: true,
  },
  { id: 'ctrl', title: texts.columns.ctrl, value: (row) => row.ctrl_port, numeric: true, hidden: true },
  { id: 'serverType', title: texts.columns.serverType, value: (row) => serverTypeNames[row.serverType], hidden: true },
  {
    id: 'reached',
    title: texts.columns.reached,
    value: (row) => row.reached_at,
    cell: (row) => shopTime(row.reached_at),
    hidden: true,
  },
  { id: 'enabled', title: texts.columns.enabled, value: (row) => row.enabled, hidden: true },
  { id: 'warp', title: texts.columns.warp, value: (row) => row.warp, hidden: true },
  { id: 'openLog', title: texts.columns.openLog, value: (row) => row.open_log, hidden: true },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc, hidden: true },
];
