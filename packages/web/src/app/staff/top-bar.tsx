import '../../ui/window-styles.ts';
import { ActionIcon, Drawer } from '@mantine/core';
import { IconEye, IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useOpenWindow } from '../../ui/use-open-window.ts';
import { Logo, HeadControls } from '../head-parts.tsx';
import { texts as shellTexts } from '../texts.ts';
import { FindButton } from './find-button.tsx';
import { MenuGroups } from './menu-groups.tsx';
import classes from './staff.module.css';
import type { HeadProps } from './head-props.ts';

/** What narrow screens have instead of the side: a bar above the page, whose drawer holds the same groups. */
export const TopBar = ({ siteName, session, tabs, toCustomer, onFind }: HeadProps): ReactNode => {
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  useOpenWindow(opened, close);
  const leave = (): void => {
    close();
    toCustomer();
  };
  return (
    <header className="sp-top">
      <div className="sp-bar">
        <ActionIcon aria-label={shellTexts.menu} onClick={() => setOpened(true)}>
          <IconMenu2 size={22} />
        </ActionIcon>
        <Logo siteName={siteName} />
        <div className="sp-row sp-bar-end">
          <FindButton short onFind={onFind} />
          <HeadControls session={session} />
        </div>
      </div>
      <Drawer opened={opened} onClose={close} title={siteName} position="left" size={300}>
        <MenuGroups tabs={tabs} onChoose={close} />
        <button type="button" className={classes.link} onClick={leave}>
          <IconEye size={20} aria-hidden />
          {shellTexts.toCustomer}
        </button>
      </Drawer>
    </header>
  );
};
