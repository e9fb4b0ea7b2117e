import { rawCalls } from '@skyport/contract';
import type { RawCall } from '@skyport/contract/call';
import { exportPath } from '@skyport/contract/list-export';
import { notifyPathOf } from '@skyport/server/payments/notify';
import { webhookSecret } from '@skyport/server/telegram/webhook';
import type { TestApp, TestSession } from '@skyport/server/testing-app';
import { requestRaw, type Client, type RawRequest, type Sent } from './client.ts';
import { benignUpdate, goodUpload, hostileUpdates, hostileUploads } from './raw-bodies.ts';

/** A route outside the envelope, a request as it should be, and many as they should not. */
export interface RawRoute {
  /** As the contract names it. */
  readonly path: string;
  readonly benign: RawRequest;
  readonly hostile: readonly RawRequest[];
  readonly send: (client: Client, request: RawRequest) => Promise<Sent>;
}

const BOT = '700100:AAtestTokenOfNobody_1';

/**
 * Every raw route, attacked in the name of a customer. Starts to listen, because raw requests need a socket. Throws
 * when the contract has a raw route that nothing here attacks.
 */
export const rawRoutes = async (app: TestApp, customer: TestSession): Promise<RawRoute[]> => {
  if (!app.gate.app.server.listening) await app.gate.app.listen({ host: '127.0.0.1', port: 0 });
  const hook = { telegram_bot_token: BOT, telegram_webhook: true, status_page: true };
  await app.changeSettings(hook);
  const { userkey } = (await app.call('/api/user/userinfo', {}, customer)).data as { userkey: string };
  const documents = `/api/subscript/clash/${customer.userId}/${userkey}`;
  const routes = [
    route(rawCalls.subscript, get('benign', documents), [
      ...hostilePages(documents),
      ...queries(documents),
      ...['kind', 'userId', 'userkey'].flatMap((_, at) => otherParts(documents, 3 + at)),
    ]),
    ...[rawCalls.signupConfirm, rawCalls.changePassword, rawCalls.emailConfirm].map((row) =>
      route(row, get('benign', `${row.path}?serial_id=abc&key=def`), [
        ...hostilePages(row.path),
        ...confirmations(row.path),
      ]),
    ),
    page(rawCalls.status, rawCalls.status.path),
    page(rawCalls.describeFilter, rawCalls.describeFilter.path),
    page(rawCalls.describeRules, '/describe/rules/direct.list'),
    page(rawCalls.installScript, '/install/install.sh'),
    page(rawCalls.installKit, '/install/kit/agent.tar.gz'),
    page(rawCalls.download, '/api/file/downloads/019a0a0a-0000-7000-8000-000000000000.png'),
    page(rawCalls.payReturn, rawCalls.payReturn.path),
    notifications(app),
    page(rawCalls.countries, rawCalls.countries.path),
    webhook(app),
    await listExport(app),
    route(rawCalls.upload, goodUpload, hostileUploads),
  ];
  const attacked = new Set(routes.map(({ path }) => path));
  const missing = Object.values(rawCalls).filter(({ path }) => !attacked.has(path));
  if (missing.length > 0) throw new Error(`nobody attacks ${missing.map(({ path }) => path).join(', ')}`);
  return routes;
};

const route = ({ path, rate }: RawCall, benign: RawRequest, hostile: readonly RawRequest[]): RawRoute => ({
  path,
  benign,
  hostile,
  send: (client, request) => requestRaw(client, request, rate),
});

const page = (row: RawCall, good: string): RawRoute => route(row, get('benign', good), hostilePages(good));

/** In the name of an admin, whom it is for; a ticket that nobody has is all that an attacker can name. */
const listExport = async (app: TestApp): Promise<RawRoute> => {
  const { cookie } = await app.account({ type: 'admin' });
  const path = exportPath('a'.repeat(43));
  const asAdmin = (request: RawRequest): RawRequest => ({ ...request, headers: { cookie, ...request.headers } });
  return route(rawCalls.listExport, asAdmin(get('benign', path)), hostilePages(path).map(asAdmin));
};

const webhook = ({ deps }: TestApp): RawRoute => {
  const { path, method } = rawCalls.telegramWebhook;
  const secret = webhookSecret(deps.secrets, { token: BOT });
  const deliver = (what: string, body: () => Buffer, header = secret): RawRequest => ({
    what,
    method,
    path,
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': header },
    body,
  });
  const known = hostileUpdates.map(([what, body]) => deliver(what, body));
  const guesses = ['', 'a', 'f'.repeat(64), 'f'.repeat(8000), '\u00e9'.repeat(64)];
  const strangers = guesses.map((guess) => deliver(`a secret of ${guess.length} characters`, benignUpdate, guess));
  return route(rawCalls.telegramWebhook, deliver('benign', benignUpdate), [...known, ...strangers]);
};

/** Notifications for an instance that there is; nobody here can sign one. */
const notifications = ({ deps }: TestApp): RawRoute => {
  const path = notifyPathOf(deps.secrets, 'test');
  const post = (what: string, text: string, type = 'application/x-www-form-urlencoded'): RawRequest => ({
    what,
    method: 'POST',
    path,
    headers: { 'content-type': type },
    body: () => Buffer.from(text, 'latin1'),
  });
  return route(rawCalls.payNotify, get('benign', `${path}?money=1&sign=a`), [
    ...hostilePages(path),
    ...queries(path),
    ...otherParts(path, 4),
    post('nothing', ''),
    post('no form', '\xff\xfe\0', 'nonsense'),
    post('an open object', '{'.repeat(8000), 'application/json'),
    post('signs', '&='.repeat(8000)),
    post('too much', 'a=b&'.repeat(40_000)),
    post('parts without end', '--a\r\n'.repeat(2000), 'multipart/form-data; boundary=a'),
  ]);
};

const get = (what: string, path: string, headers: Record<string, string> = {}, method = 'GET'): RawRequest => ({
  what,
  method,
  path,
  headers,
});

/** Parts of a path as they are sent. */
const PARTS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['points', '..'],
  ['an escaped path', '..%2f..%2f..%2fetc%2fpasswd'],
  ['a path escaped twice', '%252e%252e%252fetc%252fpasswd'],
  ['a NUL', 'a%00b'],
  ['half of an escape', '%'],
  ['an escape that is none', '%zz'],
  ['bytes that are no text', '%ff%fe%c0%80'],
  ['line ends', 'a%0d%0aset-cookie:%20a=b'],
  ['other scripts', '%E4%B8%AD'.repeat(30)],
  ['a prototype', '__proto__'],
  ['a method', 'toString'],
  ['two hundred points', '.'.repeat(200)],
  ['a part of eight thousand', 'a'.repeat(8000)],
  ['stars', '*'],
  ['a pattern', '(a+)+$'],
];

/** The path with another part at a place, counted from the first slash. */
const otherParts = (path: string, at: number): RawRequest[] =>
  PARTS.map(([what, part]) => get(`${what} as part ${at}`, path.split('/').with(at, part).join('/')));

/** Headers that a server reads, with what no browser sends. */
const HEADERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['four thousand tags', { 'if-none-match': '"a",'.repeat(3000) }],
  ['an open tag', { 'if-none-match': `"${'a'.repeat(8000)}` }],
  ['many codings', { 'accept-encoding': 'gzip;q=0.5,'.repeat(1000) }],
  ['weights without end', { 'accept-encoding': `gzip;q=${'0.'.repeat(3000)}` }],
  ['a long agent', { 'user-agent': 'clash/1.'.repeat(1500) }],
  ['an agent of brackets', { 'user-agent': '('.repeat(8000) }],
  ['another host', { host: `${'a.'.repeat(2000)}test` }],
  ['a host with a path', { host: 'a/../b:99999999' }],
  ['many cookies', { cookie: 'a=b; '.repeat(1500) }],
  ['a cookie without end', { cookie: `token=${'%'.repeat(8000)}` }],
  ['many proxies', { 'x-forwarded-for': '10.0.0.1, '.repeat(900), 'x-forwarded-proto': 'https,'.repeat(100) }],
  ['a head too large', { 'x-filling': 'a'.repeat(17_000) }],
  ['a range', { range: `bytes=${'0-1,'.repeat(2000)}0-` }],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' }],
];

/** What may be wrong with a request for any page: other methods, headers, a last part that is not there. */
const hostilePages = (path: string): RawRequest[] => [
  ...HEADERS.map(([what, headers]) => get(what, path, headers)),
  ...['HEAD', 'OPTIONS', 'DELETE', 'PUT', 'TRACE'].map((method) => get(`${method} as its method`, path, {}, method)),
  ...otherParts(path, path.split('/').length - 1),
  get('slashes', path.replaceAll('/', '//')),
  get('capitals', path.toUpperCase()),
];

const queries = (path: string): RawRequest[] =>
  [
    ['two thousand options', Array.from({ length: 1000 }, (_, n) => `k${n}=${n}`).join('&')],
    ['one option a thousand times', 'f=clash&'.repeat(1000)],
    ['a prototype', '__proto__=a&__proto__[b]=c&constructor[prototype][d]=e'],
    ['lists', 'f[]=a&f[0][1][2]=b&f=c'],
    ['an endless option', `f=${'a'.repeat(7000)}`],
    ['escapes', '%'.repeat(3000)],
    ['signs', '&'.repeat(7000)],
    ['equal signs', '='.repeat(7000)],
    ['a second question', '?'.repeat(7000)],
  ].map(([what, query]) => get(what!, `${path}?${query}`));

const confirmations = (path: string): RawRequest[] =>
  [
    ['nothing', ''],
    ['lists', 'serial_id=a&serial_id=b&key=c&key=d'],
    ['objects', 'serial_id[a]=b&key[c]=d'],
    ['a NUL', 'serial_id=%00&key=%00'],
    ['bytes that are no text', 'serial_id=%ff%fe&key=%c0%80'],
    ['endless texts', `serial_id=${'a'.repeat(3500)}&key=${'b'.repeat(3500)}`],
    ['other scripts', `serial_id=${'%E4%B8%AD'.repeat(300)}&key=1`],
    ['an id of nobody', 'serial_id=019a0a0a-ffff-7fff-8fff-ffffffffffff&key=019a0a0a-ffff-7fff-8fff-ffffffffffff'],
  ].map(([what, query]) => get(`${what} as the link`, `${path}?${query}`));
