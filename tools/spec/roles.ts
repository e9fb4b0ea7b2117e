import {
  accountRows,
  checkinApi,
  dashboard,
  help,
  matrix,
  notFound,
  noticesApi,
  shellRows,
  subscriptionApi,
  tabs,
  telegramApi,
  telegramPage,
} from './files.ts';
import { row, type SpecRow } from './row.ts';

/* Section 6: who sees what, and what the server refuses. */

const VISITOR = tabs(
  'a visitor is shown tutorial, shop, nodes, rebates and wallet',
  'an account without a type is shown what a visitor is shown',
);
const NORMAL = tabs('a normal account is shown neither rebates nor wallet');
const CHANNEL = tabs('a channel account is shown every tab of customers and none of staff');
const YUNYING = tabs('operations staff are shown coupons, their records and prizes besides the tabs of customers');
const ADMIN = tabs('an admin is shown every tab of the specification');
const AGENCY = tabs(
  'an agency customer is shown tutorial, nodes, traffic records and account alone',
  'a visitor of the agency domain is shown tutorial and nodes alone',
);
const TYPED = [...NORMAL, ...CHANNEL, ...YUNYING, ...ADMIN];

export const roleRows: readonly SpecRow[] = [
  row('6.menu.tutorial', 'every type, undefined too', [...VISITOR, ...TYPED]),
  row('6.menu.shop-and-nodes', 'every type, undefined too', [...VISITOR, ...TYPED]),
  row('6.menu.rebates', 'admin, undefined, channel, yunying', [...VISITOR, ...TYPED]),
  row('6.menu.orders-and-account', 'admin, normal, channel, yunying', [...VISITOR, ...TYPED]),
  row('6.menu.wallet', 'admin, undefined, channel, yunying', [...VISITOR, ...TYPED]),
  row('6.menu.coupons-and-prizes', 'admin, yunying', [...CHANNEL, ...YUNYING, ...ADMIN]),
  row('6.menu.admin', 'all other pages of the back office: admin only', [...YUNYING, ...ADMIN]),
  row('6.agency.menu', 'only tutorial, nodes, traffic records and account', AGENCY),
  row('6.agency.register', 'no way to sign up', [
    ...accountRows("on the agency's domain the log-in page offers no sign-up"),
    ...shellRows("whoever types an address that an agency's customers do not have is sent home"),
  ]),
  row(
    '6.agency.top-up',
    'no link to the shop, no buying notice',
    dashboard('an agency customer sees neither shop nor buying notice nor another domain'),
  ),
  row('6.agency.telegram', 'no Telegram controls, and none at the server', [
    ...telegramPage("an agency's customer sees nothing of Telegram"),
    ...telegramApi("an agency's customer has no Telegram: not on the page, not in the chat"),
  ]),
  row(
    '6.visitor.apple-id',
    'a visitor is asked to log in for the shared Apple ID',
    help('a visitor who opens the shared Apple ID is asked to log in'),
  ),
  row(
    '6.visitor.import',
    'a visitor is asked to log in for imports',
    dashboard('a visitor sees the page and is asked to log in by every menu'),
  ),
  row('6.unpaid.check-in', 'an unpaid account cannot check in, on the page and at the server', [
    ...dashboard('unpaid accounts and browsers that checked in before are not sent to the server'),
    ...checkinApi('unpaid accounts are told who may check in, visitors to log in'),
  ]),
  row('6.unpaid.apple-id', 'nor open the shared Apple ID', [
    ...help('whoever never paid is told why they cannot'),
    ...noticesApi('the download bases and the card are for everybody, the shared Apple ID only for whoever has paid'),
  ]),
  row('6.paid', 'a paid account can do both', [
    ...checkinApi('a paid account checks in once a day and gets the reward'),
    ...help('a paying customer has the link'),
  ]),
  row(
    '6.reset-refused',
    'some accounts may not replace their link',
    subscriptionApi('an account that may not change its link is told so and keeps it'),
  ),
  row(
    '6.permissions',
    'permissions of whoever is logged in are loaded',
    shellRows('after the account its permissions are asked for, and never for a visitor'),
  ),
  row(
    '6.server',
    'the server refuses what the page hides, for every call and kind of session',
    matrix('%s lets in whom its policy names, and nobody else'),
  ),
  row(
    '6.unknown-path',
    'unknown addresses are no way around',
    notFound('a path that does not exist says so and leads a visitor to the log-in page'),
  ),
];
