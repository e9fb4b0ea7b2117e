import type { UserInfo } from '@skyport/contract/accounts';
import { useEffect, useReducer } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Session } from '../accounts/index.ts';
import { rawCookie } from '../device/cookies.ts';
import { ownKey } from '../device/own-storage.ts';
import { menusFor, tabPages, tabPathOf, type TabPage } from './menu.ts';

/** What staff look at: the back office, or what their customers see. */
type View = 'staff' | 'customer';

/**
 * Last known account type and view, bound to the session: the menu appears before the account is read, after a reload
 * and in a new tab, and stays while the server is away.
 */
interface KnownStaff {
  readonly session: string;
  readonly type: UserInfo['type'];
  readonly view: View;
}

const KEY = ownKey('staff');

/** By what a session is recognized; not enough of its token to use it. */
const sessionMark = (): string | undefined => rawCookie('token')?.slice(0, 12);

const knownIn = (storage: Storage): KnownStaff | undefined => {
  const known = JSON.parse(storage.getItem(KEY) ?? 'null') as KnownStaff | null;
  return known !== null && known.session === sessionMark() ? known : undefined;
};

/** What this tab knows; a new one begins with what others of the browser do, and looks at the back office. */
const recall = (): KnownStaff | undefined => {
  const here = knownIn(sessionStorage);
  if (here) return here;
  const elsewhere = knownIn(localStorage);
  return elsewhere && { ...elsewhere, view: 'staff' };
};

const remember = (type: UserInfo['type'], view: View): void => {
  const session = sessionMark();
  if (session === undefined) return;
  const known = JSON.stringify({ session, type, view } satisfies KnownStaff);
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEY, known);
};

/**
 * The type of whoever is logged in, as far as it is known: while the account has not arrived, as this
 * browser last knew it.
 */
export const knownType = ({ user }: Pick<Session, 'user'>): { readonly type: UserInfo['type'] } | undefined =>
  user ? { type: user.type } : recall();

const isOfStaff = (path: string): boolean =>
  tabPages.some((page) => page.path === tabPathOf(path) && page.tab.group !== 'customer');

/** Tabs of the viewer, and whether the frame around the page is that of staff. */
export interface Menus {
  readonly customer: readonly TabPage[];
  /** None for whoever is no staff. */
  readonly staff: readonly TabPage[];
  readonly inStaffFrame: boolean;
  /** The frame of a page of staff is empty until it is known who opened it. */
  readonly waits: boolean;
  /** Changes what staff look at, and goes to the first page of it. */
  readonly look: (at: View) => void;
}

/**
 * The menus of a session. Pages of the back office are always framed by the staff's menu; other pages are while staff
 * have not chosen to look at what customers see.
 */
export const useMenus = (session: Session, agencyView: boolean): Menus => {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const known = recall();
  const type = session.user ? session.user.type : known?.type;
  // Nobody is shown what may not be theirs before it is known who they are.
  const isUnknown = session.loading && known === undefined;
  const { customer, staff } = menusFor({
    type,
    agencyView: agencyView || isUnknown,
    isAgency: session.user?.is_agency === true,
  });
  const isStaff = staff.length > 0;
  const isStaffPage = isOfStaff(pathname);
  const view: View = isStaffPage ? 'staff' : (known?.view ?? 'staff');
  useEffect(() => {
    if (isStaff) remember(type, view);
  }, [isStaff, type, view]);
  const look = (at: View): void => {
    remember(type, at);
    redraw();
    void navigate(at === 'staff' ? (staff[0]?.path ?? '/') : '/');
  };
  const waits = isUnknown && isStaffPage;
  return { customer, staff, inStaffFrame: waits || (isStaff && view === 'staff'), waits, look };
};
