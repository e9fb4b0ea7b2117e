import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

const IMPORT = /import \{([^}]*)\} from '@mantine\/core';/g;
/** Fields of Mantine, which have no look without the sheets of `input-styles.ts`. */
const FIELD = /^(?:\w*(?:Input|Select)|Textarea|Checkbox|Radio|Switch|Autocomplete)(?: as \w+)?$/;

const hasField = (text: string): boolean =>
  [...text.matchAll(IMPORT)].some(([, names = '']) => names.split(',').some((name) => FIELD.test(name.trim())));

test('whatever has a field brings the style sheets of fields along: they are no part of the first load', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }))
    .filter(({ text }) => hasField(text));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(({ text }) => !/^import '.*\/input-styles\.ts';$/m.test(text)).map(({ path }) => path)).toEqual(
    [],
  );
});
