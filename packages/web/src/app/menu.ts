import type { UserInfo } from '@skyport/contract/accounts';
import type { Page, Tab } from './page-row.ts';
import { pages } from './pages.ts';

/** A page that has a tab. */
export type TabPage = Page & { readonly tab: Tab };

/** The pages that have a tab, in the order of the header. */
export const tabPages: readonly TabPage[] = pages.filter((page): page is TabPage => page.tab !== undefined);

/** What the menu needs to know of whoever looks at it. */
export interface Viewer {
  readonly type: UserInfo['type'];
  /** An agency customer, or a visitor of the agency's domain. */
  readonly agency: boolean;
}

/** The tabs of a viewer. */
export const tabsFor = ({ type, agency }: Viewer): readonly TabPage[] =>
  tabPages.filter(({ tab }) => tab.shownTo.includes(type ?? 'undefined') && !(agency && tab.agencyRestricted));
