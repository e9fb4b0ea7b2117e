import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@skyport/contract';
import { describe, expect, test } from 'vitest';
import { apiTestsOf, pathsIn, untestedCalls } from './call-tests.ts';
import { circles, forwarders, readSources, roomProblems, strangeFeatures } from './rooms.ts';
import { root } from './run.ts';
import { functionSizes, p90, sizeProblems, sizesOf, sizeTable } from './sizes.ts';
import { sharedTables, sqlOutsideStores, tablesOf } from './stores.ts';

const sources = readSources();
const planted = (...files: readonly (readonly [path: string, text: string])[]) => new Map(files);

/** Features that have no calls of their own: the fleet works by itself, guides are read, messages are sent for others. */
const WITHOUT_CALLS = ['chat', 'fleet', 'guides', 'ledger', 'mail', 'profile'];

describe('rooms', () => {
  test('no import goes in a forbidden direction', () => {
    expect(roomProblems(sources)).toEqual([]);
  });

  test('features are called the same in contract, server and web', () => {
    expect(strangeFeatures(sources, [...Object.keys(calls), ...WITHOUT_CALLS])).toEqual([]);
  });

  test('between two features imports go one way', () => {
    expect(circles(sources)).toEqual([]);
  });

  test('no file only passes on what another one has', () => {
    expect(forwarders(sources)).toEqual([]);
  });

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
  ])('finds the planted break in %s: %s', (path, specifier) => {
    expect(roomProblems(planted([path, `import { x } from '${specifier}';`]))).toHaveLength(1);
  });

  test('finds a planted circle, feature of another name, and file that only forwards', () => {
    const circle = planted(
      ['packages/server/src/shop/a.ts', `import { x } from '../wallet/index.ts';`],
      ['packages/server/src/wallet/b.ts', `export { y } from '../shop/index.ts';`],
    );
    expect(circles(circle)).toEqual(['server: shop ↔ wallet']);
    expect(strangeFeatures(planted(['packages/server/src/shoppe/a.ts', '']), ['shop'])).toEqual(['server/shoppe']);
    const forwarder = 'packages/web/src/shop/a.ts';
    expect(forwarders(planted([forwarder, `/** Words. */\nexport { x } from './b.ts';`]))).toEqual([forwarder]);
    expect(forwarders(planted([forwarder, `export { x } from './b.ts';\nexport const y = 1;`]))).toEqual([]);
  });
});

describe('SQL and tables', () => {
  /** Parts of the platform that are a table and what everybody does with it: the statement is the part. */
  const PARTS = ['audit', 'captcha', 'error-log', 'fleet-changes', 'jobs', 'outbox'].map(
    (name) => `packages/server/src/platform/${name}.ts`,
  );
  /** Tables that two write, and why that is so. */
  const SHARED = [
    // The platform writes the entry inside of everybody's transaction; the feature reads, chains and clears it.
    'audit_log: audit, platform',
    'error_log: errors, platform',
    'fleet_changes: fleet, platform',
    // What is too old is removed by one job, in traffic, whoever writes it.
    'line_probe_usage: nodes, traffic',
    'usage_batches: fleet, traffic',
    'usage_held: fleet, traffic',
    // A code is made where nodes are edited and used up where their agents join.
    'node_enrolments: fleet, nodes',
    // An undone report notifies all accounts that it touched by one statement.
    'notifications: notices, traffic',
    // The gate starts, touches and ends the caller's own session; accounts end others'.
    'sessions: accounts, gate',
    // An account's binding ends with its link, its password or its permission.
    'telegram_codes: accounts, telegram',
    'telegram_requests: accounts, telegram',
    // Columns of an account belong to the feature that changes them.
    'users: accounts, subscription, telegram, traffic',
    // A row a feature: the number that rises with each change of what processes keep copies of.
    'versions: nodes, settings',
  ];
  const tables = tablesOf(readFileSync(join(root, 'packages/db/src/schema.generated.ts'), 'utf8'));

  test('SQL stands in stores', () => {
    expect(sqlOutsideStores(sources)).toEqual(PARTS);
  });

  test('a table is written by one feature', () => {
    expect(tables.size).toBeGreaterThan(50);
    expect(sharedTables(sources, tables)).toEqual(SHARED.toSorted());
  });

  test.each([
    'await sql`select 1`.execute(db);',
    'const { rows } = await sql<{ n: number }>`select 1 as n`.execute(db);',
    `await db.selectFrom('users').selectAll().execute();`,
    `await trx.insertInto('users').values(row).execute();`,
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
  test('every built call is asked for by its full path in a test through the gate', () => {
    expect(untestedCalls(apiTestsOf)).toEqual([]);
  });

  test('a path counts only when all of it is there', () => {
    const helper = 'const call = (name) => app.call(`/api/user/${name}`);';
    expect([...pathsIn(`${helper} call('login'); app.call('/api/shop/list')`)]).toEqual(
      expect.arrayContaining(['/api/user/login', '/api/shop/list']),
    );
    expect(pathsIn(`call('login')`).has('/api/user/login')).toBe(false);
    expect(untestedCalls(() => [`${helper} call('logins')`])).toContain('accounts.login /api/user/login');
  });
});

describe('sizes', () => {
  test('nine of ten files and functions of every package are short', () => {
    const sizes = sizesOf(sources);
    expect(sizes.map(({ pkg }) => pkg)).toEqual(['agent', 'contract', 'db', 'documents', 'server', 'web']);
    process.stdout.write(`${sizeTable(sizes).join('\n')}\n`);
    expect(sizeProblems(sizes)).toEqual([]);
  });

  test('functions are measured without their comments and blank lines', () => {
    const text = '/** One. */\nconst one = () => {\n  // why\n\n  return 1;\n};\nfunction two() {}\nconst x = 3;\n';
    expect(functionSizes('a.ts', text)).toEqual([3, 1]);
    expect([p90([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), p90([5]), p90([])]).toEqual([9, 5, 0]);
  });

  test('finds a planted package of long files and functions', () => {
    const long = `const f = () => {\n${'  x();\n'.repeat(200)}};\n`;
    expect(sizeProblems(sizesOf(planted(['packages/db/src/a.ts', long])))).toHaveLength(2);
  });
});
