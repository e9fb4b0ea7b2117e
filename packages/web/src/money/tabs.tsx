import type { ReactNode } from 'react';
import { ListTabs } from '../ui/list-tabs.tsx';
import { texts } from './texts.ts';

/** The lists of the page, in the order of its tabs. */
export const tabs = ['deliveries', 'claims', 'unclaimed', 'requests', 'health'] as const;
export type Tab = (typeof tabs)[number];

interface TabsProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

/** Which of the lists is shown. */
export const Tabs = ({ tab, onTab }: TabsProps): ReactNode => (
  <ListTabs label={texts.tab} tabs={tabs} names={texts.tabs} tab={tab} onTab={onTab} />
);
