import { row, type SpecRow } from '../row.ts';
import {
  agencyPages,
  couponsApi,
  errorsApi,
  listJourneys,
  matrix,
  ordersPage,
  prizesApi,
  resolve,
  routeTable,
  shopApi,
  shopPage,
  tabs,
  userEditApi,
  usersPage,
  ticketsApi,
  ticketsPage,
} from './files.ts';

/* Section 6: roles. */

const MATRIX = matrix('%s lets in whom its policy names, and nobody else');

export const roleRows: readonly SpecRow[] = [
  row(
    'c6.customer.shop',
    'shop and orders',
    [
      ...shopPage('buying makes an order for the product, and opens it in a window'),
      ...ordersPage('an unpaid order counts down, and is paid in the window of the shop'),
    ],
    { route: '/order' },
  ),
  row('c6.customer.tickets', 'creates and answers tickets', [
    ...ticketsApi('what each side writes shows the other that it was answered'),
    ...ticketsApi('only whose ticket it is, and admins with both session parts'),
  ]),
  row('c6.admin.tickets', 'closes tickets and sees whose they are', [
    ...ticketsPage('an admin closes a ticket after a question'),
    ...ticketsPage('an admin sees whose tickets they are, and which have a new message of the customer'),
  ]),
  row('c6.yunying', 'coupons and their records, below a path of their own', [
    ...couponsApi('%s is for staff only, with both parts of their session'),
    ...tabs('operations staff are shown coupons, their records and prizes besides the tabs of customers'),
    ...agencyPages('operations staff open their own pages and no others'),
  ]),
  row('c6.yunying.prizes', 'prizes', prizesApi('operations staff make, edit, list and delete prizes')),
  row('c6.agency.shop', 'agency customers have no shop', shopApi('an agency customer is not shown the shop')),
  row('c6.login', 'orders, wallet and channel need a log-in', MATRIX, {
    call: '/api/shop/create_order',
    route: '/wallet',
  }),
  row('c6.admin.pages', 'pages of the back office need a log-in', routeTable('%s is a route that needs a log-in')),
  row('c6.admin.calls', 'the server refuses everybody else', [
    ...MATRIX,
    ...shopApi('products are cared for by admins only, with both session parts'),
    ...errorsApi('the error log is for admins only, with both session parts'),
    ...listJourneys('whoever is no admin is told so at %s, and gets nothing of it'),
  ]),
  row('c6.toggles', 'toggles of an account', [
    ...userEditApi('of the whole object only what an admin may change is saved'),
    ...usersPage('an account is edited with what was shown, and an amount asks for a reason'),
  ]),
  row(
    'c6.line.permission',
    'a line asks for a permission, and may be closed to agency customers',
    resolve(
      'a line that requires a permission is for its holders and for those who pass every requirement',
      'a line closed to agencies is for everybody but their customers',
    ),
  ),
];
