import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allRows, calls } from '@skyport/contract';
import { describe, expect, test } from 'vitest';
import { readSources, roomProblems, strangeFeatures } from './rooms.ts';
import { root } from './run.ts';

/** Features that have no calls of their own: the fleet works by itself, guides are read, a profile joins others' calls. */
const WITHOUT_CALLS = ['fleet', 'guides', 'ledger', 'profile'];

describe('rooms', () => {
  test('no import goes in a forbidden direction', () => {
    expect(roomProblems(readSources())).toEqual([]);
  });

  test('features are called the same in contract, server and web', () => {
    expect(strangeFeatures(readSources(), [...Object.keys(calls), ...WITHOUT_CALLS])).toEqual([]);
  });

  test.each([
    ['packages/server/src/platform/a.ts', '../shop/store.ts'],
    ['packages/server/src/platform/a.ts', '../gate/app.ts'],
    ['packages/server/src/gate/a.ts', '../shop/index.ts'],
    ['packages/server/src/shop/a.ts', '../wallet/store.ts'],
    ['packages/server/src/shop/a.ts', '../gate/app.ts'],
    ['packages/server/src/shop/a.ts', '../wiring.ts'],
    ['packages/documents/src/a.ts', '@skyport/db'],
    ['packages/contract/src/a.ts', '@skyport/documents'],
    ['packages/agent/src/a.ts', '@skyport/server/main'],
    ['packages/web/src/shop/a.tsx', '../wallet/card.tsx'],
    ['packages/web/src/ui/a.tsx', '../shop/index.ts'],
    ['packages/web/src/shop/a.tsx', '@skyport/server/wiring'],
    ['packages/db/src/a.ts', '../../server/src/main.ts'],
  ])('finds the planted break in %s: %s', (path, specifier) => {
    const planted = new Map([[path, `import { x } from '${specifier}';`]]);
    expect(roomProblems(planted)).toHaveLength(1);
  });

  test('finds a planted feature of another name', () => {
    expect(strangeFeatures(new Map([['packages/server/src/shoppe/a.ts', '']]), ['shop'])).toEqual(['server/shoppe']);
  });
});

describe('calls and their tests', () => {
  const apiTests = (feature: string): string => {
    const dir = join(root, 'packages/server/src', feature);
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.api.test.ts'),
    );
    return files.map((name) => readFileSync(join(dir, name), 'utf8')).join('\n');
  };
  const built = allRows().filter(({ row }) => row.kind === 'call');

  test.each(built.map(({ feature, name, row }) => [`${feature}.${name}`, feature, row.path]))(
    '%s has a test through the gate',
    (_title, feature, path) => {
      const last = path.split('/').at(-1)!;
      expect(apiTests(feature)).toMatch(new RegExp(`[/'"\`]${last}['"\`]`));
    },
  );
});
