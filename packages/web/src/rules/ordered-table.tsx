import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { moved } from './edit.ts';
import { texts } from './texts.ts';

/** A table whose rows have an order that can be changed. */
export interface OrderedTableProps<T> {
  readonly labels: {
    readonly title: string;
    readonly add: string;
    readonly deleteTitle: string;
    readonly deleteText: (name: string) => string;
  };
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  /** Rows that cannot be deleted; without it all can. */
  readonly undeletable?: (row: T) => boolean;
  readonly onAdd: () => void;
  readonly onEdit: (row: T) => void;
  readonly onOrder: (rows: T[]) => void;
  readonly onDelete: (row: T) => void;
}

/** Groups or lists in their order, which is changed one place at a time. */
export const OrderedTable = <T extends { readonly id: string; readonly zh: string }>(
  props: OrderedTableProps<T>,
): ReactNode => {
  const { labels, rows, columns, undeletable, onAdd, onEdit, onOrder, onDelete } = props;
  const { ask, dialog } = useConfirm();
  const askDelete = (row: T): void =>
    ask({ title: labels.deleteTitle, text: labels.deleteText(row.zh), run: async () => onDelete(row) });
  return (
    <>
      <DataTable
        label={labels.title}
        level={2}
        rows={rows}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        rowKey={(row) => row.id}
        rowName={(row) => row.zh}
        search={null}
        exports={false}
        start={{ size: 0 }}
        actions={() => (
          <Button variant="light" onClick={onAdd}>
            {labels.add}
          </Button>
        )}
        rowActions={(row) => {
          const at = rows.findIndex(({ id }) => id === row.id);
          const move = (by: -1 | 1): void => onOrder(moved(rows, at, by));
          return [
            { label: texts.edit, first: true, opens: true, run: () => onEdit(row) },
            { label: texts.up, first: true, stays: true, disabled: at === 0, run: () => move(-1) },
            { label: texts.down, first: true, stays: true, disabled: at === rows.length - 1, run: () => move(1) },
            { label: texts.delete, danger: true, disabled: undeletable?.(row) ?? false, run: () => askDelete(row) },
          ];
        }}
      />
      {dialog}
    </>
  );
};
