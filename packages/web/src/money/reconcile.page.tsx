import type { ReactNode } from 'react';
import { useTab } from '../list-page/use-tab.ts';
import { ListTabs } from '../ui/list-tabs.tsx';
import { ComparedDays } from './compared-days.tsx';
import { Differences } from './differences.tsx';
import { reconcileTexts as texts } from './reconcile-texts.ts';

const lists = { differences: Differences, days: ComparedDays } as const;
const all = ['differences', 'days'] as const;

/** /admin_reconcile: how lists of payment providers and ours differ, and what was compared; `?tab=` says which. */
export default function ReconcilePage(): ReactNode {
  const [tab, choose] = useTab(all);
  const List = lists[tab];
  return (
    <List key={tab} tabs={<ListTabs label={texts.tab} tabs={all} names={texts.tabs} tab={tab} onTab={choose} />} />
  );
}
