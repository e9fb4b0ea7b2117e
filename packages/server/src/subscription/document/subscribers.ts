import type { Clock } from '../../platform/clock.ts';
import type { RowReader } from '../../platform/row-reader.ts';
import { listSubscribers, type SubscriberRow } from './subscriber-store.ts';

/** Finds the users of links. */
export interface Subscribers {
  /** The user with this id as they are now, or undefined. Throws when the database cannot be asked. */
  find(userId: string): Promise<SubscriberRow | undefined>;
}

interface Question {
  readonly userId: string;
  readonly resolve: (row: SubscriberRow | undefined) => void;
  readonly reject: (fault: unknown) => void;
}

/** Users that one statement asks for at most. */
const MAX_AT_ONCE = 200;
/** Statements under way at most: while the database works on them, more users gather for the next. */
const MAX_UNDER_WAY = 2;

/**
 * Reads users by id, in batches: questions of the same turn of the event loop, and those that come while the database
 * is busy with earlier ones, share one statement. Under load that is a dozen rows for the price of two. Every row is
 * read after its question was asked.
 */
export const createSubscribers = (reader: RowReader, clock: Clock): Subscribers => {
  let waiting: Question[] = [];
  let underWay = 0;
  let isPlanned = false;
  const ask = async (questions: readonly Question[]): Promise<void> => {
    try {
      const ids = questions.map(({ userId }) => userId);
      const rows = await listSubscribers(reader, ids, clock.now());
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const { userId, resolve } of questions) resolve(found.get(userId));
    } catch (fault) {
      for (const { reject } of questions) reject(fault);
    }
    underWay -= 1;
    plan();
  };
  const send = (): void => {
    isPlanned = false;
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      underWay += 1;
      void ask(waiting.splice(0, MAX_AT_ONCE));
    }
  };
  const plan = (): void => {
    if (isPlanned || waiting.length === 0 || underWay >= MAX_UNDER_WAY) return;
    isPlanned = true;
    setImmediate(send);
  };
  return {
    find: (userId) =>
      new Promise((resolve, reject) => {
        waiting.push({ userId, resolve, reject });
        plan();
      }),
  };
};
