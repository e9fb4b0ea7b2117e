import { nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { useChange } from '../api/index.ts';
import type { Question } from '../ui/confirm.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { healthTexts } from './health/texts.ts';
import { type FormKind, nodeValues, type NodeValues } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';

const invalidates = [calls.list];

/** The changes of the node screen, with their toasts. */
export const useNodeChanges = () => ({
  save: useChange(calls.update, { done: texts.saved, failed: { prefix: texts.saveFailed }, invalidates }),
  remove: useChange(calls.delete, { done: texts.deleted, failed: { prefix: texts.deleteFailed }, invalidates }),
  reset: useChange(calls.clearUpdatetimes, {
    done: texts.resetDone,
    failed: { prefix: texts.resetFailed },
    invalidates,
  }),
});

interface Doing {
  readonly edit: (kind: FormKind, values: NodeValues, node: NodeView) => void;
  readonly ask: (question: Question) => void;
  readonly show: (node: NodeView) => void;
  readonly join: (node: NodeView) => Promise<void>;
  readonly changes: ReturnType<typeof useNodeChanges>;
  /** What can be done over SSH. */
  readonly work: (node: NodeView) => readonly RowAction[];
}

/** What can be done with one node. */
export const nodeActions = (node: NodeView, { edit, ask, show, join, changes, work }: Doing): readonly RowAction[] => [
  { label: texts.edit, first: true, run: () => edit('edit', nodeValues(node, 'edit'), node) },
  { label: healthTexts.details, first: node.enrolled, run: () => show(node) },
  ...work(node),
  { label: node.enrolled ? texts.joinAgain : texts.join, first: !node.enrolled, run: () => void join(node) },
  { label: texts.copy, run: () => edit('copy', nodeValues(node, 'copy'), node) },
  {
    label: texts.reset,
    run: () =>
      ask({
        title: texts.resetTitle,
        text: texts.resetText(node.name),
        run: () => changes.reset.run({ id: node._id }),
      }),
  },
  {
    label: texts.delete,
    danger: true,
    run: () =>
      ask({
        title: texts.deleteTitle,
        text: texts.deleteText(node.name),
        run: () => changes.remove.run({ id: node._id }),
      }),
  },
];
