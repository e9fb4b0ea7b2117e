import { Group, Text } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useState } from 'react';
import classes from './data-table.module.css';
import { cellOf, type RowsProps, Tick, VIRTUAL_ABOVE } from './grid.tsx';
import { RowActions } from './row-actions.tsx';

const CARD_HEIGHT = 220;

/** The rows as cards, for narrow screens; the page itself scrolls. */
export const Cards = <Row extends object>(props: RowsProps<Row> & { readonly label: string }) => {
  const { rows, rowKey, label } = props;
  const [margin, setMargin] = useState(0);
  const list = useCallback((element: HTMLDivElement | null) => setMargin(element?.offsetTop ?? 0), []);
  const isVirtual = rows.length > VIRTUAL_ABOVE;
  // oxlint-disable-next-line react/incompatible-library -- the console is built without the compiler this warns about
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => rowKey(rows[index]!),
    scrollMargin: margin,
    overscan: 4,
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  const before = isVirtual ? (items[0]?.start ?? margin) - margin : 0;
  const after = isVirtual ? virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin) : 0;
  return (
    <div ref={list} className={classes.cards} role="list" aria-label={label}>
      {before > 0 && <div style={{ height: before }} aria-hidden />}
      {isVirtual
        ? items.map((item) => (
            <div key={item.key} data-index={item.index} ref={virtualizer.measureElement}>
              <Card {...props} row={rows[item.index]!} />
            </div>
          ))
        : rows.map((row) => <Card key={rowKey(row)} {...props} row={row} />)}
      {after > 0 && <div style={{ height: after }} aria-hidden />}
    </div>
  );
};

const Card = <Row extends object>({
  row,
  columns,
  rowKey,
  rowName,
  rowActions,
  selection,
}: RowsProps<Row> & { row: Row }) => {
  const heading = columns.filter((column) => column.heading === true);
  const lines = columns.filter((column) => column.heading !== true);
  return (
    <div className={classes.card} role="listitem">
      <Group gap="xs" wrap="nowrap">
        {selection && <Tick selection={selection} rowKey={rowKey(row)} name={rowName(row)} />}
        {heading.map((column) => (
          <Text key={column.id} component="div" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {cellOf(column, row)}
          </Text>
        ))}
      </Group>
      <dl className={classes.lines}>
        {lines.map((column) => (
          <Line key={column.id} title={column.title} content={cellOf(column, row)} />
        ))}
      </dl>
      {rowActions && (
        <Group mt="sm" justify="flex-end">
          <RowActions actions={rowActions(row)} name={rowName(row)} phone />
        </Group>
      )}
    </div>
  );
};

const Line = ({ title, content }: { title: string; content: ReactNode }) =>
  content === '' || content === null ? null : (
    <>
      <dt>{title}</dt>
      <dd>{content}</dd>
    </>
  );
