import type { ReactNode } from 'react';
import { traffic } from '../ui/format.ts';
import type { DayUse } from './daily-use.ts';
import { texts } from './texts.ts';

/** The drawing's own units; it is scaled to the width there is. */
const WIDTH = 320;
/** Height of the bars' room, also where the chart fills a column, and of the numbers below it. */
const FLOOR = 112;
const TALL_FLOOR = 240;
const NUMBERS = 24;
const GAP = 8;
/** The most of a day's place that stays free, and the widest bar. */
const GAP_SHARE = 0.3;
const WIDEST = 40;
/** So many days have their number below them. */
const NUMBERED = 10;
/** A day with any use at all shows at least this much. */
const LEAST = 3;
/** Height of a place without a bar. */
const EMPTY = 28;

const barHeight = (used: number, most: number, floor: number): number =>
  used === 0 ? 0 : Math.max(LEAST, (used / most) * (floor - 4));

/** Where the bars of so many days stand, in the drawing's own units. */
const placesOf = (count: number): { readonly step: number; readonly width: number } => {
  const step = (WIDTH + GAP) / count;
  return { step, width: Math.min(WIDEST, step - Math.min(GAP, step * GAP_SHARE)) };
};

interface DailyChartProps {
  readonly days: readonly DayUse[];
  readonly label?: string;
  /** Fills the height of its column. */
  readonly tall?: boolean;
}

/**
 * Bars of what happened on some days, or their places where nothing did; with one sentence as its text alternative:
 * that of the use of ten days unless another is given.
 */
export const DailyChart = ({ days, label, tall = false }: DailyChartProps): ReactNode => {
  const floor = tall ? TALL_FLOOR : FLOOR;
  const height = floor + NUMBERS;
  const most = Math.max(...days.map(({ used }) => used), 1);
  const sum = days.reduce((total, { used }) => total + used, 0);
  const { step, width } = placesOf(days.length);
  // Few bars stand in the middle of their places.
  const free = Math.max(0, (step - GAP - width) / 2);
  const every = Math.ceil(days.length / NUMBERED);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      width="100%"
      className="sp-chart"
      role="img"
      aria-label={label ?? texts.label(traffic(sum))}
    >
      <line x1={0} x2={WIDTH} y1={floor + 0.5} y2={floor + 0.5} stroke="var(--sp-line)" />
      {days.map(({ day, used }, at) => {
        const bar = sum === 0 ? EMPTY : barHeight(used, most, floor);
        const x = at * step + free;
        return (
          <g key={day}>
            <title>{texts.bar(day, traffic(used))}</title>
            <rect x={x} y={0} width={width} height={floor} style={{ fill: 'transparent' }} />
            <rect
              x={x}
              y={floor - bar}
              width={width}
              height={bar}
              rx={Math.min(4, width / 3)}
              className={sum === 0 ? 'sp-chart-empty' : undefined}
            />
            {(days.length - 1 - at) % every === 0 && (
              <text x={x + width / 2} y={height - 6} textAnchor="middle">
                {Number(day.slice(8))}
              </text>
            )}
          </g>
        );
      })}
      {sum === 0 && (
        <text x={WIDTH / 2} y={floor / 2} textAnchor="middle" className="sp-chart-none">
          {texts.none}
        </text>
      )}
    </svg>
  );
};
