import { CallError } from '@skyport/contract/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast, type ToastText } from '../ui/toasts.ts';
import { NETWORK_FAILURE } from './client.ts';
import { toastCommonFailure, toastSessionEnd } from './errors-to-toast.ts';
import { onPerson } from './person.ts';
import { isEverybodys, isSomebodyElses } from './read-options.ts';

/** How a read reports its failure. */
export interface ReadMeta extends Record<string, unknown> {
  readonly silent?: boolean;
  readonly failed?: ToastText;
  /** Code of a refusal that the page tells by itself. */
  readonly told?: number;
}

const isNetworkFailure = (problem: unknown): boolean =>
  problem instanceof CallError && problem.code === NETWORK_FAILURE;

/** Retries once when the network failed. A refusal is not retried: the server would answer the same. */
const isWorthRetry = (failures: number, problem: unknown): boolean => failures < 1 && isNetworkFailure(problem);

/**
 * A component that is mounted after a failed read retries at once. A second failure within this time, in ms, gets no
 * second toast: nobody pressed a button for it.
 */
const SAME_MOMENT_MS = 1000;

/**
 * The cache of everything read. The toast of a failure is shown here, after the last attempt, so that there is
 * only one. Without a network reads and changes fail at once: a change that waited would be made later, when
 * nobody expects it.
 */
export const newQueryClient = (retry = true): QueryClient => {
  const toastAt = new WeakMap<object, number>();
  // One failure, whatever was being read.
  const network = {};
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: retry && isWorthRetry,
        staleTime: 15_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (problem, query) => {
        const { silent, failed, told } = (query.meta ?? {}) as ReadMeta;
        if (silent) toastSessionEnd(problem);
        if (silent || (told !== undefined && problem instanceof CallError && problem.code === told)) return;
        const now = Date.now();
        const about = isNetworkFailure(problem) ? network : query;
        const hasToast = now - (toastAt.get(about) ?? -SAME_MOMENT_MS) < SAME_MOMENT_MS;
        toastAt.set(about, now);
        if (hasToast || toastCommonFailure(problem) || !failed) return;
        showToast(failed, 'error');
      },
    }),
  });
  onPerson((left) => forget(client, left));
  return client;
};

/**
 * Forgets what was answered to a person who is gone; a page that somebody has just logged in on keeps
 * what it stands on.
 */
const forget = (client: QueryClient, left: boolean): void => {
  client.removeQueries({ predicate: (query) => (left ? !isEverybodys(query) : isSomebodyElses(query)) });
  if (left) client.getMutationCache().clear();
};
