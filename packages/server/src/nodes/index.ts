import type { LineProtocol, LineSpec } from '@skyport/contract/fleet';
import type { Db } from '@skyport/db';
import type { LineSource } from '@skyport/documents/model';
import type { Deps } from '../platform/deps.ts';
import { basePort, borrowedName, countryOf } from './rules.ts';
import { shownChoices } from './present.ts';
import { lineNames, lineSpec, shownSecrets } from './spec.ts';
import { linesWithNodes, type LineWithNode } from './line-store.ts';
import { listEntries } from './entry-store.ts';
import { listNodes, type ListedNode } from './store.ts';

export { findSshNode, openEnrolment, type SshNode } from './ssh.ts';
export { healthNow, type CheckRhythm } from './health-now.ts';
export { presentAgentItem } from './present.ts';
export { addProbeUse, findProbeUser, type ProbeUser } from './line-test/probe-user-store.ts';
export { addToLineCounters, billingLines, type BillingLine } from './line-use-store.ts';
export { addPush, bumpCatalogue, eraseSshSecret, listNodeIds, listNodes } from './store.ts';

/** A line as the fleet needs it: what the engine opens, and what decides who may use it. */
export interface FleetLine {
  readonly id: string;
  readonly num: number;
  readonly protocol: LineProtocol;
  readonly scalePpm: number;
  readonly isPublic: boolean;
  readonly spec: LineSpec;
  readonly bridge: 'none' | 'cf_cdn' | 'report';
  readonly permissionRequire: string | null;
  readonly disableForAgency: boolean;
  readonly entryVisible: boolean;
}

/** A node as the fleet needs it. `address` and `ctrlPort` lead to the agent, `probePort` to what clients dial. */
export interface FleetNode {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly ctrlPort: number;
  readonly probePort: number;
  readonly linkMbps: number;
  readonly enabled: boolean;
  readonly warp: boolean;
  readonly openLog: boolean;
  /** From where its control port may be reached; empty for everywhere. */
  readonly panelNetworks: readonly string[];
  readonly lines: readonly FleetLine[];
}

/** All nodes with their lines and keys. */
export const listFleetNodes = async (db: Db, deps: Pick<Deps, 'secrets'>): Promise<FleetNode[]> => {
  const [nodes, lines] = [await listNodes(db), await linesWithNodes(db)];
  const byNode = Map.groupBy(lines, (line) => line.node_id);
  return nodes.map((node) => fleetNode(node, byNode.get(node.id) ?? [], deps));
};

const fleetNode = (node: ListedNode, lines: readonly LineWithNode[], deps: Pick<Deps, 'secrets'>): FleetNode => ({
  id: node.id,
  name: node.name,
  address: node.ip || node.host,
  ctrlPort: node.ctrl_port,
  probePort: node.public_port ?? node.port ?? node.zz_port ?? node.ctrl_port,
  linkMbps: node.link_mbps,
  enabled: node.enabled,
  warp: node.warp,
  openLog: node.open_log,
  panelNetworks: node.panel_networks,
  lines: lines.flatMap((row) => {
    const spec = lineSpec(row, deps);
    return spec ? [fleetLine(row, spec)] : [];
  }),
});

const fleetLine = (row: LineWithNode, spec: LineSpec): FleetLine => ({
  id: row.id,
  num: row.num,
  protocol: row.protocol,
  scalePpm: row.scale_ppm,
  isPublic: row.is_public,
  spec,
  bridge: row.bridge,
  permissionRequire: row.permission_id,
  disableForAgency: row.disable_for_agency,
  entryVisible: row.entry_visible ?? false,
});

/** A line as documents need it, and whether it is open to accounts with nothing left to charge. */
export type SoldLine = LineSource & { readonly isPublic: boolean };

/** Everything that subscription documents are made of, deleted rows left out. */
export const listLineSources = async (db: Db): Promise<SoldLine[]> => {
  const [nodes, lines, entries] = [await listNodes(db), await linesWithNodes(db), await listEntries(db)];
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  return lines.flatMap((line) => {
    const node = nodeOf.get(line.node_id);
    if (!node) return [];
    const entry = line.entry_id === null ? undefined : entryOf.get(line.entry_id);
    return [
      {
        line: sourceLine(line),
        node: sourceNode(node),
        entry: entry ? { ip: entry.ip, ipList: entry.ip_list, visible: entry.visible } : null,
        isPublic: line.is_public,
      },
    ];
  });
};

const sourceLine = (row: LineWithNode): LineSource['line'] => ({
  id: row.id,
  num: row.num,
  name: row.name,
  protocol: row.protocol,
  bridge: row.bridge,
  scalePpm: row.scale_ppm,
  copies: row.copies,
  ...shownChoices(row),
  index: row.position,
  portOffset: row.port_offset,
  publicSecrets: {
    ...shownSecrets(row.public_secrets),
    ...(row.protocol === 'reality' && { serverName: borrowedName(lineNames(row), { host: row.node_host }) }),
  },
});

/** Documents dial whatever stands here, so a node that only names an entry's port still has its listening port. */
const sourceNode = (row: ListedNode): LineSource['node'] => ({
  ip: row.ip,
  host: row.host,
  port: row.port ?? basePort({ ctrlPort: 0, port: null, publicPort: row.public_port, zzPort: row.zz_port }) ?? null,
  publicPort: row.public_port,
  zzPort: row.zz_port,
  index: row.position,
  country: countryOf(row.country),
  // Nobody would answer a client that dials a node without an agent.
  enabled: row.enabled && row.enrolled,
});
