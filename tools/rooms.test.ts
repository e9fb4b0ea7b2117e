import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathsIn, untestedCalls } from './call-tests.ts';
import { circles } from './circles.ts';
import { codeRules } from './code-rules.ts';
import { longComments } from './comments.ts';
import { forwarders } from './forwarders.ts';
import { roomProblems, strangeFeatures } from './rooms.ts';
import { root } from './run.ts';
import { productOf, readSources } from './sources.ts';
import { sharedTables, sqlOutsideStores, tablesOf } from './stores.ts';

const sources = readSources();
const planted = (...files: readonly (readonly [path: string, text: string])[]) => new Map(files);

test.each(codeRules)('$name', ({ problems }) => {
  expect(problems(sources)).toEqual([]);
});

test('sources are read: those of the product, its tests, and what stands beside it', () => {
  expect(productOf(sources).size).toBeGreaterThan(500);
  for (const path of ['tools/rooms.test.ts', 'testkit/net.ts', 'packages/server/src/testing.ts']) {
    expect(sources.has(path)).toBe(true);
    expect(productOf(sources).has(path)).toBe(false);
  }
});

describe('rooms', () => {
  test.each([
    ['packages/server/src/platform/a.ts', '../shop/store.ts'],
    ['packages/server/src/platform/a.ts', '../gate/app.ts'],
    ['packages/server/src/gate/a.ts', '../shop/index.ts'],
    ['packages/server/src/gate/a.ts', '../mail/index.ts'],
    ['packages/server/src/shop/a.ts', '../wallet/store.ts'],
    ['packages/server/src/shop/a.ts', '../mail/queue.ts'],
    ['packages/server/src/shop/a.ts', '../gate/app.ts'],
    ['packages/server/src/shop/a.ts', '../wiring.ts'],
    ['packages/documents/src/a.ts', '@skyport/db'],
    ['packages/contract/src/a.ts', '@skyport/documents'],
    ['packages/agent/src/a.ts', '@skyport/server/main'],
    ['packages/web/src/shop/a.tsx', '../wallet/card.tsx'],
    ['packages/web/src/shop/a.tsx', '../app/routes.ts'],
    ['packages/web/src/ui/a.tsx', '../shop/index.ts'],
    ['packages/web/src/shop/a.tsx', '@skyport/server/wiring'],
    ['packages/db/src/a.ts', '../../server/src/main.ts'],
    ['packages/db/src/a.ts', '../../../tools/run.ts'],
    ['packages/db/src/a.ts', './testing.ts'],
    ['packages/web/src/ui/a.tsx', '../api/index.ts'],
    ['packages/db/src/a.test.ts', '../../../e2e/b.ts'],
    ['testkit/a.ts', '../e2e/b.ts'],
    ['testkit/a.ts', '../tools/demo.ts'],
    ['tools/demo.ts', '../prove/prover.ts'],
    ['e2e/a.ts', '../bench/rig.ts'],
  ])('finds the planted break in %s: %s', (path, specifier) => {
    expect(roomProblems(planted([path, `import { x } from '${specifier}';`]))).toHaveLength(1);
  });

  test.each([
    ['packages/db/src/a.test.ts', '../../../tools/gen-db-types.ts'],
    ['packages/server/src/fleet/a.test.ts', '../../../agent/src/journal.ts'],
    ['testkit/a.ts', '../tools/run.ts'],
    ['tools/demo.ts', '../testkit/net.ts'],
  ])('lets %s import %s', (path, specifier) => {
    expect(roomProblems(planted([path, `import { x } from '${specifier}';`]))).toEqual([]);
  });

  test('finds a planted circle of two', () => {
    const two = planted(
      ['packages/server/src/wallet/b.ts', `export { y } from '../shop/index.ts';`],
      ['packages/server/src/shop/a.ts', `import type { x } from '../wallet/index.ts';`],
    );
    expect(circles(two)).toEqual(['server: shop → wallet → shop']);
  });

  test.each(['server', 'web'])('finds a planted circle of three in %s, told once and whole', (pkg) => {
    const from = (room: string, other: string): [string, string] => [
      `packages/${pkg}/src/${room}/a.ts`,
      `import {\n  x,\n} from '../${other}/index.ts';`,
    ];
    const three = [from('users', 'subscription'), from('subscription', 'rules'), from('rules', 'users')];
    expect(circles(planted(...three, from('shop', 'users')))).toEqual([`${pkg}: rules → users → subscription → rules`]);
    expect(circles(planted(...three.slice(1), from('shop', 'users')))).toEqual([]);
  });

  test('tells every circle where several meet', () => {
    const from = (room: string, ...others: string[]): [string, string] => [
      `packages/server/src/${room}/a.ts`,
      others.map((other) => `import '../${other}/index.ts';\n`).join(''),
    ];
    expect(circles(planted(from('a', 'b'), from('b', 'a', 'c'), from('c', 'd'), from('d', 'b')))).toEqual([
      'server: a → b → a',
      'server: b → c → d → b',
    ]);
  });

  test('finds a planted feature of another name', () => {
    expect(strangeFeatures(planted(['packages/server/src/shoppe/a.ts', '']), ['shop'])).toEqual(['server/shoppe']);
  });

  test.each([
    `/** Words. */\nexport { x } from './b.ts';`,
    `export * from './b.ts';\n\nexport const y = 1;`,
    `export type {\n  X,\n} from './b.ts';\nconst y = 1;`,
  ])('finds the planted line that passes something on in %j', (text) => {
    const problem = ['packages/web/src/shop/a.ts passes on what ./b.ts has'];
    expect(forwarders(planted(['packages/web/src/shop/a.ts', text]))).toEqual(problem);
    expect(forwarders(planted(['packages/web/src/shop/index.ts', text]))).toEqual([]);
  });
});

describe('SQL and tables', () => {
  const tables = tablesOf(readFileSync(join(root, 'packages/db/src/schema.generated.ts'), 'utf8'));

  test('tables are read from the generated types', () => {
    expect(tables.size).toBeGreaterThan(50);
  });

  test.each([
    'await sql`select 1`.execute(db);',
    'const { rows } = await sql<{ n: number }>`select 1 as n`.execute(db);',
    `await db.selectFrom('users').selectAll().execute();`,
    `await trx.insertInto('users').values(row).execute();`,
    `const read: Statement = { name: 'shop.list', text: 'select id from combos' };`,
    'const read = { text: `\n  select id\n    from combos where id = any($1)` };',
    `await client.query('select 1');`,
    'const text = `with old as (select 1) delete from combos`;',
    'await pool.query(`update ${table} set price = $1`, [price]);',
  ])('finds the planted statement %s', (text) => {
    const path = 'packages/server/src/shop/calls.ts';
    expect(sqlOutsideStores(planted([path, text]))).toEqual([path]);
    expect(sqlOutsideStores(planted(['packages/server/src/shop/order-store.ts', text]))).toEqual([]);
  });

  test.each([`db.insertInto('users')`, `db.updateTable('users')`, 'sql`delete from users`', 'sql`update  users set`'])(
    'finds who writes a table by %s',
    (text) => {
      const two = planted(
        ['packages/server/src/shop/store.ts', text],
        ['packages/server/src/wallet/store.ts', `db.deleteFrom('users')`],
      );
      expect(sharedTables(two, tables)).toEqual(['users: shop, wallet']);
    },
  );
});

describe('calls and their tests', () => {
  const helper = 'const call = (name: string) => app.call(`/api/user/${name}`);';

  test.each([
    `app.call('/api/user/login');`,
    `${helper} call('login');`,
    `${helper} const save = async (body: object, name: string) => call(name); save({}, 'login');`,
    `app.inject({ method: 'POST', url: '/api/user/login?a=1' });`,
    `test.each([['/api/user/login', 1]])('%s', (path) => app.call(path));`,
  ])('finds that the path is posted to in %s', (text) => {
    expect(pathsIn(text)).toContain('/api/user/login');
    expect(untestedCalls(() => [text])).not.toContain('accounts.login /api/user/login');
  });

  test.each([
    `${helper} call('logins');`,
    `${helper} call('signup'); other('login');`,
    `${helper} const word = 'login';`,
    `${helper} expect(word).toBe('login');`,
    `expect(link).toBe('/api/user/login');`,
    `app.inject({ url: '/api/user/login' });`,
    `app.inject({ method: 'GET', url: '/api/user/login' });`,
    `// app.call('/api/user/login');`,
  ])('finds the planted miss in %s', (text) => {
    expect(untestedCalls(() => [text])).toContain('accounts.login /api/user/login');
  });
});

describe('comments', () => {
  const words = 'word '.repeat(30);

  test('finds a planted line that is too long, whatever the comment looks like', () => {
    const text = `/** ${words}*/\nconst a = 1; // ${words}\n\n/*\n * short\n * ${words}\n */\n// ${words}\n`;
    const lines = [1, 2, 6, 8].map((line) => `packages/db/src/a.ts:${line}`);
    expect(longComments(planted(['packages/db/src/a.ts', text]))).toEqual(lines);
  });

  test('leaves code to the formatter, texts that look like comments, and instructions to tools', () => {
    const text = `const a = '/* ${words}';\nconst b = \`\n// ${words}\n\`;\n// oxlint-disable-next-line no-x -- ${words}\n`;
    expect(longComments(planted(['packages/db/src/a.ts', text]))).toEqual([]);
  });
});
