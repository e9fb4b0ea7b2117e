import { backOfficePaths, commercePaths, guidePaths, tabNames } from '@skyport/web/app/testing/specified';
import {
  shellRows,
  accounts,
  allLinks,
  dashboard,
  guideData,
  help,
  notFound,
  recover,
  routeTable,
  tabs,
} from './files.ts';
import { row, type SpecRow } from './row.ts';

/*
 * Section 2, the route table and the tabs of the header. Pages of commerce and of the back office are described in the
 * second document; here their routes and tabs only have to exist.
 */

const OPEN = routeTable('%s is a route that anybody may open');
const GUARDED = routeTable('%s is a route that needs a log-in');
const TAB = [...routeTable('%s is a tab of the header'), ...tabs('an admin is shown every tab of the specification')];

const open = (path: string, says: string, proofs: SpecRow['proofs']): SpecRow =>
  row(`2.route.${path}`, says, [...OPEN, ...proofs], { route: path });

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
  ...guidePaths.map((path) =>
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
  ...commercePaths.map((path) => row(`2.route.${path}`, 'commerce', OPEN, { route: path, secondDocument: true })),
  ...backOfficePaths.map((path) =>
    row(`2.route.${path}`, 'back office', GUARDED, { route: path, secondDocument: true }),
  ),
  ...tabNames.map((name) => row(`2.tab.${name}`, 'a tab of the header', TAB, { tab: name })),
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
