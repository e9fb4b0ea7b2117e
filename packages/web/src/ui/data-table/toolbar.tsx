import '../input-styles.ts';
import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconColumns3, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { BusyButton } from '../busy-button.tsx';
import { DropdownItem } from '../dropdown-items.tsx';
import { Dropdown } from '../dropdown.tsx';
import { SearchField } from '../search-field.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { texts } from './texts.ts';
import type { TableQuery } from './use-table-model.ts';

/** How the list is exported. */
export interface ToolbarExport {
  /** Rows of the file; undefined where that is not known before. */
  readonly rows: number | undefined;
  /** One is under way: no other is begun. */
  readonly busy: boolean;
  readonly run: () => void;
}

interface ToolbarProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
  readonly query: TableQuery;
  readonly onQuery: (part: Partial<TableQuery>) => void;
  /** Absent where there is nothing to type a search into. */
  readonly searchLabel: string | undefined;
  /** Pause after the last key before the search begins, in milliseconds. */
  readonly searchDelay: number;
  readonly exported: ToolbarExport | undefined;
  readonly phone: boolean;
  /** There is nothing to search or sort: only the filters stand there, which may be why. */
  readonly idle: boolean;
  readonly children: ReactNode;
}

/** Search, filters, columns, export and what else can be done with the list. */
export const Toolbar = <Row,>(props: ToolbarProps<Row>) => {
  const { query, onQuery, searchLabel, searchDelay, phone, exported } = props;
  if (props.idle)
    return (
      <Group gap="xs" className={classes.tools}>
        {props.children}
      </Group>
    );
  return (
    <Group gap="xs" className={classes.tools}>
      {searchLabel !== undefined && (
        <SearchBox
          label={searchLabel}
          start={query.search}
          delay={searchDelay}
          onSearch={(search) => onQuery({ search })}
        />
      )}
      {props.children}
      <Group gap={4} ml="auto" wrap="nowrap" className={classes.buttons}>
        {phone && <SortSelect columns={props.columns} query={query} onQuery={onQuery} />}
        <ColumnChooser columns={props.columns} hidden={props.hidden} onHidden={props.onHidden} />
        {exported && <ExportButton exported={exported} phone={phone} />}
      </Group>
    </Group>
  );
};

/** On a phone an icon alone: the order of the list has the rest of the line. */
const ExportButton = ({ exported, phone }: { exported: ToolbarExport; phone: boolean }) => {
  const { rows, busy, run } = exported;
  const text = rows === undefined ? texts.exportAll : texts.exportRows(rows);
  const icon = <IconDownload size={18} aria-hidden />;
  return phone ? (
    <BusyButton variant="default" px={10} busy={busy} onClick={run} aria-label={text} title={text}>
      {icon}
    </BusyButton>
  ) : (
    <BusyButton variant="default" leftSection={icon} busy={busy} onClick={run}>
      {text}
    </BusyButton>
  );
};

const SearchBox = ({
  label,
  start,
  delay,
  onSearch,
}: {
  label: string;
  start: string;
  delay: number;
  onSearch: (search: string) => void;
}) => {
  const [text, setText] = useState(start);
  const search = useDebouncedCallback(onSearch, delay);
  return (
    <SearchField
      label={label}
      value={text}
      onType={(typed) => {
        setText(typed);
        search(typed);
      }}
    />
  );
};

const ColumnChooser = <Row,>({
  columns,
  hidden,
  onHidden,
}: Pick<ToolbarProps<Row>, 'columns' | 'hidden' | 'onHidden'>) => {
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    // The last column stays: without any, nobody would see how to get them back.
    if (next.size < columns.length) onHidden(next);
  };
  return (
    <Dropdown
      stays
      align="end"
      target={
        <ActionIcon variant="default" size={40} aria-label={texts.columns} title={texts.columns}>
          <IconColumns3 size={18} />
        </ActionIcon>
      }
    >
      {columns.map((column) => (
        <DropdownItem key={column.id} checked={!hidden.has(column.id)} onClick={() => toggle(column.id)}>
          {column.title}
        </DropdownItem>
      ))}
    </Dropdown>
  );
};

/** Cards have no head to click on: their order is chosen here. */
const SortSelect = <Row,>({ columns, query, onQuery }: Pick<ToolbarProps<Row>, 'columns' | 'query' | 'onQuery'>) => {
  const choices = columns
    .filter((column) => column.sortable !== false)
    .flatMap((column) =>
      [false, true].map((descending) => ({
        value: `${column.id} ${descending ? 'down' : 'up'}`,
        label: (column.numeric ? texts.sortedBySize : texts.sorted)(column.title, descending),
      })),
    );
  const { sort } = query;
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      flex={1}
      miw={0}
      aria-label={texts.sort}
      value={sort ? `${sort.id} ${sort.descending ? 'down' : 'up'}` : ''}
      data={[{ value: '', label: texts.noSort }, ...choices]}
      onChange={(event) => {
        const [id = '', way] = event.currentTarget.value.split(' ');
        onQuery({ sort: id === '' ? null : { id, descending: way === 'down' } });
      }}
    />
  );
};
