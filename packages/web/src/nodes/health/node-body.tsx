import { Alert } from '@mantine/core';
import { nodeHealthCalls as calls, type NodeLive } from '@skyport/contract/node-health';
import type { NodeView } from '@skyport/contract/nodes';
import type { ReactNode } from 'react';
import { useCall } from '../../api/index.ts';
import { Facts } from '../../ui/facts.tsx';
import { shopTime } from '../../ui/shop-time.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { statusText, statusTone } from '../node-status.tsx';
import { faultText } from '../../ui/fault-texts.ts';
import { troubleText } from '../troubles.ts';
import dots from '../nodes.module.css';
import classes from './health.module.css';
import { NodeHistory } from './node-history.tsx';
import { factsOf } from './rules.ts';
import { NodeUndo } from './undo-form.tsx';
import { nowTexts as texts } from './window-texts.ts';

const LIVE_MS = 5000;

/** A node as it is right now and as it was: health with its reasons, what its agent says, and charts. */
export default function NodeBody({ node }: { node: NodeView }): ReactNode {
  const live = useCall(calls.live, { id: node._id }, { refetchEvery: LIVE_MS, silent: true });
  return (
    <div className="sp-stack">
      <Loaded of={live} height={280}>
        {([now]) => now && <Now node={node} live={now} at={live.dataUpdatedAt} />}
      </Loaded>
      <NodeHistory nodeId={node._id} />
      <NodeUndo nodeId={node._id} />
    </div>
  );
}

const Now = ({ node, live, at }: { node: NodeView; live: NodeLive; at: number }): ReactNode => {
  const shown = {
    ...node,
    enrolled: live.enrolled,
    health: live.health,
    reached_at: live.reached_at,
    troubles: live.troubles,
  };
  return (
    <>
      <div className="sp-row sp-between" role="status">
        <b>
          <i className={dots.dot} data-tone={statusTone(shown)} aria-hidden />
          {statusText(shown)}
        </b>
        <span className="sp-dim sp-small">
          {live.reached_at === null ? texts.neverReached : texts.reached(shopTime(live.reached_at))}
          {live.missed > 0 && ` · ${texts.missed(live.missed)}`}
        </span>
      </div>
      {live.troubles.length === 0 ? (
        live.health === 'healthy' && <p className={classes.note}>{texts.noReason}</p>
      ) : (
        <ul className={classes.reasons} aria-label={texts.reasons}>
          {live.troubles.map((one) => (
            <li key={`${one.code} ${one.detail}`}>
              {troubleText({ ...one, detail: '' })}
              {one.detail !== '' && <code className={classes.detail}>{faultText(one.detail)}</code>}
            </li>
          ))}
        </ul>
      )}
      <Said live={live} at={at} />
    </>
  );
};

const Said = ({ live, at }: { live: NodeLive; at: number }): ReactNode => {
  if (live.agent === null) return <p className={classes.note}>{texts.noFacts}</p>;
  return (
    <>
      {live.health === 'unknown' ? (
        <Alert color="gray">{texts.notChecked}</Alert>
      ) : (
        live.missed > 0 && <Alert color="orange">{texts.stale}</Alert>
      )}
      <Facts
        label={texts.facts}
        facts={factsOf(live, live.agent, at).map(({ label, value, tone }) => [label, value, tone])}
      />
    </>
  );
};
