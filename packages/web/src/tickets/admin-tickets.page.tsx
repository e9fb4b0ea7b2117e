import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ListTabs } from '../ui/list-tabs.tsx';
import { Canned } from './canned.tsx';
import { Queue } from './queue.tsx';
import { staffTexts as texts } from './texts.ts';

const all = ['queue', 'canned'] as const;

/** /admin_tickets: the queue of tickets and what is answered again and again; `?tab=` says which. */
export default function AdminTicketsPage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const tab = all.find((each) => each === params.get('tab')) ?? 'queue';
  const List = tab === 'queue' ? Queue : Canned;
  return (
    <List
      key={tab}
      tabs={
        <ListTabs
          label={texts.tab}
          tabs={all}
          names={texts.tabs}
          tab={tab}
          onTab={(chosen) => setParams({ tab: chosen }, { replace: true })}
        />
      }
    />
  );
}
