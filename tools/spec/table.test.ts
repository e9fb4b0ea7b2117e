import { expect, test } from 'vitest';
import { missingOf } from './check.ts';
import { specification } from './table.ts';

test('whatever the specification asks for stands and a test proves it, or is owed to something that is not built', () => {
  expect(missingOf(specification)).toEqual([]);
});
