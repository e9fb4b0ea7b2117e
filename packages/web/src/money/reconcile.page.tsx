import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ListTabs } from '../ui/list-tabs.tsx';
import { ComparedDays } from './compared-days.tsx';
import { Differences } from './differences.tsx';
import { reconcileTexts as texts } from './reconcile-texts.ts';

const lists = { differences: Differences, days: ComparedDays } as const;
type Tab = keyof typeof lists;
const all = Object.keys(lists) as Tab[];

/** /admin_reconcile: how lists of payment providers and ours differ, and what was compared; `?tab=` says which. */
export default function ReconcilePage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const tab = all.find((each) => each === params.get('tab')) ?? 'differences';
  const List = lists[tab];
  const tabs = (
    <ListTabs
      label={texts.tab}
      tabs={all}
      names={texts.tabs}
      tab={tab}
      onTab={(chosen) => setParams({ tab: chosen }, { replace: true })}
    />
  );
  return <List key={tab} tabs={tabs} />;
}
