import '../ui/window-styles.ts';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TabPage } from './menu.ts';
import { TabLink } from './tab-link.tsx';

interface PhoneMenuProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly tabs: readonly TabPage[];
}

/** Every tab, in a drawer: what a phone has instead of the header's row. */
export default function PhoneMenu({ opened, onClose, title, tabs }: PhoneMenuProps): ReactNode {
  return (
    <Drawer opened={opened} onClose={onClose} title={title} position="right" size="80%">
      {tabs.map((page) => (
        <TabLink key={page.path} page={page} className="sp-drawer-link" onClick={onClose} />
      ))}
    </Drawer>
  );
}
