import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { TabPage } from '../menu.ts';
import { staffGroups } from '../page-row.ts';
import { useCurrent } from '../tab-link.tsx';
import { texts as shellTexts } from '../texts.ts';
import { pageIcons, plainIcon } from './page-icons.ts';
import classes from './staff.module.css';
import { texts } from './texts.ts';

interface MenuGroupsProps {
  readonly tabs: readonly TabPage[];
  /** Only icons are seen; names are there for whoever has the page read out, and when a pointer rests. */
  readonly folded?: boolean;
  readonly onChoose?: () => void;
}

/** The pages of the back office that the viewer may open, in their groups; a group without one is left out. */
export const MenuGroups = ({ tabs, folded = false, onChoose }: MenuGroupsProps): ReactNode => (
  <nav ref={useCurrentInSight()} aria-label={shellTexts.names.staff} className={classes.groups}>
    {staffGroups.map((group) => {
      const pages = tabs.filter(({ tab }) => tab.group === group);
      const name = texts.groups[group];
      if (pages.length === 0) return null;
      return (
        <div key={group} role="group" aria-label={name} className={classes.group}>
          <span className={classes.groupName} aria-hidden>
            {folded ? '' : name}
          </span>
          {pages.map((page) => (
            <PageLink key={page.path} page={page} folded={folded} onChoose={onChoose} />
          ))}
        </div>
      );
    })}
  </nav>
);

/** On a low screen the menu scrolls: the link of the page that is shown is scrolled to. */
const useCurrentInSight = (): RefObject<HTMLElement | null> => {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return menu;
};

interface PageLinkProps {
  readonly page: TabPage;
  readonly folded: boolean;
  readonly onChoose: (() => void) | undefined;
}

const PageLink = ({ page, folded, onChoose }: PageLinkProps): ReactNode => {
  const { title } = page;
  const Icon = pageIcons[page.tab.name] ?? plainIcon;
  return (
    <Link
      to={page.path}
      className={classes.link}
      onPointerEnter={page.prefetch}
      onTouchStart={page.prefetch}
      {...useCurrent(page.path)}
      {...(folded && { title })}
      {...(onChoose && { onClick: onChoose })}
    >
      <Icon size={20} aria-hidden />
      {folded ? <VisuallyHidden>{title}</VisuallyHidden> : title}
    </Link>
  );
};
