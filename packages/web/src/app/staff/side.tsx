import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconEye, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Logo, HeadControls } from '../head-parts.tsx';
import { texts as shellTexts } from '../texts.ts';
import { FindButton } from './find-button.tsx';
import { MenuGroups } from './menu-groups.tsx';
import classes from './staff.module.css';
import type { HeadProps } from './head-props.ts';
import { texts } from './texts.ts';

/** The staff's menu at a desk, beside the page. It folds to icons, and this browser remembers that. */
export const Side = ({ siteName, session, tabs, toCustomer, onFind }: HeadProps): ReactNode => {
  const [folded, setFolded] = useLocalStorage({
    key: 'staff-menu-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const label = folded ? texts.unfold : texts.fold;
  return (
    <header className={classes.side} data-folded={folded || undefined}>
      <Logo siteName={siteName} />
      <FindButton short={folded} onFind={onFind} />
      <MenuGroups tabs={tabs} folded={folded} />
      <button
        type="button"
        className={classes.link}
        onClick={toCustomer}
        {...(folded && { title: shellTexts.toCustomer })}
      >
        <IconEye size={20} aria-hidden />
        {folded ? <VisuallyHidden>{shellTexts.toCustomer}</VisuallyHidden> : shellTexts.toCustomer}
      </button>
      <div className={classes.person}>
        <HeadControls session={session} />
        <ActionIcon aria-label={label} title={label} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {folded ? <IconLayoutSidebarLeftExpand size={20} /> : <IconLayoutSidebarLeftCollapse size={20} />}
        </ActionIcon>
      </div>
    </header>
  );
};
