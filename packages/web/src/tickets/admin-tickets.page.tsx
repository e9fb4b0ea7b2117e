import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Canned } from './canned.tsx';
import { Queue } from './queue.tsx';
import { staffTexts as texts } from './texts.ts';

const tabs = ['queue', 'canned'] as const;
const choices = tabs.map((value) => ({ value, label: texts.tabs[value] }));

/** /admin_tickets: the queue of tickets and what is answered again and again; `?tab=` says which. */
export default function AdminTicketsPage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'queue';
  const List = tab === 'queue' ? Queue : Canned;
  return (
    <List
      key={tab}
      notice={
        <SegmentedControl
          mb="md"
          aria-label={texts.tab}
          data={choices}
          value={tab}
          onChange={(chosen) => setParams({ tab: chosen }, { replace: true })}
        />
      }
    />
  );
}
