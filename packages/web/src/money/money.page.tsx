import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Claims } from './claims.tsx';
import { Deliveries } from './deliveries.tsx';
import { Health } from './health.tsx';
import { Requests } from './requests.tsx';
import { type Tab, Tabs, tabs } from './tabs.tsx';
import { Unclaimed } from './unclaimed.tsx';

const lists = {
  deliveries: Deliveries,
  claims: Claims,
  unclaimed: Unclaimed,
  requests: Requests,
  health: Health,
} as const;

/**
 * /admin_money: what providers notified, what waits for staff, money that is nobody's, and how payments went; `?tab=`
 * says which.
 */
export default function MoneyPage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'deliveries';
  const List = lists[tab];
  const choose = (chosen: Tab): void => setParams({ tab: chosen }, { replace: true });
  return <List key={tab} tabs={<Tabs tab={tab} onTab={choose} />} />;
}
