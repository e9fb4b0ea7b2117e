import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** Fetches its library again for the next toast, and is part of texts, which programs without a browser read, too. */
const TOASTS = 'ui/toasts.ts';

/** Lines with an `import()` that say who fetches it. */
const FETCHED = /(?:lazyPart|fetchCode)\(\(\) => import\(|(?:load: |LoadPage = )\(\) => import\(/;

test('whatever is fetched later is fetched by what tries again: a lost file never empties the page', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && path !== TOASTS,
  );
  const lines = files.flatMap((path) =>
    readFileSync(join(SOURCES, path), 'utf8')
      .split('\n')
      .filter((line) => /(?<![.\w])import\(/.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))
      .map((line) => ({ path, line: line.trim() })),
  );
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(({ line }) => !FETCHED.test(line))).toEqual([]);
  const own = files.filter((path) => /\blazy\(/.test(readFileSync(join(SOURCES, path), 'utf8')));
  // The promise of the toasts' module is never refused.
  expect(own.toSorted()).toEqual(['ui/lazy-part.ts', 'ui/toast-place.tsx']);
});
