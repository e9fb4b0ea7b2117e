import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface ListTabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  /** How much waits in some of them; nothing is said of 0. */
  readonly counts?: Readonly<Partial<Record<T, number>>> | undefined;
  readonly tab: T;
  readonly onTab: (tab: T) => void;
}

/** Which list of a page is shown, above it. On a narrow screen the tabs scroll by themselves, to the chosen one. */
export const ListTabs = <T extends string>(props: ListTabsProps<T>): ReactNode => {
  const { label, tabs, names, counts, tab, onTab } = props;
  const nameOf = (each: T): string => (counts?.[each] ? `${names[each]} · ${counts[each]}` : names[each]);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector('input:checked');
    chosen?.nextElementSibling?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    // Counts that arrive later make the tabs wider.
  }, [tab, counts]);
  return (
    <div ref={row} className="sp-list-tabs">
      <SegmentedControl
        aria-label={label}
        data={tabs.map((value) => ({ value, label: nameOf(value) }))}
        value={tab}
        onChange={onTab}
      />
    </div>
  );
};
