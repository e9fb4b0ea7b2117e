import { CallError } from '@skyport/contract/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast, type ToastText } from '../ui/toasts.ts';
import { NETWORK_FAILURE } from './client.ts';
import { toastCommonFailure } from './errors-to-toast.ts';

/** How a read reports its failure. */
export interface ReadMeta extends Record<string, unknown> {
  readonly silent?: boolean;
  readonly failed?: ToastText;
}

/** Retries once when the network failed. A refusal is not retried: the server would answer the same. */
const isWorthRetry = (failures: number, problem: unknown): boolean =>
  failures < 1 && problem instanceof CallError && problem.code === NETWORK_FAILURE;

/**
 * A part of the page that appears just after a read has failed reads again at once. A second failure within this time,
 * in ms, belongs to that and not to a button somebody pressed: it gets no second toast.
 */
const SAME_MOMENT_MS = 1000;

/** The cache of everything read. The toast of a failure is shown here, after the last attempt, so that there is only one. */
export const newQueryClient = (retry = true): QueryClient => {
  const toastAt = new WeakMap<object, number>();
  return new QueryClient({
    defaultOptions: { queries: { retry: retry && isWorthRetry, staleTime: 15_000, refetchOnWindowFocus: true } },
    queryCache: new QueryCache({
      onError: (problem, query) => {
        const { silent, failed } = (query.meta ?? {}) as ReadMeta;
        if (silent) return;
        const now = Date.now();
        const hasToast = now - (toastAt.get(query) ?? -SAME_MOMENT_MS) < SAME_MOMENT_MS;
        toastAt.set(query, now);
        if (hasToast || toastCommonFailure(problem) || !failed) return;
        showToast(failed, 'error');
      },
    }),
  });
};
