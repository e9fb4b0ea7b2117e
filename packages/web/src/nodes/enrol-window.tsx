import { nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Window } from '../ui/window.tsx';
import { hasJoined } from './rules.ts';
import { joinTexts as texts } from './texts.ts';

const EnrolBody = lazyPart(() => import('./enrol-body.tsx'));

/** What the window was opened with: a fresh code, and the node as it was then. */
export interface Enrolment {
  readonly node: NodeView;
  readonly code: string;
  /** The line to run on the node's server. */
  readonly command: string;
  /** When the code ends. */
  readonly expires: string;
  /** When it was made, in ms since 1970. */
  readonly since: number;
}

/** Makes codes with which nodes join. */
export const useEnrolment = () => {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const make = useChange(calls.enrolCode, { failed: { prefix: texts.failed }, invalidates: [calls.list] });
  const start = async (node: NodeView): Promise<void> => {
    const since = Date.now();
    const made = await make.run({ id: node._id });
    if (made) setEnrolment({ node, ...made, since });
  };
  return { enrolment, start, busy: make.busy, close: () => setEnrolment(undefined) };
};

interface EnrolWindowProps {
  readonly enrolment: Enrolment | undefined;
  /** The node as the list has it now. */
  readonly node: NodeView | undefined;
  readonly busy: boolean;
  readonly onRenew: (node: NodeView) => void;
  readonly onClose: () => void;
}

/** The one-time code of a node, the command to run on its machine, and whether it has joined. */
export const EnrolWindow = ({ enrolment, node, busy, onRenew, onClose }: EnrolWindowProps): ReactNode => (
  <Window
    opened={enrolment !== undefined}
    onClose={onClose}
    size="lg"
    waits={240}
    title={enrolment && texts.title(enrolment.node.name)}
  >
    {enrolment && (
      <EnrolBody
        enrolment={enrolment}
        problem={node?.join_problem ?? null}
        joined={node !== undefined && hasJoined(enrolment, node)}
        busy={busy}
        onRenew={() => onRenew(node ?? enrolment.node)}
        onClose={onClose}
      />
    )}
  </Window>
);
