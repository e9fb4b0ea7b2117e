import { Skeleton } from '@mantine/core';
import type { NodeView } from '@skyport/contract/nodes';
import { lazy, type ReactNode, Suspense } from 'react';
import { Window } from '../../ui/window.tsx';
import { healthTexts as texts } from './texts.ts';

const NodeBody = lazy(() => import('./node-body.tsx'));

/** The window with a node's health and history; its code is fetched when it opens. Undefined keeps it closed. */
export const NodeWindow = ({ node, onClose }: { node: NodeView | undefined; onClose: () => void }): ReactNode => (
  <Window opened={node !== undefined} onClose={onClose} size="xl" title={node && texts.title(node.name)}>
    {node && (
      <Suspense fallback={<Skeleton height={480} />}>
        <NodeBody key={node._id} node={node} />
      </Suspense>
    )}
  </Window>
);
