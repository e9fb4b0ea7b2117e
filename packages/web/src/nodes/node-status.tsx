import type { NodeView } from '@skyport/contract/nodes';
import type { ReactNode } from 'react';
import { latencyTone } from './latency-tone.ts';
import classes from './nodes.module.css';
import { nodeTexts as texts } from './texts.ts';
import { troubleText } from './troubles.ts';

const tones = {
  unknown: 'none',
  healthy: 'ok',
  degraded: 'warn',
  drifted: 'warn',
  offline: 'bad',
  refused: 'bad',
} as const;

const lacksEngine = ({ troubles }: Pick<NodeView, 'troubles'>): boolean =>
  troubles.some(({ code }) => code === 'engineStopped');

/** A node's state as text. */
export const statusText = (node: NodeView): string => {
  const { enrolled, enabled, health, reached_at } = node;
  if (!enabled) return texts.disabled;
  if (!enrolled) return texts.notJoined;
  if (health === 'degraded' && lacksEngine(node)) return texts.notServing;
  // It answered before; now the panel has not checked it.
  return health === 'unknown' && reached_at !== null ? texts.notChecked : texts.health[health];
};

/** The colour of a node's state. */
export const statusTone = (node: NodeView): (typeof tones)[NodeView['health']] => {
  const { enrolled, enabled, health } = node;
  if (!enabled || !enrolled) return 'none';
  return health === 'degraded' && lacksEngine(node) ? 'bad' : tones[health];
};

/** A node's state: a coloured dot, its name, and why it is not well. */
export const NodeStatus = ({ node }: { node: NodeView }): ReactNode => {
  const reasons = node.troubles.map(troubleText).join('；');
  return (
    <span title={reasons}>
      <i className={classes.dot} data-tone={statusTone(node)} aria-hidden />
      {statusText(node)}
      {reasons !== '' && node.enabled && <span className={classes.reason}>{reasons}</span>}
    </span>
  );
};

/** A node's latency with its colour; a dash when it was not measured. */
export const Latency = ({ ms }: { ms: number | null }): ReactNode =>
  ms === null ? (
    '—'
  ) : (
    <span>
      <i className={classes.dot} data-tone={latencyTone(ms)} aria-hidden />
      {texts.milliseconds(ms)}
    </span>
  );
