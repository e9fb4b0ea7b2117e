import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconChevronDown,
  IconHome,
  IconMenu2,
  IconMoon,
  IconPlanet,
  IconShoppingBag,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Session } from '../accounts/index.ts';
import { Bell } from '../notices/index.ts';
import { DropdownItem } from '../ui/dropdown-items.tsx';
import { Dropdown } from '../ui/dropdown.tsx';
import { tabsFor, type TabPage } from './menu.ts';
import { TabLink, useCurrent } from './tab-link.tsx';
import { UserMenu } from './user-menu.tsx';

/** Tabs that stand in the header itself on a wide window; the others are behind 更多. */
const INLINE_TABS = 6;

interface HeaderProps {
  readonly siteName: string;
  readonly session: Session;
  readonly agency: boolean;
}

/** The head of every page: logo, tabs by role, bell, user menu; on a phone a bar at the bottom and a drawer. */
export const Header = ({ siteName, session, agency }: HeaderProps): ReactNode => {
  const { user, visitor, failed, refresh } = session;
  const drawer = useDrawer();
  const visible = tabsFor({ type: user?.type, agency });
  const customer = visible.filter(({ tab }) => tab.group === 'customer');
  const staff = visible.filter(({ tab }) => tab.group === 'staff');
  return (
    <>
      <header className="sp-top">
        <div className="sp-bar">
          <Link to="/" className="sp-logo">
            <img src="./icon.svg" alt="" width={26} height={26} />
            {siteName}
          </Link>
          <nav className="sp-tabs" aria-label="主导航">
            {customer.slice(0, INLINE_TABS).map((page) => (
              <TabLink key={page.path} page={page} className="sp-tab" />
            ))}
            <TabMenu label="更多" tabs={customer.slice(INLINE_TABS)} />
            <TabMenu label="管理" tabs={staff} />
          </nav>
          <div className="sp-row">
            <SchemeSwitch />
            {user && <Bell />}
            {user && <UserMenu user={user} />}
            {visitor && (
              <Button component={Link} to="/login">
                登录
              </Button>
            )}
            {failed && (
              <Button variant="light" onClick={() => void refresh()}>
                重新加载
              </Button>
            )}
          </div>
        </div>
      </header>
      <nav className="sp-nav" aria-label="底部导航">
        <PhoneLink to="/" icon={<IconHome size={22} />} label="首页" />
        {!agency && <PhoneLink to="/shop" icon={<IconShoppingBag size={22} />} label="商店" />}
        <PhoneLink to="/agents" icon={<IconPlanet size={22} />} label="节点" />
        <PhoneLink to={visitor ? '/login' : '/user_info'} icon={<IconUser size={22} />} label="我的" />
        <button type="button" onClick={drawer.open} aria-label="菜单">
          <IconMenu2 size={22} />
          菜单
        </button>
      </nav>
      {drawer.everOpened && (
        <Suspense fallback={null}>
          <PhoneMenu opened={drawer.opened} onClose={drawer.close} title={siteName} tabs={visible} />
        </Suspense>
      )}
    </>
  );
};

const PhoneMenu = lazy(() => import('./phone-menu.tsx'));

/** Whether the drawer is open, and whether it ever was: its code is fetched when it is opened for the first time. */
const useDrawer = () => {
  const [state, setState] = useState({ opened: false, everOpened: false });
  const open = (): void => setState({ opened: true, everOpened: true });
  const close = (): void => setState({ opened: false, everOpened: true });
  return { ...state, open, close };
};

const PhoneLink = ({ to, icon, label }: { to: string; icon: ReactNode; label: string }): ReactNode => (
  <Link to={to} {...useCurrent(to)}>
    {icon}
    {label}
  </Link>
);

const TabMenu = ({ label, tabs }: { label: string; tabs: readonly TabPage[] }): ReactNode => {
  const { pathname } = useLocation();
  if (tabs.length === 0) return null;
  const current = tabs.find(({ path }) => path === pathname);
  return (
    <Dropdown
      width={180}
      target={
        <button type="button" className="sp-tab" {...(current && { 'aria-current': 'page' as const })}>
          {current ? `${label} · ${current.tab.label}` : label}
          <IconChevronDown size={16} aria-hidden />
        </button>
      }
    >
      {tabs.map(({ path, tab }) => (
        <DropdownItem key={path} to={path}>
          {tab.label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
};

const SchemeSwitch = (): ReactNode => {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon onClick={() => setColorScheme(dark ? 'light' : 'dark')} aria-label={dark ? '切换到浅色' : '切换到深色'}>
      {dark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  );
};
