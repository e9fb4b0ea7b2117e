import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { tabPathOf, type TabPage } from '../menu.ts';
import { type StaffGroup, staffGroups } from '../page-row.ts';
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

/**
 * The pages of the back office that the viewer may open, in their groups; a group without one is left out. All pages
 * are higher than a screen, so groups fold; icons alone and a single group do not.
 */
export const MenuGroups = ({ tabs, folded = false, onChoose }: MenuGroupsProps): ReactNode => {
  const groups = staffGroups
    .map((name) => ({ name, pages: tabs.filter(({ tab }) => tab.group === name) }))
    .filter(({ pages }) => pages.length > 0);
  const { isOpen, toggle } = useOpenGroups(tabs);
  const canFold = !folded && groups.length > 1;
  return (
    <nav ref={useCurrentInSight()} aria-label={shellTexts.names.staff} className={classes.groups}>
      {groups.map(({ name, pages }) => (
        <div key={name} role="group" aria-label={texts.groups[name]} className={classes.group}>
          {canFold ? (
            <GroupButton name={name} isOpen={isOpen(name)} onClick={() => toggle(name)} />
          ) : (
            <span className={classes.groupName} aria-hidden>
              {folded ? '' : texts.groups[name]}
            </span>
          )}
          {(!canFold || isOpen(name)) &&
            pages.map((page) => <PageLink key={page.path} page={page} folded={folded} onChoose={onChoose} />)}
        </div>
      ))}
    </nav>
  );
};

/** Groups that this browser keeps open. The group of the current page opens on arrival, too. */
const useOpenGroups = (
  tabs: readonly TabPage[],
): { readonly isOpen: (group: StaffGroup) => boolean; readonly toggle: (group: StaffGroup) => void } => {
  const { pathname } = useLocation();
  const [kept, setKept] = useLocalStorage<readonly string[]>({
    key: 'staff-menu-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [foldedAt, setFoldedAt] = useState<string>();
  const current = tabs.find(({ path }) => path === tabPathOf(pathname))?.tab.group;
  const isOpen = (group: StaffGroup): boolean => kept.includes(group) || (group === current && foldedAt !== pathname);
  const toggle = (group: StaffGroup): void => {
    const others = kept.filter((each) => each !== group);
    setKept(isOpen(group) ? others : [...others, group]);
    if (group === current) setFoldedAt(isOpen(group) ? pathname : undefined);
  };
  return { isOpen, toggle };
};

interface GroupButtonProps {
  readonly name: StaffGroup;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

const GroupButton = ({ name, isOpen, onClick }: GroupButtonProps): ReactNode => {
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton className={classes.groupButton} aria-expanded={isOpen} onClick={onClick}>
      {texts.groups[name]}
      <Icon size={16} aria-hidden />
    </UnstyledButton>
  );
};

/** On a low screen the menu scrolls: the link of the page that is shown is scrolled to, also after the menu folds. */
const useCurrentInSight = (): RefObject<HTMLElement | null> => {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const element = menu.current;
    if (!element) return undefined;
    let width: number | undefined;
    // Measured after layout: with reduced motion a width changes in a transition, after effects have run.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      element.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(element);
    return () => observer.disconnect();
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
