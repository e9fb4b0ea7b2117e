import { nodesCalls } from '@skyport/contract/nodes';
import { paymentsCalls } from '@skyport/contract/payments';
import { Id } from '@skyport/contract/units';
import { usersCalls } from '@skyport/contract/users';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../api/index.ts';
import type { TabPage } from '../menu.ts';
import {
  type FindGroup,
  findLines,
  findNodes,
  findOrders,
  findPages,
  findSettings,
  findUsers,
  isNumber,
  MOST_FINDS,
} from './finds.ts';
import { texts } from './texts.ts';

/** Pause after the last key before the server is asked, in milliseconds. */
const SEARCH_MS = 250;

/** The most characters that the server searches accounts by. */
const MOST_CHARACTERS = 64;

/** What a search has found so far. */
export interface Finds {
  readonly groups: readonly FindGroup[];
  readonly busy: boolean;
  readonly failed: boolean;
  /** Asks once more for what failed. */
  readonly retry: () => void;
}

/** What is being looked for: where, and by what. */
interface Search {
  /** What was typed when keys paused. */
  readonly asked: string;
  /** Options of a call that is made only where its list is among the viewer's pages. */
  readonly options: (path: string) => { readonly silent: true; readonly enabled: boolean };
}

/** Orders by their number or that of a trade. */
const useOrders = ({ asked, options }: Search) => {
  const sale = options('/admin_tradeList');
  const trades = useCall(
    paymentsCalls.tradeList,
    { requestNumber: MOST_FINDS, filterStr: asked },
    { ...sale, enabled: sale.enabled && isNumber(asked) },
  );
  // An order that nobody has begun to pay has no trade; what is a whole number may be its own.
  const order_id = asked.toLowerCase();
  const isWhole = Id.safeParse(order_id).success;
  const order = useCall(paymentsCalls.getOrderForTrade, { order_id }, { ...sale, enabled: sale.enabled && isWhole });
  const named = isWhole && order.isSuccess ? current(order) : undefined;
  return { finds: findOrders(named, isNumber(asked) ? current(trades) : undefined), trades, order };
};

/** Answers to an earlier search are still there while the next one is asked. */
const current = <T>({ data, isPlaceholderData }: { data: T | undefined; isPlaceholderData: boolean }): T | undefined =>
  isPlaceholderData ? undefined : data;

/**
 * Finds pages at once, and accounts, orders, nodes and lines by the calls of their lists. A list is asked only where
 * its page is among the viewer's.
 */
export const useFinds = (pages: readonly TabPage[], typed: string): Finds => {
  const search = typed.trim();
  const [asked] = useDebouncedValue(search, SEARCH_MS);
  const mayOpen = (path: string): boolean => pages.some((page) => page.path === path);
  const options: Search['options'] = (path) => ({ silent: true, enabled: asked !== '' && mayOpen(path) });
  const nodes = useCall(nodesCalls.list, {}, options('/admin_agents'));
  const lines = useCall(nodesCalls.lineList, {}, options('/admin_agentLines'));
  const wanted = { number: MOST_FINDS, filterStr: asked.slice(0, MOST_CHARACTERS) };
  const users = useCall(usersCalls.userlist, wanted, options('/admin_userlist'));
  const orders = useOrders({ asked, options });
  const reads = [nodes, lines, users, orders.trades];
  const isCurrent = asked === search && asked !== '';
  const groups = [
    { name: texts.kinds.pages, finds: findPages(pages, search) },
    { name: texts.kinds.nodes, finds: findNodes(nodes.data, search) },
    { name: texts.kinds.lines, finds: findLines(lines.data, nodes.data, search) },
    { name: texts.kinds.users, finds: isCurrent ? findUsers(current(users)?.users) : [] },
    { name: texts.kinds.orders, finds: isCurrent ? orders.finds : [] },
    { name: texts.kinds.settings, finds: mayOpen('/admin_config') ? findSettings(search) : [] },
  ];
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    busy: asked !== search || [...reads, orders.order].some(({ isFetching }) => isFetching),
    failed: reads.some(({ isError }) => isError),
    retry: () => void Promise.all(reads.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
};
