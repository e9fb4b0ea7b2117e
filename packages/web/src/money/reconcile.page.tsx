import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ListTabs } from '../ui/list-tabs.tsx';
import { ComparedDays } from './compared-days.tsx';
import { Differences } from './differences.tsx';
import { reconcileTexts as texts } from './reconcile-texts.ts';

const lists = { differences: Differences, days: ComparedDays } as const;
type Tab = keyof typeof lists;
const tabs = Object.keys(lists) as Tab[];

/** /admin_reconcile: how lists of payment providers and ours differ, and what was compared; `?tab=` says which. */
export default function ReconcilePage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'differences';
  const List = lists[tab];
  const notice = (
    <ListTabs
      label={texts.tab}
      tabs={tabs}
      names={texts.tabs}
      tab={tab}
      onTab={(chosen) => setParams({ tab: chosen }, { replace: true })}
    />
  );
  return <List key={tab} notice={notice} />;
}
