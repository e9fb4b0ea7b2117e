import { clientAppOf } from '@skyport/documents';
import { expect, test, vi } from 'vitest';
import { createFetchJournal } from './journal.ts';
import type { FetchCount } from './store.ts';

const clockAt = (start: number) => {
  const clock = { ms: start, now: () => new Date(clock.ms) };
  return clock;
};

test('fetches of a second are written in one go, counted together', async () => {
  const written: FetchCount[][] = [];
  const journal = createFetchJournal(
    clockAt(3_700_000),
    async ({ fetches }) => {
      written.push([...fetches]);
    },
    { warn: () => undefined },
  );
  const client = clientAppOf('clash-verge/v2.4.7');
  for (let n = 0; n < 5; n++) journal.note({ userNum: 7, address: `203.0.113.${n}`, client });
  journal.note({ userNum: 8, address: '203.0.113.1', client });
  expect(written).toEqual([]);
  await journal.flush();
  await journal.flush();
  const row = { hour: new Date(3_600_000), network: '203.0.113.0/24', family: 'mihomo', version: '2.4.7' };
  expect(written).toEqual([
    [
      { ...row, userNum: 7, count: 5 },
      { ...row, userNum: 8, count: 1 },
    ],
  ]);
});

test('a client that says another version each time is one row, with the version that it said last', async () => {
  const written: FetchCount[][] = [];
  const journal = createFetchJournal(clockAt(0), async ({ fetches }) => void written.push([...fetches]), {
    warn: () => undefined,
  });
  const fetchAs = (agent: string) => journal.note({ userNum: 7, address: '203.0.113.1', client: clientAppOf(agent) });
  for (let n = 0; n < 2000; n++) fetchAs(`mihomo/1.${n}.3`);
  // Neither is a version.
  for (const agent of ['mihomo', `mihomo/${'9'.repeat(400)}`]) fetchAs(agent);
  await journal.flush();
  const row = { userNum: 7, hour: new Date(0), network: '203.0.113.0/24' };
  expect(written).toEqual([[{ ...row, family: 'mihomo', version: '1.1999.3', count: 2002 }]]);
});

test('of a rush only the oldest are written each second, and who comes back meanwhile is added up', async () => {
  vi.useFakeTimers();
  try {
    const written: FetchCount[][] = [];
    const journal = createFetchJournal(clockAt(0), async ({ fetches }) => void written.push([...fetches]), {
      warn: () => undefined,
    });
    const rush = (): void => {
      for (let userNum = 0; userNum < 8000; userNum++) {
        journal.note({ userNum, address: '203.0.113.1', client: clientAppOf('') });
      }
    };
    rush();
    await vi.advanceTimersByTimeAsync(1000);
    rush();
    await vi.advanceTimersByTimeAsync(1000);
    expect(written.map((rows) => [rows[0]?.userNum, rows.length])).toEqual([
      [0, 800],
      [800, 800],
    ]);
    expect(written[1]?.[0]?.count).toBe(2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(written.flat().reduce((sum, { count }) => sum + count, 0)).toBe(16_000);
  } finally {
    vi.useRealTimers();
  }
});

test('wrong keys are counted by account and written with the fetches', async () => {
  const written: [number, number][][] = [];
  const journal = createFetchJournal(
    clockAt(0),
    async ({ wrongKeys }) => {
      written.push([...wrongKeys]);
    },
    { warn: () => undefined },
  );
  for (const userNum of [7, 8, 7]) journal.noteWrongKey(userNum);
  await journal.flush();
  await journal.flush();
  expect(written).toEqual([
    [
      [7, 2],
      [8, 1],
    ],
  ]);
});

test('a journal that cannot be written is logged and never fails a fetch', async () => {
  const warnings: unknown[] = [];
  const warn = (details: object): void => void warnings.push(details);
  const journal = createFetchJournal(clockAt(0), () => Promise.reject(new Error('database away')), { warn });
  journal.note({ userNum: 1, address: '203.0.113.1', client: clientAppOf('') });
  await journal.flush();
  expect(warnings).toEqual([expect.objectContaining({ lost: 1 })]);
});
