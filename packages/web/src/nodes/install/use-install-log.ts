import { installCalls as calls, type InstallView } from '@skyport/contract/install';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { callServer } from '../../api/index.ts';
import { withAnswer } from './progress.ts';
import { isBusy } from './rules.ts';

/** A log as far as it was read, and the installation that it belongs to. */
export interface InstallLog {
  readonly install: InstallView;
  readonly text: string;
  readonly next: number;
  readonly started: string | null;
}

/** How often the log is read on, in ms. */
const BUSY_MS = 1000;
const IDLE_MS = 5000;

const readOn = async (id: string, read: InstallLog | undefined): Promise<InstallLog> => {
  const asked = read?.next ?? 0;
  const answer = await callServer(calls.log, { id, offset: asked });
  // Another installation has begun: the answer is the middle of its log.
  if (read && asked > 0 && answer.install.started_at !== read.started) return readOn(id, undefined);
  const before = read ?? { text: '', next: 0, started: null };
  return { install: answer.install, ...withAnswer(before, asked, answer) };
};

/** The log of a node's last installation; only what is new is fetched, every second while the panel is at work. */
export const useInstallLog = (id: string): UseQueryResult<InstallLog> => {
  const client = useQueryClient();
  const queryKey = [calls.log.path, id];
  return useQuery({
    queryKey,
    queryFn: async () => readOn(id, client.getQueryData<InstallLog>(queryKey)),
    refetchInterval: ({ state }) => (isBusy(state.data?.install) ? BUSY_MS : IDLE_MS),
    staleTime: 0,
    meta: { silent: true },
  });
};
