import '../input-styles.ts';
import { Checkbox, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type MouseEvent, type ReactNode, useRef } from 'react';
import { type Column, type SharedColumn, sharedColumns, valueText } from './column.ts';
import classes from './data-table.module.css';
import { openingOf, type RowAction, RowActions } from './row-actions.tsx';
import { type Selection, withKey, withKeys } from './selection.ts';
import { texts } from './texts.ts';
import { useRoom } from './use-room.ts';
import type { TableQuery } from './use-table-model.ts';

/** What table and cards both draw. */
export interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** How a row is called when something is said about it. */
  readonly rowName: (row: Row) => string;
  readonly rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  readonly selection: Selection | undefined;
}

interface GridProps<Row> extends RowsProps<Row> {
  readonly label: string;
  readonly query: TableQuery;
  readonly onQuery: (part: Partial<TableQuery>) => void;
}

/** Above this many rows only those in sight are in the page. */
export const VIRTUAL_ABOVE = 200;

const ROW_HEIGHT = 45;
/** With a second line in its cells. */
const SHARED_ROW_HEIGHT = 53;

interface DrawnProps<Row> extends GridProps<Row> {
  readonly shared: readonly SharedColumn<Row>[];
}

/** The rows as a table with a head that stays in sight. */
export const Grid = <Row extends object>(props: GridProps<Row>) => {
  const { rows, columns, rowKey, label } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const { hasMore, cut, tight } = useRoom(scroll);
  const shared = sharedColumns(columns, cut);
  const drawn = { ...props, shared };
  const isVirtual = rows.length > VIRTUAL_ABOVE;
  // oxlint-disable-next-line react/incompatible-library -- the console is built without the compiler this warns about
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => (shared.length < columns.length ? SHARED_ROW_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => rowKey(rows[index]!),
    overscan: 12,
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  const span = shared.length + (props.selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  return (
    <div
      className={classes.scroll}
      ref={scroll}
      tabIndex={0}
      role="region"
      aria-label={label}
      data-more={hasMore || undefined}
      data-cut={cut || undefined}
    >
      <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <GridHead {...drawn} />
        <tbody>
          {isVirtual ? (
            <>
              <Space height={items[0]?.start ?? 0} span={span} />
              {items.map((item) => (
                <GridRow key={item.key} {...drawn} row={rows[item.index]!} index={item.index} tight={tight} />
              ))}
              <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />
            </>
          ) : (
            rows.map((row, index) => <GridRow key={rowKey(row)} {...drawn} row={row} index={index} tight={tight} />)
          )}
        </tbody>
      </table>
    </div>
  );
};

const Space = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <tr className={classes.space} aria-hidden>
      <td colSpan={span} style={{ height: `${height}px` }} />
    </tr>
  ) : null;

const GridHead = <Row extends object>({
  rows,
  shared,
  rowKey,
  selection,
  rowActions,
  query,
  onQuery,
}: DrawnProps<Row>) => {
  const keys = rows.map(rowKey);
  const ticked = selection ? keys.filter((key) => selection.keys.has(key)).length : 0;
  return (
    <thead>
      <tr>
        {selection && (
          <th className={classes.tick}>
            <Checkbox
              aria-label={texts.selectAll}
              checked={ticked > 0 && ticked === keys.length}
              indeterminate={ticked > 0 && ticked < keys.length}
              onChange={(event) => selection.onChange(withKeys(selection.keys, keys, event.currentTarget.checked))}
            />
          </th>
        )}
        {shared.map((each) => (
          <HeadCell key={each.column.id} {...each} query={query} onQuery={onQuery} />
        ))}
        {rowActions && (
          <th className={classes.actions}>
            <span>{texts.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
};

/** The order after a click on a column's title: ascending, descending, none. */
export const nextSort = (sort: TableQuery['sort'], id: string): TableQuery['sort'] => {
  if (sort?.id !== id) return { id, descending: false };
  return sort.descending ? null : { id, descending: true };
};

type HeadProps = Pick<GridProps<object>, 'query' | 'onQuery'>;

/** The title of a column, followed by those of the columns that share its cells. */
const HeadCell = <Row,>({ column, below, query, onQuery }: SharedColumn<Row> & HeadProps) => {
  const titles = [column, ...below];
  const sorted = titles.find(({ id }) => id === query.sort?.id);
  const direction = sorted && directionOf(query);
  return (
    <th
      className={column.numeric === true ? classes.numeric : undefined}
      aria-sort={titles.some(isSortable) ? (direction ?? 'none') : undefined}
    >
      {titles.map((each, at) => (
        <Fragment key={each.id}>
          {at > 0 && ' / '}
          {isSortable(each) ? <SortButton column={each} query={query} onQuery={onQuery} /> : each.title}
        </Fragment>
      ))}
    </th>
  );
};

const isSortable = ({ sortable }: { readonly sortable?: boolean }): boolean => sortable !== false;

const directionOf = ({ sort }: TableQuery): 'ascending' | 'descending' =>
  sort?.descending === true ? 'descending' : 'ascending';

const SortButton = <Row,>({ column, query, onQuery }: { readonly column: Column<Row> } & HeadProps) => {
  const isActive = query.sort?.id === column.id;
  const Arrow = directionOf(query) === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton
      className={classes.sort}
      fz="sm"
      data-active={isActive || undefined}
      title={texts.sortBy(column.title)}
      onClick={() => onQuery({ sort: nextSort(query.sort, column.id) })}
    >
      {column.title}
      {isActive && <Arrow size={14} aria-hidden />}
    </UnstyledButton>
  );
};

const GridRow = <Row extends object>({
  row,
  index,
  shared,
  rowKey,
  rowName,
  rowActions,
  selection,
  tight,
}: DrawnProps<Row> & { row: Row; index: number; tight: boolean }) => {
  const key = rowKey(row);
  const actions = rowActions?.(row);
  const opening = actions && openingOf(actions);
  return (
    <tr
      aria-rowindex={index + 2}
      data-opens={opening !== undefined || undefined}
      onClick={(event) => {
        if (opening && isOnPlainRow(event)) opening.run();
      }}
    >
      {selection && (
        <td className={classes.tick}>
          <Tick selection={selection} rowKey={key} name={rowName(row)} />
        </td>
      )}
      {shared.map(({ column, below }) => (
        <td
          key={column.id}
          className={column.numeric === true ? classes.numeric : undefined}
          onMouseEnter={(event) => sayWhole(event.currentTarget)}
        >
          {cellOf(column, row)}
          <Below columns={below} row={row} />
        </td>
      ))}
      {actions && (
        <td className={classes.actions}>
          <RowActions actions={actions} name={rowName(row)} phone={false} tight={tight} />
        </td>
      )}
    </tr>
  );
};

/** Whether a click meant the row: not something in it, a menu that was opened from it, or text that was marked. */
const isOnPlainRow = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest('a, button, input, label, select, [role="menu"], [role="dialog"]') === null &&
  (window.getSelection()?.toString() ?? '') === '';

/** Whoever points at a cell that is cut reads the whole of it. */
const sayWhole = (cell: HTMLElement): void => {
  const isCut = [cell, ...cell.children].some(
    (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
  );
  cell.title = isCut ? cell.textContent : '';
};

/** What else a shared cell says, on a line of its own. */
const Below = <Row,>({ columns, row }: { readonly columns: readonly Column<Row>[]; readonly row: Row }): ReactNode => {
  const said = columns.filter((column) => isSaid(cellOf(column, row)));
  return (
    said.length > 0 && (
      <Text component="div" size="xs" c="dimmed" className={classes.below}>
        {said.map((column, at) => (
          <Fragment key={column.id}>
            {at > 0 && ' '}
            <span className={classes.part}>
              {cellOf(column, row)}
              {at < said.length - 1 && ' ·'}
            </span>
          </Fragment>
        ))}
      </Text>
    )
  );
};

/** Whether what a cell shows says anything. */
export const isSaid = (content: ReactNode): boolean => content !== '' && content !== null && content !== false;

/** What a cell shows. */
export const cellOf = <Row,>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : valueText(column.value(row));

/** The box that ticks one row. */
export const Tick = ({ selection, rowKey, name }: { selection: Selection; rowKey: string; name: string }) => (
  <label className={classes.target}>
    <Checkbox
      aria-label={texts.selectRow(name)}
      checked={selection.keys.has(rowKey)}
      onChange={(event) => selection.onChange(withKey(selection.keys, rowKey, event.currentTarget.checked))}
    />
  </label>
);
