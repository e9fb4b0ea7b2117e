import type { DayFigures } from '@skyport/contract/statistics';
import { traffic, yuan } from '../ui/format.ts';
import { texts } from './texts.ts';

/** Something that is drawn over the days. */
export interface Series {
  readonly name: string;
  readonly value: (day: DayFigures) => number;
  readonly show: (value: number) => string;
  /** Whether the values of days add up to something; people of two days may be the same ones. */
  readonly adds: boolean;
}

/** What is drawn, in its order. */
export const series: readonly Series[] = [
  { name: texts.charts.income, value: ({ income }) => income, show: (n) => texts.yuan(yuan(n)), adds: true },
  {
    name: texts.charts.traffic,
    value: ({ normalTraffic, dayTrafficUse }) => normalTraffic + dayTrafficUse,
    show: traffic,
    adds: true,
  },
  {
    name: texts.charts.users,
    value: ({ normalUserNum, dayUserNum }) => Math.max(normalUserNum, dayUserNum),
    show: texts.charts.people,
    adds: false,
  },
  { name: texts.charts.signs, value: ({ signUseNum }) => signUseNum, show: texts.charts.people, adds: false },
];

/** What is said beside a chart: the sum, or the most of a day. */
export const totalOf = ({ value, show, adds }: Series, days: readonly DayFigures[]): string => {
  const values = days.map(value);
  return adds
    ? texts.charts.sum(show(values.reduce((sum, each) => sum + each, 0)))
    : texts.charts.most(show(Math.max(0, ...values)));
};
