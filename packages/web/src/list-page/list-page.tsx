import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../ui/data-table/data-table.tsx';
import { useFind } from './use-find.ts';

/** What a list page says of itself. */
export interface ListTexts {
  /** Heading of the page and name of its CSV file. */
  readonly title: string;
  /** Text in the empty search box; without it the page has filters of its own and no box. */
  readonly search?: string;
  /** Text of the button that makes a new staff record; needed where there is `onAdd`. */
  readonly add?: string;
}

type Read<T> = Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'>;

/** Where the rows come from: the read answers just them, or the page makes them from what it answers. */
type Source<Row> =
  | { readonly read: Read<readonly Row[]>; readonly rows?: never }
  | { readonly read: Read<unknown>; readonly rows: readonly Row[] | undefined };

interface ListPageParts<Row> extends Omit<
  DataTableProps<Row>,
  'label' | 'level' | 'rowKey' | 'rowName' | 'rows' | 'search' | 'read'
> {
  readonly texts: ListTexts;
  /** How a row is called when something is said about it; without it by its name. */
  readonly rowName?: (row: Row) => string;
  /** Opens the form of a new staff record; without it there is no button for one. */
  readonly onAdd?: (listed: readonly Row[]) => void;
  /** What stands below the table, and the page's windows. */
  readonly children?: ReactNode;
}

/** A row of a list page. */
interface Listed {
  readonly _id: string;
  readonly name?: string;
}

/**
 * A page of the back office that shows one list: heading, button for a new staff record, search (begun by `?find=` in
 * the address), columns, CSV, pages, and what is said while the list is loading, empty or could not be loaded.
 */
export const ListPage = <Row extends Listed>(props: ListPageParts<Row> & Source<Row>): ReactNode => {
  const { texts, onAdd, children, actions, read, rows, start, ...table } = props;
  const find = useFind();
  return (
    <section className="sp-card">
      <DataTable
        // Another search in the address is another table: its search box begins anew.
        key={find}
        start={{ ...start, ...(find !== '' && texts.search !== undefined && { search: find }) }}
        rowName={(row) => row.name ?? row._id}
        {...table}
        label={texts.title}
        search={texts.search ?? null}
        rows={'rows' in props ? rows : (read.data as readonly Row[] | undefined)}
        read={read}
        rowKey={(row) => row._id}
        actions={(listed) => (
          <>
            {onAdd && <Button onClick={() => onAdd(listed)}>{texts.add}</Button>}
            {actions?.(listed)}
          </>
        )}
      />
      {children}
    </section>
  );
};
