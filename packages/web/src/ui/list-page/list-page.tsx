import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../data-table/data-table.tsx';

/** What a list page says of itself. */
export interface ListTexts {
  /** Heading of the page and name of its CSV file. */
  readonly title: string;
  /** Text in the empty search box. */
  readonly search: string;
  /** Text of the button that makes a new record; needed where there is `onAdd`. */
  readonly add?: string;
}

interface ListPageProps<Row> extends Omit<DataTableProps<Row>, 'label' | 'level' | 'rowKey' | 'search' | 'read'> {
  readonly texts: ListTexts;
  /** The read that the rows come from. */
  readonly read: NonNullable<DataTableProps<Row>['read']>;
  /** Opens the form of a new record; without it there is no button for one. */
  readonly onAdd?: (listed: readonly Row[]) => void;
  /** What stands between the page's edge and its heading. */
  readonly above?: ReactNode;
  /** What stands below the table, and the page's windows. */
  readonly children?: ReactNode;
}

/**
 * A page of the back office that shows one list: heading, button for a new record, search, columns, CSV, pages, and
 * what is said while the list is loading, empty or could not be loaded.
 */
export const ListPage = <Row extends { readonly _id: string }>(props: ListPageProps<Row>): ReactNode => {
  const { texts, onAdd, above, children, actions, ...table } = props;
  return (
    <section className="sp-card">
      {above}
      <DataTable
        {...table}
        label={texts.title}
        search={texts.search}
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
