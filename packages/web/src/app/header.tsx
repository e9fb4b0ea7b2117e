import { Button } from '@mantine/core';
import { IconChevronDown, IconHome, IconMenu2, IconPlanet, IconShoppingBag, IconUser } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Session } from '../accounts/index.ts';
import { DropdownItem } from '../ui/dropdown-items.tsx';
import { Arriving } from '../ui/arriving.tsx';
import { Dropdown } from '../ui/dropdown.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { windowFailed } from '../ui/plain-window.tsx';
import { Logo, HeadControls } from './head-parts.tsx';
import { type TabPage, titleOf } from './menu.ts';
import { TabLink, useCurrent } from './tab-link.tsx';
import { texts } from './texts.ts';
import { useFitting } from './use-fitting.ts';

/** The most tabs that stand in the header itself on a wide window; the others are behind 更多. */
const INLINE_TABS = 6;

interface HeaderProps {
  readonly siteName: string;
  readonly session: Session;
  readonly tabs: readonly TabPage[];
  /** Leads staff back to the back office; absent for everybody else. */
  readonly toStaff: (() => void) | undefined;
}

/**
 * The head of every page of customers: logo, tabs by role, bell, user menu; on a phone a bar at the
 * bottom and a drawer.
 */
export const Header = ({ siteName, session, tabs, toStaff }: HeaderProps): ReactNode => {
  const drawer = useDrawer();
  const row = useRef<HTMLElement>(null);
  const inline = useFitting(row, INLINE_TABS);
  return (
    <>
      <header className="sp-top">
        <div className="sp-bar">
          <Logo siteName={siteName} />
          <nav className="sp-tabs" aria-label={texts.names.tabs} ref={row}>
            {tabs.slice(0, inline).map((page) => (
              <TabLink key={page.path} page={page} className="sp-tab" />
            ))}
            <MoreTabs tabs={tabs.slice(inline)} />
          </nav>
          <div className="sp-row sp-bar-end">
            {toStaff && (
              <Button className="sp-desktop" variant="light" onClick={toStaff}>
                {texts.toStaff}
              </Button>
            )}
            <HeadControls session={session} />
          </div>
        </div>
      </header>
      <PhoneBar tabs={tabs} visitor={session.visitor} onMenu={drawer.open} />
      {drawer.everOpened && (
        <Arriving failed={windowFailed({ opened: drawer.opened, onClose: drawer.close, title: siteName })}>
          <PhoneMenu opened={drawer.opened} onClose={drawer.close} title={siteName} tabs={tabs} toStaff={toStaff} />
        </Arriving>
      )}
    </>
  );
};

const PhoneMenu = lazyPart(() => import('./phone-menu.tsx'));

/** Whether the drawer is open, and whether it ever was: its code is fetched when it is opened for the first time. */
const useDrawer = () => {
  const [state, setState] = useState({ opened: false, everOpened: false });
  const open = (): void => setState({ opened: true, everOpened: true });
  const close = (): void => setState({ opened: false, everOpened: true });
  return { ...state, open, close };
};

interface PhoneBarProps {
  readonly tabs: readonly TabPage[];
  readonly visitor: boolean;
  readonly onMenu: () => void;
}

/** The pages that customers open most, and the way to all others, where a thumb reaches. */
const PhoneBar = ({ tabs, visitor, onMenu }: PhoneBarProps): ReactNode => {
  const has = (path: string): boolean => tabs.some((page) => page.path === path);
  return (
    <nav className="sp-nav" aria-label={texts.names.phone}>
      <PhoneLink to="/" icon={<IconHome size={22} />} />
      {has('/shop') && <PhoneLink to="/shop" icon={<IconShoppingBag size={22} />} />}
      {has('/agents') && <PhoneLink to="/agents" icon={<IconPlanet size={22} />} />}
      <PhoneLink to={visitor ? '/login' : '/user_info'} icon={<IconUser size={22} />} />
      <button type="button" onClick={onMenu} aria-label={texts.menu}>
        <IconMenu2 size={22} />
        {texts.menu}
      </button>
    </nav>
  );
};

const PhoneLink = ({ to, icon }: { to: string; icon: ReactNode }): ReactNode => (
  <Link to={to} {...useCurrent(to)}>
    {icon}
    {titleOf(to)}
  </Link>
);

const MoreTabs = ({ tabs }: { tabs: readonly TabPage[] }): ReactNode => {
  const { pathname } = useLocation();
  if (tabs.length === 0) return null;
  const current = tabs.find(({ path }) => path === pathname);
  return (
    <Dropdown
      width={180}
      target={
        <button type="button" className="sp-tab" {...(current && { 'aria-current': 'page' as const })}>
          {current ? `${texts.more} · ${current.title}` : texts.more}
          <IconChevronDown size={16} aria-hidden />
        </button>
      }
    >
      {tabs.map(({ path, title }) => (
        <DropdownItem key={path} to={path}>
          {title}
        </DropdownItem>
      ))}
    </Dropdown>
  );
};
