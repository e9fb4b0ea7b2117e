import { moneyCalls as calls } from '@skyport/contract/money';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { ListTabs } from '../ui/list-tabs.tsx';
import { texts } from './texts.ts';

/** The lists of the page, in the order of its tabs. */
export const tabs = ['deliveries', 'claims', 'unclaimed', 'requests', 'health'] as const;
export type Tab = (typeof tabs)[number];

interface TabsProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

/** Which of the lists is shown, and how much waits in each. */
export const Tabs = ({ tab, onTab }: TabsProps): ReactNode => {
  const { data } = useCall(calls.counts, {}, { silent: true });
  return <ListTabs label={texts.tab} tabs={tabs} names={texts.tabs} counts={data} tab={tab} onTab={onTab} />;
};
