import { trafficCalls } from '@skyport/contract/traffic';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/index.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { traffic } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { usePhone } from '../ui/use-phone.ts';
import { DailyChart } from './daily-chart.tsx';
import { dailyUse } from './daily-use.ts';
import { texts } from './texts.ts';

/** The page of every record. */
const RECORDS = '/traffic_records';

/** The traffic of the last 10 days of the logged-in account. `today` is the product's day, `YYYY-MM-DD`. */
export const TenDaysCard = ({ today }: { today: string }): ReactNode => {
  const records = useCall(trafficCalls.myTrafficRecords, {}, { silent: true });
  // On a desktop the card fills the height of the client list next to it.
  const tall = !usePhone();
  const hasRecords = use(BuiltPages)(RECORDS);
  const days = dailyUse(records.data ?? [], today);
  const sum = days.reduce((total, { used }) => total + used, 0);
  return (
    <section className="sp-card sp-stack sp-days">
      <div className="sp-row sp-between">
        <h2 className="sp-h2">{texts.title}</h2>
        {sum > 0 && <span className="sp-dim sp-small">{texts.sum(traffic(sum))}</span>}
      </div>
      <div className="sp-days-chart">
        <Loaded of={records} height={tall ? 264 : 136}>
          {() => <DailyChart days={days} tall={tall} />}
        </Loaded>
      </div>
      {hasRecords && (
        <div className="sp-days-foot">
          <Link to={RECORDS}>{texts.records}</Link>
        </div>
      )}
    </section>
  );
};
