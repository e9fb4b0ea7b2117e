import type { ReactNode } from 'react';
import { useTab } from '../list-page/use-tab.ts';
import { ListTabs } from '../ui/list-tabs.tsx';
import { Canned } from './canned.tsx';
import { Queue } from './queue.tsx';
import { staffTexts as texts } from './texts.ts';

const all = ['queue', 'canned'] as const;

/** /admin_tickets: the queue of tickets and what is answered again and again; `?tab=` says which. */
export default function AdminTicketsPage(): ReactNode {
  const [tab, choose] = useTab(all);
  const List = tab === 'queue' ? Queue : Canned;
  return (
    <List key={tab} tabs={<ListTabs label={texts.tab} tabs={all} names={texts.tabs} tab={tab} onTab={choose} />} />
  );
}
