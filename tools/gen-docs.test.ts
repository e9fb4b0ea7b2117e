import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiFile, apiSource } from './gen-docs.ts';

test('the description of the API is that of the call table (npm run docs makes it anew)', () => {
  expect(readFileSync(apiFile, 'utf8')).toBe(apiSource());
});
