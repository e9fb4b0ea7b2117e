import type { NodeView } from '@skyport/contract/nodes';
import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Window } from '../../ui/window.tsx';
import { healthTexts as texts } from './texts.ts';

const NodeBody = lazyPart(() => import('./node-body.tsx'));

/** The window with a node's health and history; its code is fetched when it opens. Undefined keeps it closed. */
export const NodeWindow = ({ node, onClose }: { node: NodeView | undefined; onClose: () => void }): ReactNode => (
  <Window opened={node !== undefined} onClose={onClose} size="xl" waits={480} title={node && texts.title(node.name)}>
    {node && <NodeBody key={node._id} node={node} />}
  </Window>
);
