import type { Counter } from '@skyport/agent/engines/engine';
import { findEngines } from '@skyport/agent/engines/process';
import { xrayApi } from '@skyport/agent/engines/xray-api';
import type { Panel } from './panel.ts';
import { until } from './until.ts';

/** Raw bytes of one user on one line. */
export interface Use {
  readonly up: number;
  readonly down: number;
}

/** Use by `user.line`, both as the small integers of the fleet's wire. */
export type Book = ReadonlyMap<string, Use>;

/** What the engines themselves have counted since they began, read without any part of the product in between. */
export const engineBook = async (panel: Panel): Promise<Book> => {
  const epochs = await panel.query<{ epoch: string }>('select epoch from node_agents');
  const books: Book[] = [];
  for (const { epoch } of epochs) {
    for (const { apiPort } of findEngines(epoch)) {
      const api = xrayApi(apiPort);
      books.push(bookOf(await api.counters()));
      api.close();
    }
  }
  return sumOf(books);
};

/** Counters of one engine as a book; what is nobody's is left out. */
export const bookOf = (counters: readonly Omit<Counter, 'name'>[]): Book => {
  const book = new Map<string, Use>();
  for (const { user, line, direction, value } of counters) {
    if (user > 0 && value > 0) add(book, `${user}.${line}`, { up: 0, down: 0, [direction]: value });
  }
  return book;
};

/** Several books as one. */
export const sumOf = (books: readonly Book[]): Book => {
  const sum = new Map<string, Use>();
  for (const book of books) for (const [key, use] of book) add(sum, key, use);
  return sum;
};

const add = (book: Map<string, Use>, key: string, { up, down }: Use): void => {
  const use = book.get(key) ?? { up: 0, down: 0 };
  book.set(key, { up: use.up + up, down: use.down + down });
};

/** What the panel has booked, all days together. */
export const panelBook = async (panel: Panel): Promise<Book> => {
  const rows = await panel.query<{ key: string; up: number; down: number }>(
    `select user_num || '.' || line_num as key, sum(up)::bigint as up, sum(down)::bigint as down
       from usage_detail group by user_num, line_num`,
  );
  return new Map(rows.map(({ key, up, down }) => [key, { up, down }]));
};

/** Bytes of all lines and both directions, by user. */
export const totals = (book: Book): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  for (const [key, { up, down }] of book) {
    const user = Number(key.split('.')[0]);
    sums.set(user, (sums.get(user) ?? 0) + up + down);
  }
  return sums;
};

/** Where the books differ, one sentence each; empty when they agree to the byte. */
export const differences = (counted: Book, booked: Book): string[] =>
  [...new Set([...counted.keys(), ...booked.keys()])].toSorted().flatMap((key) => {
    const [a, b] = [counted.get(key) ?? { up: 0, down: 0 }, booked.get(key) ?? { up: 0, down: 0 }];
    if (a.up === b.up && a.down === b.down) return [];
    return [`user.line ${key}: the engine counted ${a.up} up and ${a.down} down, booked are ${b.up} and ${b.down}`];
  });

/**
 * Where a user's account differs from the bytes booked for that user; only for accounts without exempt lines and with
 * every scale at 1. Use is somewhere: charged to permanent traffic or to a day's quota, waiting, or overrun.
 */
export const accountDifferences = async (panel: Panel, booked: Book): Promise<string[]> => {
  const rows = await panel.query<{ user: number; charged: number }>(
    `select a.user_num as user, a.spent + a.pending + a.overrun
        + coalesce((select sum(r.exempt)::bigint from traffic_record_list r where r.user_num = a.user_num), 0) as charged
       from traffic_account a`,
  );
  const sums = totals(booked);
  return rows.flatMap(({ user, charged }) => {
    const expected = sums.get(user) ?? 0;
    return charged === expected ? [] : [`user ${user}: ${expected} bytes booked, ${charged} charged`];
  });
};

/** What is wrong with the ledger by its own rules; empty when all is well. */
export const ledgerProblems = async (panel: Panel): Promise<string[]> =>
  (await panel.query<{ problem: string; detail: string }>('select problem, detail from ledger_health')).map(
    ({ problem, detail }) => `${problem}: ${detail}`,
  );

/** Waits until the panel has booked all that the engines have counted; gives up quietly, because a test then says more. */
export const settledBooks = async (panel: Panel): Promise<void> => {
  const agree = async (): Promise<boolean> => differences(await engineBook(panel), await panelBook(panel)).length === 0;
  await until('the books to agree', agree, { withinMs: 30_000, everyMs: 500 }).catch(() => undefined);
};
