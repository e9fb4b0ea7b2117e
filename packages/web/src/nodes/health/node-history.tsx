import { Group, SegmentedControl, Text } from '@mantine/core';
import { nodeHealthCalls as calls } from '@skyport/contract/node-health';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './health.module.css';
import { HistoryChart } from './history-chart.tsx';
import type { ChartKind } from './rules.ts';
import { historyTexts as texts } from './window-texts.ts';

const KINDS: readonly ChartKind[] = ['down', 'up', 'load', 'latency', 'online'];
const POINT_MS = 60_000;

/** Bandwidth, load, latency and users of a node over a range of time. */
export const NodeHistory = ({ nodeId }: { nodeId: string }): ReactNode => {
  const [hours, setHours] = useState(24);
  const history = useCall(calls.history, { id: nodeId, hours }, { refetchEvery: POINT_MS, silent: true });
  return (
    <section className="sp-stack" aria-label={texts.title}>
      <Group justify="space-between">
        <h3 className="sp-h2">{texts.title}</h3>
        <SegmentedControl
          aria-label={texts.range}
          value={String(hours)}
          onChange={(value) => setHours(Number(value))}
          data={Object.entries(texts.ranges).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <Loaded of={history} height={220}>
        {(points) => {
          const lost = points.reduce((sum, point) => sum + point.lost, 0);
          return points.length === 0 ? (
            <p className={classes.empty}>{texts.empty}</p>
          ) : (
            <>
              <div className={classes.charts}>
                {KINDS.map((kind) => (
                  <HistoryChart key={kind} kind={kind} points={points} hours={hours} now={history.dataUpdatedAt} />
                ))}
              </div>
              {lost > 0 && (
                <Text size="sm" c="var(--sp-dim)">
                  {texts.lost(lost)}
                </Text>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
};
