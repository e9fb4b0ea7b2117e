import type { AuditRow } from '@skyport/contract/audit';
import { moneyAddress, orderAddress, tradesAddress } from '../list-page/order-address.ts';
import { userAddress, walletAddress } from '../list-page/user-address.ts';

type AddressOf = (row: AuditRow) => string;

/** A list that is searched for the object's name. */
const inList =
  (path: string): AddressOf =>
  ({ object_name }) =>
    `${path}${path.includes('?') ? '&' : '?'}find=${encodeURIComponent(object_name)}`;
const inNodes = inList('/admin_agents');
const ofUser: AddressOf = ({ object }) => userAddress(object);

/** Where staff see objects, by kind. */
const addresses: Readonly<Record<string, AddressOf>> = {
  account: ofUser,
  channel: ofUser,
  secondStep: ofUser,
  wallet: ({ object }) => walletAddress(object),
  node: inNodes,
  nodePushes: inNodes,
  nodeUse: inNodes,
  enrolment: inNodes,
  install: inNodes,
  books: inNodes,
  alarm: inNodes,
  report: inNodes,
  entry: inList('/admin_entrys'),
  line: inList('/admin_agentLines'),
  lineTraffic: inList('/admin_agentLines'),
  permission: inList('/admin_permissions'),
  combo: inList('/admin_combos'),
  coupon: inList('/admin_coupon'),
  prize: inList('/admin_prize'),
  order: ({ object }) => orderAddress(object),
  // A flag is named by its product and its buyer.
  orderFlag: ({ object_name }) => tradesAddress(object_name.split(' · ').at(-1) ?? ''),
  claim: ({ object_name }) => moneyAddress(object_name),
  unclaimed: inList('/admin_money?tab=unclaimed'),
  moneyRequest: inList('/admin_money?tab=requests'),
  difference: inList('/admin_reconcile'),
  payInstance: () => '/admin_config?tab=payInstances',
  ticket: ({ object }) => `/admin_tickets?ticket=${encodeURIComponent(object)}`,
  withdrawal: inList('/admin_charge'),
  backup: inList('/admin_backups'),
};

/** Where staff see the object of an entry; undefined for one that is gone or has no page. */
export const objectAddress = (row: AuditRow): string | undefined =>
  row.object_name === '' ? undefined : addresses[row.kind]?.(row);
