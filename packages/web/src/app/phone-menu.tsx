import '../ui/window-styles.ts';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tab } from './menu.ts';
import { TabLink } from './tab-link.tsx';

interface PhoneMenuProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly tabs: readonly Tab[];
}

/** Every tab, in a drawer: what a phone has instead of the header's row. */
export default function PhoneMenu({ opened, onClose, title, tabs }: PhoneMenuProps): ReactNode {
  return (
    <Drawer opened={opened} onClose={onClose} title={title} position="right" size="80%">
      {tabs.map((tab) => (
        <TabLink key={tab.name} tab={tab} className="sp-drawer-link" onClick={onClose} />
      ))}
    </Drawer>
  );
}
