import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../api/index.ts';
import type { RemoteRows, TableQuery } from '../ui/data-table/use-table-model.ts';
import { useFind } from './use-find.ts';

/** How a list is asked for that the server searches, sorts and cuts into pages. */
interface PagedList<C extends BuiltCall, Filters> {
  readonly call: C;
  /**
   * What the server is sent for a part of the list and the filters that the page adds. The part's size is a number of
   * rows: whoever wants all gets the most that one call answers.
   */
  readonly input: (query: TableQuery, filters: Filters) => Input<C>;
  /** The part that the page opens with. */
  readonly start: TableQuery;
  readonly filters: Filters;
  /** The most rows that one call answers. */
  readonly most: number;
  /** Reads again at this interval, in ms; without it when something says so. */
  readonly refetchEvery?: number;
}

/**
 * Reads a remote list, searched for what the address says. `choose` sets filters and returns to page 1; `remote` is
 * what the table needs.
 */
export const usePagedList = <C extends BuiltCall, Filters>({
  call,
  input,
  start,
  filters: none,
  most,
  refetchEvery,
}: PagedList<C, Filters>): {
  readonly read: UseQueryResult<Output<C>>;
  readonly filters: Filters;
  readonly choose: (part: Partial<Filters>) => void;
  readonly remote: RemoteRows;
} => {
  const find = useFind();
  const [found, setFound] = useState(find);
  const [query, onQuery] = useState({ ...start, search: find || start.search });
  const [filters, setFilters] = useState(none);
  if (find !== found) {
    setFound(find);
    onQuery({ ...start, search: find });
  }
  const size = query.size === 0 ? most : query.size;
  const read = useCall(call, input({ ...query, size }, filters), {
    ...(refetchEvery !== undefined && { refetchEvery }),
  });
  const choose = (part: Partial<Filters>): void => {
    setFilters({ ...filters, ...part });
    onQuery({ ...query, page: 0 });
  };
  const { total = 0, estimated } = (read.data ?? {}) as { readonly total?: number; readonly estimated?: boolean };
  return { read, filters, choose, remote: { total, estimated, most, query, onQuery } };
};
