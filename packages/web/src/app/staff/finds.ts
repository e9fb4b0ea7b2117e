import type { LineView } from '@skyport/contract/nodes-lines';
import type { NodeView } from '@skyport/contract/nodes';
import { rowOf, settingNames } from '@skyport/contract/settings-rules';
import { orderStateNames } from '@skyport/contract/orders';
import type { paymentsCalls, StaffTrade } from '@skyport/contract/payments';
import type { Output } from '@skyport/contract/call';
import type { UserRow } from '@skyport/contract/users';
import { orderAddress } from '../../list-page/order-address.ts';
import { userAddress } from '../../list-page/user-address.ts';
import type { TabPage } from '../menu.ts';
import { texts } from './texts.ts';

type StaffOrder = Output<typeof paymentsCalls.getOrderForTrade>;

/** Something that the command bar leads to. */
export interface Find {
  readonly key: string;
  readonly label: string;
  /** By what else one knows it. */
  readonly hint: string;
  /** Hash route that it opens. */
  readonly to: string;
}

/** Finds of one kind, under its name. */
export interface FindGroup {
  readonly name: string;
  readonly finds: readonly Find[];
}

/** The most that are listed of one kind, pages aside; whoever wants more opens the list. */
export const MOST_FINDS = 5;

/** Whether every word of the search occurs in one of these texts. */
const matches = (search: string, ...known: readonly string[]): boolean => {
  const all = known.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};

const listWith = (path: string, find: string): string => `${path}?find=${encodeURIComponent(find)}`;

/** Pages by title, group and path; all of them where nothing is searched. */
export const findPages = (pages: readonly TabPage[], search: string): readonly Find[] =>
  pages
    .map(({ path, title, tab: { group } }) => ({
      key: path,
      label: title,
      hint: group === 'customer' ? texts.customerPages : texts.groups[group],
      to: path,
    }))
    .filter(({ label, hint, to }) => matches(search, label, hint, to));

/** Nodes by name, address, country and id; each leads to the list with its name in the search. */
export const findNodes = (nodes: readonly NodeView[] = [], search: string): readonly Find[] =>
  nodes
    .filter(({ _id, name, host, ip, country }) => search !== '' && matches(search, name, host, ip, country.name, _id))
    .slice(0, MOST_FINDS)
    .map(({ _id, name, host, ip }) => ({
      key: _id,
      label: name,
      hint: host || ip,
      to: listWith('/admin_agents', name),
    }));

/** Lines by name, protocol, node and id; each leads to the list with its name in the search. */
export const findLines = (
  lines: readonly LineView[] = [],
  nodes: readonly NodeView[] = [],
  search: string,
): readonly Find[] => {
  const names = new Map(nodes.map(({ _id, name }) => [_id, name]));
  return lines
    .map(({ _id, name, protocol, agentID }) => ({
      key: _id,
      label: name,
      hint: [names.get(agentID), protocol].filter(Boolean).join(' · '),
      to: listWith('/admin_agentLines', name),
    }))
    .filter(({ key, label, hint }) => search !== '' && matches(search, label, hint, key))
    .slice(0, MOST_FINDS);
};

/** Accounts as the server found them; each leads to its own page. */
export const findUsers = (users: readonly UserRow[] = []): readonly Find[] =>
  users.map(({ _id, email, channel_code }) => ({
    key: _id,
    label: email,
    hint: channel_code,
    to: userAddress(_id),
  }));

/** Whether a search may be a part of the number of an order or a trade; a shorter one is in too many of them. */
export const isNumber = (search: string): boolean => /^[0-9a-f-]{6,36}$/i.test(search);

const orderFind = (id: string, { desc, email, status }: Pick<StaffOrder, 'desc' | 'email' | 'status'>): Find => ({
  key: id,
  label: desc,
  hint: `${email} · ${orderStateNames[status]}`,
  to: orderAddress(id),
});

/**
 * Orders, each once: that of the number itself, also before anybody began to pay it, and those of trades as the server
 * found them; each leads to its window.
 */
export const findOrders = (order: StaffOrder | undefined, trades: readonly StaffTrade[] = []): readonly Find[] => {
  const finds = [
    ...(order ? [orderFind(order._id, order)] : []),
    ...trades.map(({ order_id, username, desc, order_status }) =>
      orderFind(order_id, { desc, email: username, status: order_status }),
    ),
  ];
  return [...new Map(finds.map((find) => [find.key, find])).values()].slice(0, MOST_FINDS);
};

/** Settings by label and name; each leads to the page of settings with its name in the search. */
export const findSettings = (search: string): readonly Find[] =>
  settingNames
    .filter((name) => search !== '' && matches(search, rowOf(name).label, name))
    .slice(0, MOST_FINDS)
    .map((name) => ({ key: name, label: rowOf(name).label, hint: name, to: listWith('/admin_config', name) }));
