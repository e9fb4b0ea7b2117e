import type { InstallView } from '@skyport/contract/install';
import type { NodeLive } from '@skyport/contract/node-health';
import type { EntryView } from '@skyport/contract/nodes-entries';
import type { LineView } from '@skyport/contract/nodes-lines';
import type { NodeView } from '@skyport/contract/nodes';
import { newLine, newNode } from './rules.ts';

/** Ids in the shape of the wire. */
export const idOf = (n: number): string => `01970000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A healthy node. */
export const sampleNode: NodeView = {
  ...(newNode() as NodeView),
  _id: idOf(1),
  index: 1,
  name: '香港 HGC 01',
  country: { name: '香港', flag: '🇭🇰' },
  ip: '203.0.113.10',
  port: 20_000,
  has_ssh_password: true,
  ssh_password_mark: '0123456789abcdef',
  has_warp_keys: false,
  warp_keys_mark: '',
  panel_networks: [],
  status: true,
  health: 'healthy',
  troubles: [],
  reached_at: '2026-11-01T00:00:00.000Z',
  enrolled: true,
  join_problem: null,
  speed: 46,
  agent_version: '0.1.0',
  updateConfigTimes: 3,
};

/** A relay. */
export const sampleEntry: EntryView = {
  _id: idOf(11),
  index: 1,
  name: '广州入口',
  ip: '198.51.100.1',
  ipList: [],
  desc: '',
  visible: true,
};

/** A line of that node through that relay. */
export const sampleLine: LineView = {
  ...(newLine(sampleNode) as LineView),
  _id: idOf(21),
  name: '香港家宽',
  entryID: sampleEntry._id,
  hot: 0,
  msg: 'tcp ok 46 ms',
};

/** That node's installation: done, and able to go back. */
export const sampleInstall: InstallView = {
  _id: sampleNode._id,
  state: 'done',
  action: 'upgrade',
  step: 'verify',
  percent: 100,
  reason: null,
  error: '',
  host_key: `SHA256:${'a'.repeat(43)}`,
  seen_host_key: '',
  key_installed: true,
  prefix: '/opt/skyport-agent',
  version: '0.1.0',
  previous_version: '0.0.9',
  started_at: '2026-11-01T00:00:00.000Z',
  finished_at: '2026-11-01T00:01:00.000Z',
};

/** That node as it is right now. */
export const sampleLive: NodeLive = {
  node_id: sampleNode._id,
  node_name: sampleNode.name,
  enrolled: true,
  health: 'healthy',
  troubles: [],
  reached_at: '2026-11-01T00:00:00.000Z',
  missed: 0,
  speed: 46,
  open_alarms: 0,
  quarantined_batches: 0,
  new_books: null,
  missing: null,
  up_rate: 125_000,
  down_rate: 2_500_000,
  agent: {
    agent_version: '0.1.0',
    agent_uptime_seconds: 90_000,
    can_cut_tcp: true,
    can_cut_udp: true,
    engine_version: '26.3.27',
    engine_running: true,
    engine_uptime_seconds: 90_000,
    engine_restarts: 0,
    engine_error: '',
    problems: [],
    unacked_batches: 1,
    open_bytes: 1024 ** 2,
    unattributed_bytes: 0,
    load1: 0.42,
    memory_free: 1024 ** 3,
    disk_free: 20 * 1024 ** 3,
    clock_offset_ms: -120,
    certificate_expires: '2036-11-01T00:00:00.000Z',
    online_users: 37,
    generation: 12,
  },
};
