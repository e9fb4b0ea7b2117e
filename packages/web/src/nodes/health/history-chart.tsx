import type { NodePoint } from '@skyport/contract/node-health';
import type { ReactNode } from 'react';
import { shopTime } from '../../ui/shop-time.ts';
import classes from './health.module.css';
import { CHART_STEPS, type ChartKind, chartSteps, chartText, summaryOf } from './rules.ts';
import { historyTexts as texts } from './window-texts.ts';

/** The drawing's own height; its width is one unit a column, and it is stretched to the room there is. */
const HEIGHT = 100;
/** A column with any value at all shows at least this much. */
const LEAST = 2;

/** How high a column is. Where even the peak is told as nothing, no column fills the drawing. */
const heightOf = (value: number, peak: number, kind: ChartKind): number => {
  if (value === 0) return 0;
  return chartText(kind, peak) === chartText(kind, 0) ? LEAST : Math.max(LEAST, (value / peak) * HEIGHT);
};

interface ChartProps {
  readonly kind: ChartKind;
  readonly points: readonly NodePoint[];
  readonly hours: number;
  /** End of the range, in ms since 1970. */
  readonly now: number;
}

const timeOf = (at: number): string => shopTime(new Date(at).toISOString());

/** The axis has no room for year and seconds. */
const shortTime = (at: number): string => timeOf(at).slice(5, 16);

/** One figure of a node over time as columns; with one sentence as its text alternative. */
export const HistoryChart = ({ kind, points, hours, now }: ChartProps): ReactNode => {
  const steps = chartSteps(points, kind, { hours, now });
  const summary = summaryOf(steps);
  if (!summary) return null;
  const title = texts.charts[kind];
  const peak = chartText(kind, summary.peak);
  const column = (value: number): { readonly y: number; readonly height: number } => {
    const height = heightOf(value, summary.peak, kind);
    return { y: HEIGHT - height, height };
  };
  return (
    <figure className={classes.chart}>
      <figcaption>
        <b>{title}</b>
        <span className="sp-dim">{texts.peak(peak)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${CHART_STEPS} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={84}
        role="img"
        aria-label={texts.label(title, chartText(kind, summary.average), peak)}
      >
        {steps.map(({ at, value }, place) =>
          value === null ? null : (
            <g key={at}>
              <title>{texts.bar(timeOf(at), chartText(kind, value))}</title>
              <rect data-hit x={place} y={0} width={1} height={HEIGHT} />
              <rect x={place + 0.1} width={0.8} {...column(value)} />
            </g>
          ),
        )}
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{shortTime(steps[0]?.at ?? now)}</span>
        <span>{shortTime(now)}</span>
      </div>
    </figure>
  );
};
