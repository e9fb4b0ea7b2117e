import type { LineProtocol, LineSpec } from '@skyport/contract/fleet';
import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { lineSpec } from './spec.ts';
import { linesWithNodes, type LineWithNode } from './line-store.ts';
import { listNodes, type ListedNode } from './store.ts';

export { findSshNode, openEnrolment, type SshNode } from './ssh.ts';
export { listLineSources, type SoldLine } from './line-sources.ts';
export { healthNow, latencyNow, rhythmOf, servesClients, type CheckRhythm } from './health-now.ts';
export { presentAgentItems } from './present.ts';
export { lineTroubleFor, type AddressSwitches } from './line-trouble.ts';
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
