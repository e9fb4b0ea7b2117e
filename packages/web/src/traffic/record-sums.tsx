import type { ReactNode } from 'react';
import { Facts, type Fact } from '../ui/facts.tsx';
import { DailyChart } from './daily-chart.tsx';
import type { DayUse } from './daily-use.ts';

interface RecordSumsProps {
  /** What the sums are called. */
  readonly label: string;
  readonly facts: readonly Fact[];
  readonly days: readonly DayUse[];
  /** The chart in one sentence. */
  readonly chart: string;
}

/** What the listed records come to, and their days as bars beside it. */
export const RecordSums = ({ label, facts, days, chart }: RecordSumsProps): ReactNode => (
  <div className="sp-two" style={{ paddingBottom: 16 }}>
    <Facts label={label} facts={facts} />
    <DailyChart days={days} label={chart} />
  </div>
);
