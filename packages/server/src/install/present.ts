import type { InstallView } from '@skyport/contract/install';
import type { InstallRow } from './store.ts';

/** A node that was never installed over SSH. */
const NOTHING: Parameters<typeof viewOf>[0] = {
  state: 'idle',
  action: 'upgrade',
  step: '',
  percent: 0,
  reason: null,
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
  reason: row.reason,
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
