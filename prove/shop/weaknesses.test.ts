import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/run.ts';
import { allWeaknesses } from './all-weaknesses.ts';

test('every place that a weakness changes stands in the product once', () => {
  const lost = Object.entries(allWeaknesses).flatMap(([name, { changes }]) =>
    changes
      .filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2)
      .map(({ file, from }) => `${name}: ${file}: ${from}`),
  );
  expect(lost).toEqual([]);
});
