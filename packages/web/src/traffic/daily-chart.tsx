import type { ReactNode } from 'react';
import { traffic } from '../ui/format.ts';
import type { DayUse } from './daily-use.ts';
import { texts } from './texts.ts';

/** The drawing's own units; it is scaled to the width there is. */
const WIDTH = 320;
const HEIGHT = 136;
const FLOOR = 112;
const GAP = 8;
/** A day with any use at all shows at least this much. */
const LEAST = 3;
/** Height of a place without a bar. */
const EMPTY = 28;

const barHeight = (used: number, most: number): number =>
  used === 0 ? 0 : Math.max(LEAST, (used / most) * (FLOOR - 4));

/** Bars of the use of some days, or their places where there was none; with one sentence as its text alternative. */
export const DailyChart = ({ days }: { days: readonly DayUse[] }): ReactNode => {
  const most = Math.max(...days.map(({ used }) => used), 1);
  const sum = days.reduce((total, { used }) => total + used, 0);
  const step = (WIDTH + GAP) / days.length;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      className="sp-chart"
      role="img"
      aria-label={texts.label(traffic(sum))}
    >
      <line x1={0} x2={WIDTH} y1={FLOOR + 0.5} y2={FLOOR + 0.5} stroke="var(--sp-line)" />
      {days.map(({ day, used }, at) => {
        const height = barHeight(used, most);
        const x = at * step;
        return (
          <g key={day}>
            <title>{texts.bar(day, traffic(used))}</title>
            <rect x={x} y={0} width={step - GAP} height={FLOOR} style={{ fill: 'transparent' }} />
            {sum === 0 ? (
              <rect x={x} y={FLOOR - EMPTY} width={step - GAP} height={EMPTY} rx={4} className="sp-chart-empty" />
            ) : (
              <rect x={x} y={FLOOR - height} width={step - GAP} height={height} rx={4} />
            )}
            <text x={x + (step - GAP) / 2} y={HEIGHT - 6} textAnchor="middle">
              {Number(day.slice(8))}
            </text>
          </g>
        );
      })}
      {sum === 0 && (
        <text x={WIDTH / 2} y={FLOOR / 2} textAnchor="middle" className="sp-chart-none">
          {texts.none}
        </text>
      )}
    </svg>
  );
};
