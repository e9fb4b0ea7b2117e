import { useMemo, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '@skyport/contract/units';
import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type Column, compareValues, searchRows } from './column.ts';

/** What part of a list is shown. `size` 0 is all of it; pages count from 0. */
export interface TableQuery {
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly sort: { readonly id: string; readonly descending: boolean } | null;
}

/** The first page in the list's own order. */
export const firstPage: TableQuery = { page: 0, size: DEFAULT_PAGE_SIZE, search: '', sort: null };

/** A list that the server searches, sorts and cuts into pages; the rows given are one page. */
export interface RemoteRows {
  readonly total: number;
  /** Whether `total` is an estimate. */
  readonly estimated?: boolean | undefined;
  /** The most rows that the server gives at once: what "all" means then. */
  readonly most?: number;
  readonly query: TableQuery;
  readonly onQuery: (query: TableQuery) => void;
}

/** What the parts of a table need to draw it. */
export interface TableModel<Row> {
  readonly query: TableQuery;
  /** Shows another part; anything but a change of page goes back to the first one. */
  readonly change: (part: Partial<TableQuery>) => void;
  /** Rows of the page shown. */
  readonly shown: readonly Row[];
  /** Rows of all pages in their order; of a remote list those of the page. */
  readonly listed: readonly Row[];
  readonly total: number;
  readonly estimated: boolean;
  readonly pages: number;
}

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

const definitionsOf = <Row>(columns: readonly Column<Row>[]) =>
  columns.map((column) => ({
    id: column.id,
    accessorFn: (row: Row) => column.value(row) ?? undefined,
    sortUndefined: 'last' as const,
    sortFn: (a: { original: Row }, b: { original: Row }) =>
      compareValues(column.value(a.original), column.value(b.original)),
  }));

const noRows: readonly never[] = [];

/** Search, order and pages of a list, in the browser or as the server answers them. */
export const useTableModel = <Row extends object>(input: {
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly start: Partial<TableQuery> | undefined;
  readonly remote: RemoteRows | undefined;
}): TableModel<Row> => {
  const { rows = noRows, columns, rowKey, remote } = input;
  const [local, setLocal] = useState<TableQuery>({ ...firstPage, ...input.start });
  const query = remote?.query ?? local;
  const isRemote = remote !== undefined;
  const found = useMemo(
    () => (isRemote ? rows : searchRows(rows, columns, query.search)),
    [isRemote, rows, columns, query.search],
  );
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  const total = remote?.total ?? found.length;
  const size = query.size === 0 ? Math.max(Math.min(total, remote?.most ?? total), 1) : query.size;
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(query.page, pages - 1);
  const table = useTable<typeof features, Row>({
    features,
    data: found,
    columns: definitions,
    getRowId: rowKey,
    manualSorting: isRemote,
    manualPagination: isRemote,
    rowCount: total,
    state: {
      sorting: query.sort === null ? [] : [{ id: query.sort.id, desc: query.sort.descending }],
      pagination: { pageIndex: page, pageSize: size },
    },
  });
  const change = (part: Partial<TableQuery>): void => (remote?.onQuery ?? setLocal)({ ...query, page: 0, ...part });
  return {
    query: { ...query, page },
    change,
    shown: table.getRowModel().rows.map((row) => row.original),
    listed: table.getPrePaginatedRowModel().rows.map((row) => row.original),
    total,
    estimated: remote?.estimated === true,
    pages,
  };
};
