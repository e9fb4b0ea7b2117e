import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** The lists of the page, in the order of its tabs. */
export const tabs = ['deliveries', 'claims', 'unclaimed', 'requests'] as const;
export type Tab = (typeof tabs)[number];

interface TabsProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

/** Which of the lists is shown. */
export const Tabs = ({ tab, onTab }: TabsProps): ReactNode => (
  <SegmentedControl
    mb="md"
    aria-label={texts.tab}
    data={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
    value={tab}
    onChange={onTab}
  />
);
