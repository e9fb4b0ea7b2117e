import type { NodeSpec } from '@skyport/contract/fleet';
import type { FleetLine, FleetNode } from '../../nodes/index.ts';

/** A node with these lines, as models are made from it. */
export const modelNode = (lines: readonly FleetLine[], change: Partial<FleetNode> = {}): FleetNode => ({
  id: 'n',
  name: 'n',
  address: '127.0.0.1',
  ctrlPort: 1,
  probePort: 1,
  linkMbps: 1,
  enabled: true,
  warp: false,
  openLog: false,
  panelNetworks: [],
  lines,
  ...change,
});

/** What its agent is told of the node itself. */
export const modelSpec: NodeSpec = { timezone: 'Asia/Shanghai', openLog: false, warp: false, allowPrivate: false };
