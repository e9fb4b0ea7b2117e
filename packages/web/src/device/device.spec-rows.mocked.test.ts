import { expect, onTestFinished, test, vi } from 'vitest';
import { CHANNEL_DAYS, FOREVER_DAYS, REGISTER_DAYS, rememberChannel, writeCookie } from './cookies.ts';
import { loginRecorded, recordCoupon } from './local-db.ts';

const written = (): readonly string[] => {
  const cookies: string[] = [];
  const spy = vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void cookies.push(text));
  onTestFinished(() => spy.mockRestore());
  return cookies;
};

const DAY_S = 86_400;

test.each([
  { name: 'channel_code', days: 30, write: () => rememberChannel('spring', 'house') },
  { name: 'channel_code', days: 99_999, write: () => rememberChannel(null, 'house') },
  { name: 'token', days: 99_999, write: () => writeCookie('token', 't', { days: FOREVER_DAYS }) },
  { name: 'lastRegister', days: 50, write: () => writeCookie('lastRegister', '1', { days: REGISTER_DAYS }) },
  { name: 'platform', days: 1, write: () => writeCookie('platform', 'iOS') },
])('the cookie $name stays $days days, for path /, SameSite Lax', ({ name, days, write }) => {
  const cookies = written();
  write();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(new RegExp(`^${name}=`));
  expect(cookies[0]?.split('; ')).toEqual(
    expect.arrayContaining(['Path=/', 'SameSite=Lax', `Max-Age=${days * DAY_S}`]),
  );
  expect(CHANNEL_DAYS).toBe(30);
});

// The test's browser has no database; this one only notes what it is asked for.
const asked = vi.hoisted(() => ({ name: '', stores: {}, added: [] as unknown[] }));
vi.mock('dexie', () => ({
  Dexie: class {
    constructor(name: string) {
      asked.name = name;
    }
    version = () => ({ stores: (stores: object) => void Object.assign(asked.stores, stores) });
    table = (name: string) => ({
      add: async (row: object) => void asked.added.push({ table: name, ...row }),
      count: async () => 0,
    });
  },
}));

test('the database of the browser has the two tables of the specification', async () => {
  await recordCoupon('ABCD', 5);
  expect(await loginRecorded()).toBe(false);
  expect(asked).toEqual({
    name: 'myDatabase',
    stores: { couponRecords: '++id, code, time', loginRecords: '++id, time' },
    added: [{ table: 'couponRecords', code: 'ABCD', time: 5 }],
  });
});
