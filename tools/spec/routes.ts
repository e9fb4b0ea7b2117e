import { guideRoutes } from '@skyport/web/guides/routes';
import {
  shellRows,
  accounts,
  allLinks,
  dashboard,
  guideData,
  help,
  menu,
  notFound,
  recover,
  routeTable,
} from './files.ts';
import { row, type SpecRow } from './row.ts';

/*
 * Section 2, the route table and the tabs of the header. Pages of commerce and of the back office are described in the
 * second document; here their routes and tabs only have to exist.
 */

const OPEN = routeTable('%s is a route that anybody may open');
const GUARDED = routeTable('%s is a route that needs a log-in');

const open = (path: string, says: string, proofs: SpecRow['proofs']): SpecRow =>
  row(`2.route.${path}`, says, [...OPEN, ...proofs], { route: path });

const SHOP_PAGES = 'shop order orderinfo checkout channel wallet agents push feedback traffic_records'.split(' ');
const ADMIN_PAGES =
  `admin_config admin_permissions admin_userlist all_traffic_records admin_tradeList admin_charge admin_combos
  admin_entrys admin_agents admin_agentLines admin_coupon admin_error coupon_records admin_prize admin_stastic`.split(
    /\s+/,
  );

const TABS =
  `root shop agents channel order traffic_records admin_stastic admin_coupon coupon_records admin_config admin_userlist
  all_traffic_records admin_tradeList admin_charge admin_combos admin_permissions admin_entrys admin_agents
  admin_agentLines admin_prize wallet windows_errors feedback push user_info admin_error`.split(/\s+/);

export const routeRows: readonly SpecRow[] = [
  open('/login', 'log-in', accounts('logging in sends the hash of the password, never the password, and goes home')),
  open(
    '/register',
    'sign-up',
    accounts('signing up carries the channel, remembers the day and counts three seconds down'),
  ),
  open(
    '/confirm',
    'confirmation of a mail',
    recover('of a sign-up confirms it once, offers to go on and goes home after three seconds'),
  ),
  open(
    '/reset',
    'reset and finding an account',
    recover('sends the hash of the password and the link as it was copied, and then leads to log-in'),
  ),
  open('/', 'getting-started dashboard', dashboard('a visitor sees the page and is asked to log in by every menu')),
  open('/tutorial', 'the same dashboard', []),
  row('2.route./user_info', 'profile', GUARDED, { route: '/user_info' }),
  ...guideRoutes.map(({ path }) =>
    open(path, 'client guide', [
      ...notFound('$path is reached by its address, with title and description'),
      ...guideData('every guide route of the table has exactly one guide'),
    ]),
  ),
  open('/apple_id_share', 'shared Apple ID', notFound('%s is reached by its address')),
  open(
    '/apple_id_signup_guide',
    'article about an Apple ID',
    help('the article has five steps with drawings, the way to Apple, and no card where none is set'),
  ),
  open('/windows_errors', 'node-trouble help', help('the help page has its eight answers, in their order')),
  row(
    '2.route./user/getUserAllURL',
    'all links of one type, which the title of the advanced card leads to',
    [
      ...notFound('the page of all links is for whoever is logged in'),
      ...allLinks('it lists every link of the type in the address, read from where the page came'),
    ],
    { route: '/user/getUserAllURL' },
  ),
  ...SHOP_PAGES.map((name) => row(`2.route./${name}`, 'commerce', OPEN, { route: `/${name}`, secondDocument: true })),
  ...ADMIN_PAGES.map((name) =>
    row(`2.route./${name}`, 'back office', GUARDED, { route: `/${name}`, secondDocument: true }),
  ),
  ...TABS.map((name) =>
    row(
      `2.tab.${name}`,
      'a tab of the header',
      [
        ...menu('an admin sees every tab'),
        ...routeTable('every tab leads to a route, and hides from agency customers what the route refuses them'),
      ],
      { tab: name },
    ),
  ),
  row(
    '2.guard',
    'a guarded route asks only for a token cookie and leads to log-in',
    notFound('the page of all links is for whoever is logged in', 'and lists them for an account'),
  ),
  row(
    '2.not-found.visitor',
    'any other path leads a visitor to log-in',
    notFound('a path that does not exist says so and leads a visitor to the log-in page'),
  ),
  row(
    '2.not-found.account',
    'any other path leads an account home',
    notFound('and somebody who is logged in to the start page'),
  ),
  row('2.meta', 'title and description of each route', [
    ...routeTable('no path is listed twice, and each has a title and a description'),
    ...notFound('$path is reached by its address, with title and description'),
  ]),
  row(
    '2.meta.default',
    'a default description where a route gives none',
    shellRows('a page without a description of its own has the product in it'),
  ),
];
