import type { DayFigures } from '@skyport/contract/statistics';
import type { ReactNode } from 'react';
import { useSmallDesk } from '../ui/use-phone.ts';
import { type Series, totalOf } from './charts.ts';
import { texts } from './texts.ts';

/** The drawing's own units, on a desk and below that; it is scaled to the width there is. */
const WIDTH = 480;
const SMALL_WIDTH = 340;
const HEIGHT = 150;
const FLOOR = 124;
/** A day with anything at all shows at least this much. */
const LEAST = 2;
/** As many days as have their date below; of more every so many. */
const MOST_LABELS = 8;
const MONTH_AND_DAY = 5;

const barHeight = (value: number, most: number): number =>
  value <= 0 ? 0 : Math.max(LEAST, (value / most) * (FLOOR - 6));

/** Which days have their date below: not so many that they lie over each other, the last one among them. */
const isLabelled = (at: number, count: number): boolean => (count - 1 - at) % Math.ceil(count / MOST_LABELS) === 0;

/** Where the date of a day stands: below its bar, the last one so that it is not cut off. */
const placeOf = (
  at: number,
  count: number,
  width: number,
): { readonly x: number; readonly textAnchor: 'middle' | 'end' } =>
  at === count - 1 && count > MOST_LABELS
    ? { x: width, textAnchor: 'end' }
    : { x: ((at + 0.5) * width) / count, textAnchor: 'middle' };

interface DayChartProps {
  /** Oldest first. */
  readonly days: readonly DayFigures[];
  readonly of: Series;
}

const labelOf = ({ days, of }: DayChartProps): string => {
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const said = of.adds ? texts.charts.label : texts.charts.peak;
  return said(of.name, from, to, totalOf(of, days).replace(/^\S+ /, ''));
};

/** Bars over the days, with one sentence as its text alternative. */
export const DayChart = ({ days, of }: DayChartProps): ReactNode => {
  const width = useSmallDesk() ? SMALL_WIDTH : WIDTH;
  const most = Math.max(...days.map(of.value), 0);
  const step = width / Math.max(days.length, 1);
  const gap = Math.min(8, step / 4);
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width="100%"
      className="sp-chart"
      role="img"
      aria-label={labelOf({ days, of })}
    >
      <line x1={0} x2={width} y1={FLOOR + 0.5} y2={FLOOR + 0.5} stroke="var(--sp-line)" />
      {days.map((day, at) => {
        const height = barHeight(of.value(day), most);
        return (
          <g key={day.day}>
            <title>{texts.charts.bar(day.day, of.show(of.value(day)))}</title>
            <rect x={at * step} y={0} width={step} height={FLOOR} style={{ fill: 'transparent' }} />
            <rect x={at * step + gap / 2} y={FLOOR - height} width={step - gap} height={height} rx={Math.min(3, gap)} />
            {isLabelled(at, days.length) && (
              <text {...placeOf(at, days.length, width)} y={HEIGHT - 8}>
                {day.day.slice(MONTH_AND_DAY)}
              </text>
            )}
          </g>
        );
      })}
      {most === 0 && (
        <text x={width / 2} y={FLOOR / 2} textAnchor="middle" className="sp-chart-none">
          {texts.charts.none}
        </text>
      )}
    </svg>
  );
};
