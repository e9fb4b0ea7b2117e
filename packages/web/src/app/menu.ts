import type { UserInfo } from '@skyport/contract/accounts';
import type { Page, Tab } from './page-row.ts';
import { pages } from './pages.ts';

/** A page that has a tab. */
export type TabPage = Page & { readonly tab: Tab };

/** The pages that have a tab, in the order of the header. */
export const tabPages: readonly TabPage[] = pages.filter((page): page is TabPage => page.tab !== undefined);

/** Whether the page of an address exists yet: nothing leads to one that does not. */
export const isBuilt = (path: string): boolean => pages.some((page) => page.path === path && page.built);

/** What the page at an address is called, wherever something leads to it. Throws for an address that has no page. */
export const titleOf = (path: string): string => {
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`there is no page ${path}`);
  return page.title;
};

/** The address of the tab that a page belongs to: its own, or that of the page which leads to it. */
export const tabPathOf = (path: string): string => pages.find((page) => page.path === path)?.below ?? path;

/** What the menu needs to know of whoever looks at it. */
export interface TabViewer {
  readonly type: UserInfo['type'];
  /** An agency customer, or a visitor of the agency's domain. */
  readonly agencyView: boolean;
  /** An account that serves agency customers. */
  readonly isAgency?: boolean;
}

/** The page on which an agency serves its customers. */
const AGENCY_PAGE = '/channel';

/**
 * The tabs that a viewer may have (specification, §6), whether or not their pages exist yet. An agency of any type
 * has the page of its customers.
 */
export const tabsFor = ({ type, agencyView, isAgency = false }: TabViewer): readonly TabPage[] =>
  tabPages.filter(
    ({ path, tab }) =>
      (tab.shownTo.includes(type ?? 'undefined') || (isAgency && path === AGENCY_PAGE)) &&
      !(agencyView && tab.agencyRestricted),
  );

/** Whether an account of this type may open a page: staff pages open only to those whom their tab is shown to. */
export const mayOpen = ({ path }: Page, type: UserInfo['type']): boolean => {
  const tab = tabPages.find((page) => page.path === tabPathOf(path))?.tab;
  return tab === undefined || tab.group === 'customer' || tab.shownTo.includes(type ?? 'undefined');
};

/** What a viewer is shown of them: a tab leads only to a page that exists. Staff have a menu of their own beside. */
export const menusFor = (
  viewer: TabViewer,
): { readonly customer: readonly TabPage[]; readonly staff: readonly TabPage[] } => {
  const shown = tabsFor(viewer).filter(({ built }) => built);
  return {
    customer: shown.filter(({ tab }) => tab.group === 'customer'),
    staff: shown.filter(({ tab }) => tab.group !== 'customer'),
  };
};
