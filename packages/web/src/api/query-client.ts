import { CallError } from '@skyport/contract/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast, type ToastText } from '../ui/toasts.ts';
import { NETWORK_FAILURE } from './client.ts';
import { toastCommonFailure } from './errors-to-toast.ts';

/** What a read says about its own failure. */
export interface ReadMeta extends Record<string, unknown> {
  readonly silent?: boolean;
  readonly failed?: ToastText;
}

/** Once more for a network that failed; a code is an answer and asking again would get the same one. */
const worthAnotherTry = (failures: number, problem: unknown): boolean =>
  failures < 1 && problem instanceof CallError && problem.code === NETWORK_FAILURE;

/** A page that is put in place just after a read has failed asks again at once; nobody who presses a button is so quick. */
const SAME_MOMENT_MS = 1000;

/** The cache of everything read. The toast of a failure is shown here, after the last attempt, so that there is only one. */
export const newQueryClient = (retry = true): QueryClient => {
  const toldAt = new WeakMap<object, number>();
  return new QueryClient({
    defaultOptions: { queries: { retry: retry && worthAnotherTry, staleTime: 15_000, refetchOnWindowFocus: true } },
    queryCache: new QueryCache({
      onError: (problem, query) => {
        const { silent, failed } = (query.meta ?? {}) as ReadMeta;
        if (silent) return;
        const now = Date.now();
        const isTold = now - (toldAt.get(query) ?? -SAME_MOMENT_MS) < SAME_MOMENT_MS;
        toldAt.set(query, now);
        if (isTold || toastCommonFailure(problem) || !failed) return;
        showToast(failed, 'error');
      },
    }),
  });
};
