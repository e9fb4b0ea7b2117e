import type { InstallView } from '@skyport/contract/install';
import type { ServerType } from '@skyport/contract/nodes';
import { missingFor, type Kit } from './kit.ts';
import { cpusOf } from './script.ts';
import type { InstallRow } from './store.ts';

/** Whether something is under way that must end first. */
export const isBusy = ({ state }: Pick<InstallRow, 'state'>): boolean => state === 'queued' || state === 'running';

/**
 * Why a kit cannot serve a server type; undefined when it can for one of its processors. What the server itself is, and
 * so what it needs, is known only once it was looked at.
 */
export const kitProblem = (kit: Kit, serverType: ServerType): string | undefined => {
  const libc = serverType.startsWith('a') ? 'musl' : 'glibc';
  const missing = cpusOf[serverType].map((cpu) => missingFor(kit, cpu, libc));
  return missing.some((each) => each.length === 0) ? undefined : missing[0]?.join('；');
};

/** A node that was never installed over SSH. */
const NOTHING: Parameters<typeof viewOf>[0] = {
  state: 'idle',
  action: 'upgrade',
  step: '',
  percent: 0,
  error: '',
  host_key: '',
  seen_key: '',
  key_at: '',
  prefix: '',
  version: '',
  previous: '',
  started_at: null,
  finished_at: null,
};

/** An installation as admins see it; without a row that of a node that was never installed over SSH. */
export const presentInstall = (nodeId: string, row: InstallRow | undefined): InstallView => ({
  _id: nodeId,
  ...viewOf(row ?? NOTHING),
});

const viewOf = (
  row: Omit<
    InstallRow,
    'node_id' | 'purge' | 'batch_id' | 'run_id' | 'host_key_kind' | 'host_key_at' | 'seen_key_kind' | 'log_start'
  >,
): Omit<InstallView, '_id'> => ({
  state: row.state,
  action: row.action,
  step: row.step,
  percent: row.percent,
  error: row.error,
  host_key: row.host_key,
  seen_host_key: row.seen_key,
  key_installed: row.key_at !== '',
  prefix: row.prefix,
  version: row.version,
  previous_version: row.previous,
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});
