import type { EntryView } from '@skyport/contract/nodes-entries';
import type { LineView } from '@skyport/contract/nodes-lines';
import type { AgentItem, NodeView } from '@skyport/contract/nodes';
import type { LineSource } from '@skyport/documents/model';
import { PPM } from '../platform/ppm.ts';
import { sha256 } from '../platform/secrets.ts';
import { healthNow, isNormal, latencyNow, type CheckRhythm } from './health-now.ts';
import { lineTrouble } from './line-trouble.ts';
import { countryOf } from './rules.ts';
import type { EntryRow } from './entry-store.ts';
import type { ListedLine } from './line-store.ts';
import type { ListedNode } from './store.ts';

const MARK_LENGTH = 16;

/** Tells whether a secret was stored anew, and nothing of it: its ciphertext differs each time. */
const markOf = (encrypted: Buffer | null): string =>
  encrypted === null ? '' : sha256(encrypted.toString('base64')).toString('hex').slice(0, MARK_LENGTH);

/** A node as admins see it; the SSH password never leaves the server. */
export const presentNode = (row: ListedNode, rhythm: CheckRhythm): NodeView => {
  const { name, flag } = countryOf(row.country);
  const { health, troubles } = healthNow(row, rhythm);
  return {
    _id: row.id,
    index: row.position,
    name: row.name,
    country: { name, flag },
    type: row.type,
    ip: row.ip,
    host: row.host,
    ctrl_port: row.ctrl_port,
    zz_port: row.zz_port,
    port: row.port,
    public_port: row.public_port,
    desc: row.description,
    warp: row.warp,
    warp_keys: '',
    has_warp_keys: row.warp_keys_enc !== null,
    warp_keys_mark: markOf(row.warp_keys_enc),
    open_log: row.open_log,
    serverType: row.server_type,
    ssh_port: row.ssh_port,
    ssh_username: row.ssh_username,
    ssh_password: '',
    has_ssh_password: row.ssh_password_enc !== null,
    ssh_password_mark: markOf(row.ssh_password_enc),
    enabled: row.enabled,
    panel_networks: row.panel_networks,
    link_mbps: row.link_mbps,
    status: isNormal(health),
    health,
    troubles,
    reached_at: row.reached_at?.toISOString() ?? null,
    enrolled: row.enrolled,
    join_problem: row.join_problem,
    speed: latencyNow(row, { health, troubles }),
    agent_version: row.agent_version ?? '',
    updateConfigTimes: row.config_pushes,
  };
};

/** The nodes that customers see. */
export const presentAgentItems = (rows: readonly ListedNode[], rhythm: CheckRhythm): AgentItem[] =>
  rows.filter(({ enabled }) => enabled).map((row) => presentAgentItem(row, rhythm));

const presentAgentItem = (row: ListedNode, rhythm: CheckRhythm): AgentItem => {
  const { name, flag } = countryOf(row.country);
  return {
    _id: row.id,
    name: row.name,
    desc: row.description,
    country: { name, flag },
    speed: latencyNow(row, healthNow(row, rhythm)),
    orderID: row.position,
  };
};

/** An entry as admins see it. */
export const presentEntry = (row: EntryRow): EntryView => ({
  _id: row.id,
  index: row.position,
  name: row.name,
  ip: row.ip,
  ipList: row.ip_list,
  desc: row.description,
  visible: row.visible,
});

/** What a line's form decides about how customers get it, under the names of the contract and of documents. */
export const shownChoices = (
  row: Pick<ListedLine, 'fix_name' | 'disable_for_agency' | 'permission_id' | 'bridge_addr' | 'ip' | 'host'>,
): Pick<LineView, 'fixName' | 'disableForAgency' | 'permissionRequire' | 'bridgeAddr' | 'ip' | 'host'> => ({
  fixName: row.fix_name,
  disableForAgency: row.disable_for_agency,
  permissionRequire: row.permission_id,
  bridgeAddr: row.bridge_addr,
  ip: row.ip,
  host: row.host,
});

/** A line as admins see it; `source` is what documents make of it, where they could make something of it. */
export const presentLine = (row: ListedLine, source: LineSource | undefined): LineView => ({
  _id: row.id,
  index: row.position,
  name: row.name,
  agentID: row.node_id,
  protocol: row.protocol,
  bridge: row.bridge,
  entryID: row.entry_id,
  scale: row.scale_ppm / PPM,
  num: row.copies,
  public: row.is_public,
  ...shownChoices(row),
  realityTarget: row.reality_target,
  hot: row.hot,
  msg: [source && lineTrouble(source), row.msg].filter(Boolean).join('\n'),
});
