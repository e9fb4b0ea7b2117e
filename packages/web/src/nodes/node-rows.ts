import type { InstallView } from '@skyport/contract/install';
import type { NodeLive } from '@skyport/contract/node-health';
import { nodesCalls, type NodeView } from '@skyport/contract/nodes';
import { useMemo } from 'react';
import { useCall } from '../api/index.ts';
import { waitingOf } from './health/figures.ts';
import { useLive } from './health/use-live.ts';
import { useInstalls } from './install/use-installs.ts';

/** How often the nodes are read again, in ms: sooner while one is about to join. */
const LIST_MS = 15_000;
const JOIN_MS = 2000;

const none: readonly never[] = [];

/** A node with what else the panel knows about it; undefined until that was loaded. */
export interface NodeRow extends NodeView {
  readonly install: InstallView | undefined;
  readonly live: NodeLive | undefined;
}

/** Nodes with their installations and their live state, which is newer than that of the list. */
const nodeRows = (
  nodes: readonly NodeView[],
  installs: ReadonlyMap<string, InstallView>,
  lives: ReadonlyMap<string, NodeLive>,
): readonly NodeRow[] =>
  nodes.map((node) => {
    const live = lives.get(node._id);
    return { ...node, ...(live && newerOf(live)), install: installs.get(node._id), live };
  });

const newerOf = ({ enrolled, health, troubles, reached_at, speed }: NodeLive): Partial<NodeView> => ({
  enrolled,
  health,
  status: health === 'healthy' || health === 'degraded',
  troubles,
  reached_at,
  speed,
});

/** The nodes and all that is known about them; `waiting` counts what waits for an admin. */
export const useNodeRows = (joining: boolean) => {
  const read = useCall(nodesCalls.list, {}, { refetchEvery: joining ? JOIN_MS : LIST_MS });
  const installs = useInstalls();
  const lives = useLive();
  const rows = useMemo(() => read.data && nodeRows(read.data, installs, lives), [read.data, installs, lives]);
  const waiting = [...lives.values()].reduce((sum, live) => sum + waitingOf(live), 0);
  return { read, nodes: read.data ?? none, rows, installs, waiting };
};
