import '@mantine/core/styles/Checkbox.css';
import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { commonTexts } from '../common-texts.ts';
import { saveFile } from '../save-file.ts';
import { shopDate } from '../shop-time.ts';
import { usePhone } from '../use-phone.ts';
import { Cards } from './cards.tsx';
import type { Column } from './column.ts';
import { csvOf } from './csv.ts';
import { ExportBar, type ServerExport } from './export-bar.tsx';
import classes from './data-table.module.css';
import { Grid, type RowsProps } from './grid.tsx';
import { Pager } from './pager.tsx';
import type { RowAction } from './row-actions.tsx';
import type { Selection } from './selection.ts';
import { texts } from './texts.ts';
import { Toolbar, type ToolbarExport } from './toolbar.tsx';
import { type RemoteRows, type TableModel, type TableQuery, useTableModel } from './use-table-model.ts';

/** What a list needs to be shown. */
export interface DataTableProps<Row> {
  /** Name of the list: its heading, what screen readers say, and what the CSV file is called. */
  readonly label: string;
  /** Level of the heading; 2 for one table among several. */
  readonly level?: 1 | 2;
  /** Undefined until the list was loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** The read that the rows come from; when it failed before there were any, the table offers to try again. */
  readonly read?: Pick<UseQueryResult, 'isError' | 'refetch'>;
  readonly rowActions?: (row: Row) => readonly RowAction[];
  readonly selection?: Selection;
  /** What can be done with the ticked rows. */
  readonly selectionActions?: ReactNode;
  /** Filters beside the search box; the page applies them to `rows` itself. */
  readonly filters?: ReactNode;
  /** Buttons above the list; they are given the rows listed: all pages, after the search. */
  readonly actions?: (listed: readonly Row[]) => ReactNode;
  /** Text in the empty search box; null for no search. */
  readonly search?: string | null;
  /** Order and page size at first. */
  readonly start?: Partial<TableQuery>;
  /** Given when the server cuts the list into pages. */
  readonly remote?: RemoteRows;
  /** False for no export; by default every row that is listed. The server exports a list that it cuts. */
  readonly exports?: false | ServerExport;
  /** Choice between the lists of a page, below the heading. */
  readonly tabs?: ReactNode;
  /** What has to be said about the list, between its filters and its rows. */
  readonly notice?: ReactNode;
  /** On a phone only its heading and how many rows there are, until it is opened. */
  readonly folds?: boolean;
  /** What to do next while there are no rows at all. */
  readonly next?: ReactNode;
}

/** Cards of one list among several: the next list is not many screens further down. */
const FEW_CARDS = 5;

/** Pause before a search is sent to the server; the browser's own search starts at once. */
const REMOTE_SEARCH_MS = 350;

/** The one table of the back office: search, order, pages, columns, ticks, row actions and CSV; cards on phones. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { rows, columns, rowKey, remote } = props;
  const phone = usePhone();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(columns.filter((column) => column.hidden === true).map((column) => column.id)),
  );
  const visible = useMemo(() => columns.filter((column) => !hidden.has(column.id)), [columns, hidden]);
  const start = { ...(phone && props.level === 2 && { size: FEW_CARDS }), ...props.start };
  const model = useTableModel({ rows, columns, rowKey, start, remote });
  const exported = exportOf(props, visible, model);
  const drawn = { ...props, visible, model, phone };
  const [opened, setOpened] = useState(false);
  if (!opened && isFolded(drawn)) return <Folded {...drawn} onOpen={() => setOpened(true)} />;
  return (
    <div className={classes.root}>
      <Top {...drawn} hidden={hidden} onHidden={setHidden} exported={exported} />
      {props.exports && <ExportBar of={props.exports} onAgain={() => exported?.run()} />}
      {props.notice}
      {props.selection && props.selection.keys.size > 0 && (
        <SelectionBar selection={props.selection}>{props.selectionActions}</SelectionBar>
      )}
      <Body {...drawn} />
      {rows !== undefined && model.total > 0 && <Pager {...model} onChange={model.change} />}
    </div>
  );
};

const isFolded = <Row extends object>({ folds, phone, model }: BodyProps<Row>): boolean =>
  folds === true && phone && model.total > 0;

const Folded = <Row extends object>({ label, level = 1, model, onOpen }: BodyProps<Row> & { onOpen: () => void }) => (
  <Title label={label} level={level} alone>
    <Button variant="default" aria-label={texts.unfold(label, model.total)} onClick={onOpen}>
      {texts.unfoldRows(model.total)}
    </Button>
  </Title>
);

type ToolsProps<Row> = BodyProps<Row> & {
  hidden: ReadonlySet<string>;
  onHidden: (hidden: ReadonlySet<string>) => void;
  exported: ToolbarExport | undefined;
};

/** The heading with what can be done, and the tools below it; beside it where they are nothing but small buttons. */
const Top = <Row extends object>(props: ToolsProps<Row>) => {
  const { label, level = 1, columns, actions, model, phone, search, filters } = props;
  const isBare = search === null && !filters;
  const isBeside = isBare && (!phone || columns.every(({ sortable }) => sortable === false));
  const idle = isIdle(props);
  const tools = hasTools(props, isBare, idle) && <Tools {...props} idle={idle} />;
  return (
    <>
      <Title label={label} level={level}>
        {actions?.(model.listed)}
        {isBeside && tools}
      </Title>
      {props.tabs}
      {!isBeside && tools && <Box pb="sm">{tools}</Box>}
    </>
  );
};

/** Rows that are neither there nor looked for need no tools. */
const hasTools = <Row extends object>({ rows, filters }: ToolsProps<Row>, isBare: boolean, idle: boolean): boolean =>
  !(isBare && rows?.length === 0) && (!idle || Boolean(filters));

/** On a phone what searches and sorts would fill the screen above a list that has nothing to search or sort. */
const isIdle = <Row extends object>({ phone, rows, read, model }: ToolsProps<Row>): boolean =>
  phone && model.query.search === '' && (rows === undefined ? read?.isError === true : rows.length === 0);

const Tools = <Row extends object>({
  model,
  phone,
  hidden,
  onHidden,
  exported,
  idle,
  ...props
}: ToolsProps<Row> & { idle: boolean }) => (
  <Toolbar
    idle={idle}
    columns={props.columns}
    hidden={hidden}
    onHidden={onHidden}
    query={model.query}
    onQuery={model.change}
    searchLabel={props.search === null ? undefined : (props.search ?? texts.search)}
    searchDelay={props.remote ? REMOTE_SEARCH_MS : 0}
    exported={exported}
    phone={phone}
  >
    {props.filters}
  </Toolbar>
);

/** Saves a list that the browser has in full, named after it and the shop's day. */
const saveCsv = (label: string, text: string): void =>
  saveFile(`${label}-${shopDate(new Date().toISOString())}.csv`, text, 'text/csv;charset=utf-8');

/** What the button does that exports the list; undefined where there is none. */
const exportOf = <Row extends object>(
  { exports, label, rows, remote }: DataTableProps<Row>,
  visible: readonly Column<Row>[],
  model: TableModel<Row>,
): ToolbarExport | undefined => {
  if (exports === false || rows === undefined || model.total === 0) return undefined;
  if (!exports) return { rows: model.total, busy: false, run: () => saveCsv(label, csvOf(visible, model.listed)) };
  const run = (): void => exports.start(visible.map(({ id }) => id));
  return { rows: model.estimated ? undefined : remote && model.total, busy: exports.running !== undefined, run };
};

interface TitleProps {
  readonly label: string;
  readonly level: 1 | 2;
  /** Nothing follows below. */
  readonly alone?: boolean;
  readonly children: ReactNode;
}

const Title = ({ label, level, alone = false, children }: TitleProps) => {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Group gap="xs" pb={alone ? 0 : 'md'} justify="space-between">
      <Heading className={level === 1 ? 'sp-h1' : 'sp-h2'}>{label}</Heading>
      <Group gap="xs">{children}</Group>
    </Group>
  );
};

const SelectionBar = ({ selection, children }: { selection: Selection; children: ReactNode }) => (
  <Group gap="xs" pb="sm">
    <Text size="sm">{texts.selected(selection.keys.size)}</Text>
    {children}
    <Button variant="subtle" color="gray" onClick={() => selection.onChange(new Set())}>
      {texts.clearSelection}
    </Button>
  </Group>
);

type BodyProps<Row> = DataTableProps<Row> & {
  visible: readonly Column<Row>[];
  model: TableModel<Row>;
  phone: boolean;
};

const Body = <Row extends object>({ visible, model, phone, ...props }: BodyProps<Row>) => {
  if (props.rows === undefined) return props.read?.isError ? <Failed read={props.read} /> : <Loading />;
  if (model.shown.length === 0) {
    const isEmpty = model.query.search === '';
    return (
      <div className={classes.note}>
        <div>{isEmpty ? texts.empty : texts.noMatch}</div>
        {isEmpty && props.next}
      </div>
    );
  }
  const drawn: RowsProps<Row> = {
    rows: model.shown,
    columns: visible,
    rowKey: props.rowKey,
    rowName: props.rowName,
    rowActions: props.rowActions,
    selection: props.selection,
  };
  return phone ? (
    // Another page, order or search begins with the first cards again.
    <Cards key={JSON.stringify(model.query)} {...drawn} label={props.label} />
  ) : (
    <Grid {...drawn} label={props.label} query={model.query} onQuery={model.change} />
  );
};

const Loading = () => (
  <div role="status" aria-label={commonTexts.loading}>
    {Array.from({ length: 5 }, (_, index) => (
      <Skeleton key={index} height={40} mb={8} />
    ))}
  </div>
);

const Failed = ({ read }: { read: Pick<UseQueryResult, 'refetch'> }) => (
  <div className={classes.note}>
    <Group justify="center" gap="md">
      {texts.failed}
      <Button variant="default" onClick={() => void read.refetch()}>
        {commonTexts.retry}
      </Button>
    </Group>
  </div>
);
