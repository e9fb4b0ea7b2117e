import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import type { TrafficRecord } from '@skyport/contract/traffic-types';
import { usersCalls as calls } from '@skyport/contract/users';
import {
  type LineAccess,
  type SentNotice,
  type ServingCondition,
  servingConditions,
} from '@skyport/contract/users-page';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { traffic } from '../ui/format.ts';
import { shopTime } from '../ui/shop-time.ts';
import { pageTexts as texts } from './page-texts.ts';
import classes from './user.module.css';
import { pill } from '../ui/pill.tsx';

interface OwnTableProps<Row, C extends BuiltCall> {
  readonly call: C;
  readonly uid: string;
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly search?: string;
  /** What few look for: folded on a phone. */
  readonly folds?: boolean;
  /** Notice above the rows. */
  readonly notice?: (rows: readonly Row[]) => ReactNode;
}

/** One list of an account, as a card of its page. */
const OwnTable = <Row extends object, C extends BuiltCall>(props: OwnTableProps<Row, C>): ReactNode => {
  const { call, uid, title, columns, rowKey, search = null, folds = false, notice } = props;
  const read = useCall(call, { uid } as Input<C>);
  const rows = read.data as (readonly Row[] & Output<C>) | undefined;
  return (
    <section className="sp-card">
      <DataTable
        label={title}
        level={2}
        rows={rows}
        columns={columns}
        rowKey={rowKey}
        rowName={rowKey}
        read={read}
        search={search}
        folds={folds}
        notice={rows && notice?.(rows)}
      />
    </section>
  );
};

/** Why a line is not available to the account, in words; empty where it is. */
export const failuresOf = ({
  conditions,
  permission,
  problem,
}: Pick<LineAccess, 'conditions' | 'permission' | 'problem'>): readonly string[] => {
  const reasons: Partial<Record<ServingCondition, string>> = {
    ...(permission !== '' && { permission: texts.lines.missing(permission) }),
    ...(problem !== '' && { valid: texts.lines.invalid(problem) }),
  };
  return servingConditions
    .filter((name) => !conditions[name])
    .map((name) => reasons[name] ?? texts.lines.conditions[name].fails);
};

/** One sentence on all lines: how many are available, and what all others have in common. */
export const verdictOf = (rows: readonly LineAccess[]): string => {
  const refused = rows.filter(({ served }) => !served);
  if (refused.length === 0) return texts.lines.allServed(rows.length);
  const [first = [], ...others] = refused.map(failuresOf);
  const shared = first.filter((reason) => others.every((reasons) => reasons.includes(reason)));
  return texts.lines.someRefused(refused.length, rows.length, shared);
};

const Failures = ({ row }: { row: LineAccess }): ReactNode => (
  <div>
    <ul className={classes.conditions}>
      {failuresOf(row).map((text) => (
        <li key={text} data-fails>
          {text}
        </li>
      ))}
    </ul>
  </div>
);

const stateOf = ({ served }: LineAccess): string => (served ? texts.lines.served : texts.lines.refused);

const lineColumns: readonly Column<LineAccess>[] = [
  {
    id: 'name',
    title: texts.lines.columns.name,
    value: (row) => (row.public ? `${row.name} · ${texts.lines.open}` : row.name),
    heading: true,
  },
  { id: 'node', title: texts.lines.columns.node, value: (row) => row.node, card: true },
  {
    id: 'state',
    title: texts.lines.columns.state,
    value: stateOf,
    cell: (row) => pill(stateOf(row), row.served ? undefined : 'bad'),
    card: true,
  },
  {
    id: 'conditions',
    title: texts.lines.columns.conditions,
    value: (row) => failuresOf(row).join('；'),
    cell: (row) => (row.served ? texts.lines.none : <Failures row={row} />),
    sortable: false,
    card: true,
  },
];

/** One verdict, and every line with what keeps the account from it. */
export const LinesOf = ({ uid }: { uid: string }): ReactNode => (
  <OwnTable
    call={calls.lineAccess}
    uid={uid}
    title={texts.lines.title}
    columns={lineColumns}
    rowKey={(row: LineAccess) => row._id}
    search={texts.lines.search}
    notice={(rows: readonly LineAccess[]) => rows.length > 0 && <p className={classes.verdict}>{verdictOf(rows)}</p>}
  />
);

const { records, notices } = texts;

const recordColumns: readonly Column<TrafficRecord>[] = [
  { id: 'day', title: records.columns.day, value: (row) => row.day, heading: true },
  { id: 'type', title: records.columns.type, value: (row) => records.types[row.type], card: true },
  {
    id: 'change',
    title: records.columns.change,
    value: (row) => row.trafficChange,
    cell: (row) => traffic(row.trafficChange),
    numeric: true,
    card: true,
  },
  {
    id: 'exempt',
    title: records.columns.exempt,
    value: (row) => row.exemptionTraffic,
    cell: (row) => traffic(row.exemptionTraffic),
    numeric: true,
    card: true,
  },
  {
    id: 'left',
    title: records.columns.left,
    value: (row) => row.allTraffic - row.allSpend,
    cell: (row) => traffic(row.allTraffic - row.allSpend),
    numeric: true,
  },
  { id: 'desc', title: records.columns.desc, value: (row) => row.desc },
];

/** Traffic records of the account, day by day and type by type. */
export const RecordsOf = ({ uid }: { uid: string }): ReactNode => (
  <OwnTable
    call={calls.records}
    uid={uid}
    title={records.title}
    columns={recordColumns}
    rowKey={(row: TrafficRecord) => `${row.day} ${row.type}`}
    folds
  />
);

const noticeColumns: readonly Column<SentNotice>[] = [
  { id: 'desc', title: notices.columns.desc, value: (row) => row.desc, heading: true },
  { id: 'time', title: notices.columns.time, value: (row) => row.time, cell: (row) => shopTime(row.time), card: true },
  {
    id: 'clicked',
    title: notices.columns.clicked,
    value: (row) => row.clicked ?? notices.unread,
    cell: (row) => (row.clicked === null ? notices.unread : shopTime(row.clicked)),
    card: true,
  },
];

/** Notifications that the account got. */
export const NoticesOf = ({ uid }: { uid: string }): ReactNode => (
  <OwnTable
    call={calls.notices}
    uid={uid}
    title={notices.title}
    columns={noticeColumns}
    rowKey={(row: SentNotice) => row._id}
    folds
  />
);
