import '../ui/window-styles.ts';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TabPage } from './menu.ts';
import { useOpenWindow } from '../ui/use-open-window.ts';
import { TabLink } from './tab-link.tsx';
import { texts } from './texts.ts';

interface PhoneMenuProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly tabs: readonly TabPage[];
  /** Leads staff back to the back office; absent for everybody else. */
  readonly toStaff: (() => void) | undefined;
}

/** Every tab of customers, in a drawer: what a phone has instead of the header's row. */
export default function PhoneMenu({ opened, onClose, title, tabs, toStaff }: PhoneMenuProps): ReactNode {
  useOpenWindow(opened, onClose);
  const leave = (): void => {
    onClose();
    toStaff?.();
  };
  return (
    <Drawer opened={opened} onClose={onClose} title={title} position="right" size="80%">
      {tabs.map((page) => (
        <TabLink key={page.path} page={page} className="sp-drawer-link" onClick={onClose} />
      ))}
      {toStaff && (
        <button type="button" className="sp-drawer-link" onClick={leave}>
          {texts.toStaff}
        </button>
      )}
    </Drawer>
  );
}
