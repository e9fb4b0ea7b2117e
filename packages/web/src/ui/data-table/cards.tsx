import { Button, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { cardColumns, type Column } from './column.ts';
import classes from './data-table.module.css';
import { cellOf, isSaid, type RowsProps, Tick } from './grid.tsx';
import { RowActions } from './row-actions.tsx';
import { texts } from './texts.ts';

/** So many cards stand on a phone at once, and so many more each time they are asked for. */
export const CARDS_AT_ONCE = 20;

/** The rows as cards, for narrow screens: a screenful or two of them, then more by a button. */
export const Cards = <Row extends object>(props: RowsProps<Row> & { readonly label: string }) => {
  const { rows, rowKey, label } = props;
  const [count, setCount] = useState(CARDS_AT_ONCE);
  const more = Math.min(CARDS_AT_ONCE, rows.length - count);
  return (
    <>
      <div className={classes.cards} role="list" aria-label={label}>
        {rows.slice(0, count).map((row) => (
          <Card key={rowKey(row)} {...props} row={row} />
        ))}
      </div>
      {more > 0 && (
        <Button variant="default" fullWidth onClick={() => setCount(count + CARDS_AT_ONCE)}>
          {texts.moreCards(more, rows.length - count)}
        </Button>
      )}
    </>
  );
};

/** One row: what it is called, three or four of its values, and behind a button the others. */
const Card = <Row extends object>(props: RowsProps<Row> & { row: Row }) => {
  const { row, columns, rowKey, rowName, rowActions, selection } = props;
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { heading, lines, rest: others } = cardColumns(columns);
  const rest = others.filter((column) => isSaid(cellOf(column, row)));
  const actions = rowActions?.(row) ?? [];
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
      <dl id={id} className={classes.lines}>
        {[...lines, ...(opened ? rest : [])].map((column) => (
          <Line key={column.id} column={column} row={row} />
        ))}
      </dl>
      {(rest.length > 0 || actions.length > 0) && (
        <Group mt="xs" gap="xs" justify="space-between">
          {rest.length > 0 && (
            <Button
              variant="subtle"
              color="gray"
              px={8}
              ml={-8}
              aria-expanded={opened}
              aria-controls={id}
              aria-label={`${opened ? texts.close : texts.open}：${rowName(row)}`}
              rightSection={opened ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
              onClick={() => setOpened(!opened)}
            >
              {opened ? texts.close : texts.open}
            </Button>
          )}
          <RowActions actions={actions} name={rowName(row)} phone />
        </Group>
      )}
    </div>
  );
};

const Line = <Row extends object>({ column, row }: { column: Column<Row>; row: Row }): ReactNode => {
  const content = cellOf(column, row);
  return (
    isSaid(content) && (
      <>
        <dt>{column.title}</dt>
        <dd>{content}</dd>
      </>
    )
  );
};
