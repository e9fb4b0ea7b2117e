import type { UserInfo } from '@skyport/contract/accounts';
import type { ComponentType } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';
import { texts } from './texts.ts';

/** Whom a tab is shown to; `undefined` is an account without type, and every visitor. */
export type ShownTo = NonNullable<UserInfo['type']> | 'undefined';

/** The groups of the staff's menu, in its order. */
export const staffGroups = ['overview', 'customers', 'sales', 'nodes', 'marketing', 'system'] as const;
/** One of them. */
export type StaffGroup = (typeof staffGroups)[number];

/** The entry of a page in the header, or in the staff's menu. It says the page's title: a page has one name. */
export interface Tab {
  /** Name in the specification's table of tabs. */
  readonly name: string;
  readonly shownTo: readonly ShownTo[];
  /** Hidden from agency customers and on the agency's domain. */
  readonly agencyRestricted: boolean;
  /** Where it stands: in the header of customers, or in a group of the staff's menu. */
  readonly group: 'customer' | StaffGroup;
}

/** One page of the console: its hash route, what is said of it, who may open it, and its code. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Needs a log-in token. */
  readonly login: boolean;
  /** Agency customers and visitors of the agency's domain are sent home. */
  readonly agencyRestricted: boolean;
  /** False while its feature does not exist yet: the page then says 该功能尚未开放. */
  readonly built: boolean;
  /** Absent for pages that are reached by links alone. */
  readonly tab?: Tab;
  /** The page with a tab that leads here: whoever may open that one may open this one. */
  readonly below?: string;
  readonly Component: ComponentType;
  /** Fetches the page's code ahead, for example when its link is touched. */
  readonly prefetch: () => void;
}

/** Fetches the code of a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

/** What a row of the page table says beside path and title. */
export interface PageOptions {
  /** The page's code; absent while its feature does not exist. */
  readonly load?: LoadPage;
  readonly description?: string;
  readonly login?: boolean;
  readonly agencyRestricted?: boolean;
  readonly tab?: Omit<Tab, 'name'>;
  readonly below?: string;
}

const loadUnbuilt: LoadPage = () => import('./unbuilt.page.tsx');

/** Makes a page from its row. */
export const page = (path: string, title: string, options: PageOptions): Page => {
  const { load, tab, below, description, login = false, agencyRestricted = false } = options;
  const Component = lazyPart(load ?? loadUnbuilt);
  return {
    path,
    title,
    description: description ?? `${title} · ${texts.description}`,
    login,
    agencyRestricted,
    built: load !== undefined,
    ...(tab && { tab: { ...tab, name: path === '/' ? 'root' : path.slice(1) } }),
    ...(below !== undefined && { below }),
    Component,
    prefetch: Component.prefetch,
  };
};

const EVERYONE: readonly ShownTo[] = ['admin', 'normal', 'channel', 'yunying', 'undefined'];
const TYPED: readonly ShownTo[] = ['admin', 'normal', 'channel', 'yunying'];
const PARTNERS: readonly ShownTo[] = ['admin', 'undefined', 'channel', 'yunying'];

const customerTab =
  (shownTo: readonly ShownTo[]) =>
  ({ forAgency = false } = {}): Omit<Tab, 'name'> => ({
    shownTo,
    agencyRestricted: !forAgency,
    group: 'customer',
  });

/**
 * Makes the tab of a page by whom it is shown to: visitors too, all accounts with a type, or partners (admins,
 * operations, channels) and visitors.
 */
export const tabFor = {
  everyone: customerTab(EVERYONE),
  accounts: customerTab(TYPED),
  partners: customerTab(PARTNERS),
};

interface StaffOptions {
  readonly group: StaffGroup;
  /** Shown to operations staff as well as to admins. */
  readonly operations?: boolean;
  readonly load?: LoadPage;
}

/**
 * A page of the back office, with a tab in the staff's menu. Whoever its tab is hidden from may not open it
 * either; what it shows is guarded by its calls.
 */
export const staffPage = (path: string, title: string, { group, operations = false, load }: StaffOptions): Page =>
  page(path, title, {
    login: true,
    ...(load && { load }),
    tab: { shownTo: operations ? ['admin', 'yunying'] : ['admin'], agencyRestricted: true, group },
  });
