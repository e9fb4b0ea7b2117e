interface Question<T> {
  readonly key: string;
  readonly resolve: (row: T | undefined) => void;
  readonly reject: (fault: unknown) => void;
}

/** Reads the rows of keys, at most one of each, in any order. */
type ReadRows<T> = (keys: readonly string[]) => Promise<readonly T[]>;

/** Keys that one statement asks for at most. */
const MAX_AT_ONCE = 200;
/** Statements under way at most: while the database works on them, more keys gather for the next. */
const MAX_UNDER_WAY = 2;

/**
 * Gathers reads of single rows: questions of the same turn of the event loop, and those that come while the database is
 * busy with earlier ones, share one statement. Under load that is a dozen rows for the price of two. Every row is read
 * after its question was asked. A statement that fails fails for everybody in it.
 */
export const gatherReads = <T extends { readonly key: string }>(
  read: ReadRows<T>,
): ((key: string) => Promise<T | undefined>) => {
  let waiting: Question<T>[] = [];
  let underWay = 0;
  let isPlanned = false;
  const ask = async (questions: readonly Question<T>[]): Promise<void> => {
    try {
      const rows = await read([...new Set(questions.map(({ key }) => key))]);
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const { key, resolve } of questions) resolve(found.get(key));
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
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      plan();
    });
};
