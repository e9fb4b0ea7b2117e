import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import { useQuery, type Query, type UseQueryResult } from '@tanstack/react-query';
import type { ToastText } from '../ui/toasts.ts';
import { usePerson } from './person.ts';
import type { ReadMeta } from './query-client.ts';
import { isSomebodyElses, readOptions } from './read-options.ts';

/** How a read behaves. */
export interface CallOptions<T = unknown> {
  /** False waits (for example until somebody is logged in). */
  readonly enabled?: boolean;
  /** Reads again at this interval, in milliseconds. */
  readonly refetchEvery?: number;
  /** Says nothing about a failure but an ended session: for calls in the background. */
  readonly silent?: boolean;
  /** Toast of a refusal or fault; a failed network and an expired session have texts of their own. */
  readonly failed?: ToastText;
  /** Code of a refusal that the page tells by itself, in the server's words. */
  readonly told?: number;
  /** The answer is the same for everybody: kept across log-ins; `first` is its initial value. */
  readonly everybodys?: { readonly first: () => T | undefined };
}

/** The answer that is shown while another one is fetched; never one that somebody else was given. */
const before = <T>(previous: T | undefined, query: Query<T> | undefined): T | undefined =>
  query && isSomebodyElses(query) ? undefined : previous;

/** Reads a call of the table and keeps its answer; the page shows the last answer while a new one is fetched. */
export const useCall = <C extends BuiltCall>(
  row: C,
  input: Input<C>,
  options: CallOptions<Output<C>> = {},
): UseQueryResult<Output<C>> => {
  const person = usePerson();
  const { everybodys } = options;
  return useQuery<Output<C>>({
    ...readOptions(row, input, everybodys ? 'everybody' : person),
    meta: {
      silent: options.silent ?? false,
      ...(options.failed && { failed: options.failed }),
      ...(options.told !== undefined && { told: options.told }),
    } satisfies ReadMeta,
    enabled: options.enabled ?? true,
    placeholderData: before as never,
    ...(everybodys && { initialData: everybodys.first as never }),
    ...(options.refetchEvery !== undefined && { refetchInterval: options.refetchEvery }),
  });
};
