import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathsFile, pathsSource } from './gen-paths.ts';

test('the paths that browsers use are those of the call table (npm run docs makes them anew)', () => {
  expect(readFileSync(pathsFile, 'utf8')).toBe(pathsSource());
});
