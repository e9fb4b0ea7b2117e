import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Statement } from '../../platform/row-reader.ts';
import { createSubscriptionRoute } from '../document/route.ts';
import { setUpLinks } from './testing.ts';

/*
 * Links that are wrong, and links that are used too often: what whoever guesses them gets to see.
 */

const { app, admin, keyOf, pathOf, customer, get, block } = await setUpLinks();
const { deps, clock } = app;

const set = app.changeSettings;

/** Everything that is wrong with a link, each alone. */
const wrongLinks = async (): Promise<Record<string, string>> => {
  const [user, other, disabled] = [await customer(), await customer(), await customer()];
  const [key, otherKey] = [await keyOf(user), await keyOf(other)];
  const listed = await app.call('/api/admin/users/userlist', { filterStr: user.userId }, admin);
  const disabledPath = await pathOf(disabled);
  await deps.db.updateTable('users').set({ disabled: true }).where('id', '=', disabled.userId).execute();
  clock.advance(DAY_MS);
  const at = (id: string, part: string, kind = 'singbox'): string => `/api/subscript/${kind}/${id}/${part}`;
  return {
    'unknown kind': at(user.userId, key, 'nokind'),
    'a kind in capitals': at(user.userId, key, 'SingBox'),
    'unknown user': at(deps.ids.next(), key),
    'malformed id': at('nonsense', key),
    'id in capitals': at(user.userId.toUpperCase(), key),
    'wrong key': at(user.userId, 'x'.repeat(32)),
    'short key': at(user.userId, key.slice(1)),
    'long key': at(user.userId, `${key}0`),
    'key in other letters': at(user.userId, key.toUpperCase() === key ? key.toLowerCase() : key.toUpperCase()),
    'disabled account': disabledPath,
    'disabled account, wrong key': at(disabled.userId, 'x'.repeat(32)),
    "another user's key": at(user.userId, otherKey),
    "yesterday's daily key": at(user.userId, listed.data.users[0].dailyDescribKey),
    'a NUL before the key': at(user.userId, `%00${key}`),
  };
};

test('every wrong link is answered with the same bytes, GET and HEAD, whatever is wrong with it', async () => {
  const links = await wrongLinks();
  for (const method of ['GET', 'HEAD'] as const) {
    const seen = new Map<string, string[]>();
    for (const [name, url] of Object.entries(links)) {
      // An address of its own for each, so that no limit is met.
      const answer = await get(url, { address: `10.10.${block()}.${seen.size + name.length}`, method });
      const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
      const bytes = JSON.stringify([answer.statusCode, headers, answer.body]);
      seen.set(bytes, [...(seen.get(bytes) ?? []), name]);
    }
    expect([...seen.values()]).toEqual([Object.keys(links)]);
    expect([...seen.keys()][0]).toMatch(/^\[404,/);
  }
});

test('a link that names an account costs one row of it, whatever is wrong, and no other work of the database', async () => {
  const links = await wrongLinks();
  const asked: string[] = [];
  const reader: typeof deps.reader = {
    row: (statement: Statement, values) => {
      asked.push(statement.name);
      return deps.reader.row(statement, values);
    },
    find: (statement: Statement, key) => {
      asked.push(statement.name);
      return deps.reader.find(statement, key);
    },
    rows: (statement: Statement, values) => {
      asked.push(statement.name);
      return deps.reader.rows(statement, values);
    },
  };
  const route = createSubscriptionRoute(deps, reader);
  const isByOwnPage = async (): Promise<boolean> => {
    asked.push('a session');
    return true;
  };
  const cost = async (path: string): Promise<string[]> => {
    asked.length = 0;
    const [, , , kind = '', userId = '', userkey = ''] = path.split('/');
    const headers = { userAgent: 'mihomo/1.19.15', ifNoneMatch: '', acceptEncoding: '' };
    const request = { method: 'GET', url: path, kind, userId, userkey, query: {}, isByOwnPage, ...headers } as const;
    const answer = await route({ ...request, address: path, host: 'console.test', secure: true });
    expect(answer.status).toBe(404);
    return [...asked];
  };
  // What cannot be a link is refused before the database hears of it: it says nothing about any account.
  const malformed = ['malformed id', 'id in capitals', 'short key', 'long key', 'a NUL before the key'];
  for (const [name, path] of Object.entries(links))
    expect([name, await cost(path)]).toEqual([name, malformed.includes(name) ? [] : ['subscription.subscribers']]);
});

test('after twenty wrong links a client is told to wait, for ten minutes and for wrong links only', async () => {
  const user = await customer();
  const [path, address] = [await pathOf(user), '198.51.100.77'];
  const wrong = Object.values(await wrongLinks());
  for (let n = 0; n < 20; n++) expect((await get(wrong[n % wrong.length]!, { address })).statusCode).toBe(404);
  const waits = await get(wrong[0]!, { address });
  expect([waits.statusCode, waits.headers['retry-after']]).toEqual([429, '600']);
  expect((await get(path, { address })).statusCode).toBe(200);
  clock.advance(10 * MINUTE_MS);
  expect((await get(wrong[0]!, { address })).statusCode).toBe(404);
});

test('thousands of wrong links, before it and at the same time, never stop a right one from the same address', async () => {
  const [user, address] = [await customer(), '198.51.100.78'];
  const path = await pathOf(user);
  const guess = (n: number) => get(`/api/subscript/clash/${user.userId}/${String(n).padStart(32, 'g')}`, { address });
  for (let from = 0; from < 2000; from += 250) {
    await Promise.all(Array.from({ length: 250 }, (_, n) => guess(from + n)));
  }
  const flood = Array.from({ length: 500 }, (_, n) => guess(5000 + n));
  expect((await get(path, { address })).statusCode).toBe(200);
  expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
});

test.each(['&name=%E5%A4%A9%E6%B8%AF', '&name=x?f=clash', '&flag=clash&name=a/b', '?name=x', '&', '?', '&&name=&'])(
  'a link with %s behind its key is a right one',
  async (glued) => {
    const path = await pathOf(await customer());
    const answer = await get(`${path}${glued.replace('a/b', 'a%2Fb')}`);
    expect(answer.statusCode).toBe(200);
  },
);

test("an account's link is answered sixty times at once, then every two seconds, from whatever addresses", async () => {
  const [user, other] = [await customer(), await customer()];
  const path = await pathOf(user);
  const fetchFrom = async (n: number) => get(path, { address: `10.20.${n}.1`, method: n % 2 ? 'HEAD' : 'GET' });
  for (let n = 0; n < 60; n++) expect((await fetchFrom(n)).statusCode).toBe(200);
  const refused = await fetchFrom(60);
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    429,
    '60',
    'no-store',
  ]);
  expect((await get(await pathOf(other))).statusCode).toBe(200);
  clock.advance(2 * SECOND_MS);
  expect([(await fetchFrom(61)).statusCode, (await fetchFrom(62)).statusCode]).toEqual([200, 429]);
  await set({ link_fetch_limit: 0 });
  expect((await fetchFrom(63)).statusCode).toBe(200);
  await set({ link_fetch_limit: 30 });
});
