import type { InstallView } from '@skyport/contract/install';
import type { NodeView } from '@skyport/contract/nodes';

/** A node with what else the panel knows about it; undefined until that was loaded. */
export interface NodeRow extends NodeView {
  readonly install: InstallView | undefined;
}

/** Nodes with their installations. */
export const nodeRows = (nodes: readonly NodeView[], installs: ReadonlyMap<string, InstallView>): readonly NodeRow[] =>
  nodes.map((node) => ({ ...node, install: installs.get(node._id) }));
