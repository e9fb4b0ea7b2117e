import { roomOf, type Sources } from './sources.ts';
import { nodesOf, textOf } from './syntax.ts';

/*
 * Where SQL may stand in the server, and which feature owns a table. Both are read from the code. Exceptions have names
 * and reasons; a list that has become too long is a test's failure as well.
 */

/** How Kysely and pg are called. */
const CALLS =
  /\bsql(?:<[^`]*>)?`|\bsql\.(?:raw|table)\(|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;

/** How a statement begins that stands in a text of its own, for a prepared statement or a client of pg. */
const STATEMENT = new RegExp(
  [
    'select\\s',
    'insert\\s+into\\s',
    'update\\s+\\S+(?:\\s+\\w+)?\\s+set\\s',
    'delete\\s+from\\s',
    'merge\\s+into\\s',
    'with\\s+(?:recursive\\s+)?\\w+(?:\\s*\\([^)]*\\))?\\s+as\\s',
    '(?:grant|revoke|truncate)\\s',
    '(?:alter|create|drop)\\s+(?:table|index|role|schema|function|view)\\s',
    'do\\s+\\$',
  ]
    .map((start) => `^\\s*${start}`)
    .join('|'),
  'i',
);

const isServer = (path: string): boolean => roomOf(path)?.pkg === 'server';

const holdsStatement = (path: string, text: string): boolean =>
  nodesOf(path, text).some((node) => STATEMENT.test(textOf(node) ?? ''));

/** Files of the server that hold SQL, built or as text, and are no store (`store.ts`, `…-store.ts`). */
export const sqlOutsideStores = (sources: Sources): string[] =>
  [...sources].flatMap(([path, text]) =>
    isServer(path) && !/(?:^|[/-])store\.ts$/.test(path) && (CALLS.test(text) || holdsStatement(path, text))
      ? [path]
      : [],
  );

const WRITE =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)'\)|\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(\w+)\b/g;

/** Features of the server that write a table, by table; `tables` are the names that there are. */
export const writersOf = (sources: Sources, tables: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> => {
  const writers = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    if (!isServer(path)) continue;
    for (const [, built, written] of text.matchAll(WRITE)) {
      const table = built ?? written!;
      if (!tables.has(table)) continue;
      const found = writers.get(table) ?? new Set();
      writers.set(table, found.add(roomOf(path)!.folder));
    }
  }
  return new Map([...writers].map(([table, folders]) => [table, [...folders].toSorted()]));
};

/** Tables that more than one feature writes, as `table: a, b`. */
export const sharedTables = (sources: Sources, tables: ReadonlySet<string>): string[] =>
  [...writersOf(sources, tables)]
    .flatMap(([table, folders]) => (folders.length > 1 ? [`${table}: ${folders.join(', ')}`] : []))
    .toSorted();

/** Names of all tables, from the generated types. */
export const tablesOf = (generated: string): ReadonlySet<string> =>
  new Set(
    [...generated.slice(generated.indexOf('export interface DB')).matchAll(/^ {2}(\w+): \w+;$/gm)].map(
      ([, name]) => name!,
    ),
  );
