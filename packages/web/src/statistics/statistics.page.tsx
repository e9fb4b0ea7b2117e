import '../ui/input-styles.ts';
import { SegmentedControl } from '@mantine/core';
import {
  type DayFigures,
  MOST_STATISTICS_DAYS,
  STATISTICS_DAYS,
  statisticsCalls as calls,
} from '@skyport/contract/statistics';
import { type ReactNode, useState } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { useCall, useChange } from '../api/index.ts';
import { csvOf } from '../ui/data-table/csv.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { traffic } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { saveFile } from '../ui/save-file.ts';
import { series, totalOf } from './charts.ts';
import { allColumns, tables } from './columns.tsx';
import { DayChart } from './day-chart.tsx';
import { texts } from './texts.ts';
import classes from './statistics.module.css';

/** Choices of days. */
const RANGES = [STATISTICS_DAYS, 30, 90, 365] as const;
const choices = RANGES.map((days) => ({ value: String(days), label: texts.days(days) }));
/** Today's figures move while somebody looks: pause between two readings, in ms. */
const READ_MS = 60_000;

/** /admin_stastic: what is left, how many are members, and what the last days came to. */
export default function StatisticsPage(): ReactNode {
  const [num, setNum] = useState<number>(STATISTICS_DAYS);
  const read = useCall(calls.basicStastic, { num }, { refetchEvery: READ_MS });
  const days = read.data?.stastic_list;
  return (
    <div className={classes.page}>
      <div className="sp-row sp-between">
        <h1 className="sp-h1">{texts.title}</h1>
        <ExportAll />
      </div>
      <p className={`sp-dim sp-small ${classes.hint}`}>{texts.hint}</p>
      <Loaded of={read} height={96} alone>
        {({ totalRemainingTraffic, activeVipCount }) => (
          <dl className={classes.totals}>
            <Total label={texts.left} value={traffic(totalRemainingTraffic)} />
            <Total label={texts.members} value={texts.charts.people(activeVipCount)} />
          </dl>
        )}
      </Loaded>
      <SegmentedControl
        aria-label={texts.range}
        style={{ justifySelf: 'start' }}
        data={choices}
        value={String(num)}
        onChange={(value) => setNum(Number(value))}
      />
      {days && days.length > 0 && <Charts days={[...days].reverse()} />}
      {/* The card above says what failed, and tries again. */}
      {(days || !read.isError) &&
        tables.map(({ title, columns }) => (
          <section key={title} className="sp-card">
            <DataTable
              label={title}
              level={2}
              rows={days}
              columns={columns}
              rowKey={(row) => row._id}
              rowName={(row) => row.day}
              search={null}
            />
          </section>
        ))}
    </div>
  );
}

const Total = ({ label, value }: { readonly label: string; readonly value: string }): ReactNode => (
  <div className="sp-card">
    <dt className="sp-dim">{label}</dt>
    <dd className={`sp-big ${classes.value}`}>{value}</dd>
  </div>
);

/** Income, use and people over the days; `days` oldest first. */
const Charts = ({ days }: { readonly days: readonly DayFigures[] }): ReactNode => (
  <section className={classes.charts} aria-label={texts.charts.title}>
    {series.map((of) => (
      <figure key={of.name} className={`sp-card ${classes.chart}`}>
        <figcaption className="sp-row sp-between">
          <strong>{of.name}</strong>
          <span className="sp-dim sp-small">{totalOf(of, days)}</span>
        </figcaption>
        <DayChart days={days} of={of} />
      </figure>
    ))}
  </section>
);

/** Saves every day there is as a CSV file. */
const ExportAll = (): ReactNode => {
  const all = useChange(calls.basicStastic, { failed: { prefix: texts.exportFailed } });
  const save = async (): Promise<void> => {
    const answer = await all.run({ num: MOST_STATISTICS_DAYS });
    const [today] = answer?.stastic_list ?? [];
    if (!answer || !today) return;
    saveFile(`${texts.exportName}-${today.day}.csv`, csvOf(allColumns, answer.stastic_list), 'text/csv;charset=utf-8');
  };
  return (
    <BusyButton variant="default" busy={all.busy} onClick={() => void save()}>
      {texts.exportAll}
    </BusyButton>
  );
};
