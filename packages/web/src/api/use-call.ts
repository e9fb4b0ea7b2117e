import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ToastText } from '../ui/toasts.ts';
import { callServer } from './client.ts';
import type { ReadMeta } from './query-client.ts';

/** How a read behaves. */
export interface CallOptions {
  /** False waits (for example until somebody is logged in). */
  readonly enabled?: boolean;
  /** Reads again at this interval, in milliseconds. */
  readonly refetchEvery?: number;
  /** Says nothing about a failure: for calls that run beside the page. */
  readonly silent?: boolean;
  /** Toast of a refusal or fault; a failed network and an expired session have texts of their own. */
  readonly failed?: ToastText;
}

/** Key of a read: the call's path, then its input; changes invalidate by path prefix. */
export const callKey = (row: BuiltCall, input?: unknown): readonly unknown[] =>
  input === undefined ? [row.path] : [row.path, input];

/** Reads a call of the table and keeps its answer; the page shows the last answer while a new one is fetched. */
export const useCall = <C extends BuiltCall>(
  row: C,
  input: Input<C>,
  options: CallOptions = {},
): UseQueryResult<Output<C>> =>
  useQuery<Output<C>>({
    queryKey: callKey(row, input),
    queryFn: async () => callServer(row, input),
    meta: { silent: options.silent ?? false, ...(options.failed && { failed: options.failed }) } satisfies ReadMeta,
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
    ...(options.refetchEvery !== undefined && { refetchInterval: options.refetchEvery }),
  });
