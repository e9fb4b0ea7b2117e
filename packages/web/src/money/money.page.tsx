import type { ReactNode } from 'react';
import { useTab } from '../list-page/use-tab.ts';
import { Claims } from './claims.tsx';
import { Deliveries } from './deliveries.tsx';
import { Health } from './health.tsx';
import { Requests } from './requests.tsx';
import { Tabs, tabs } from './tabs.tsx';
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
  const [tab, choose] = useTab(tabs);
  const List = lists[tab];
  return <List key={tab} tabs={<Tabs tab={tab} onTab={choose} />} />;
}
