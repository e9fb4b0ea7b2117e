import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clients } from './clients.ts';

const file = readFileSync(join(import.meta.dirname, '../../public/tiles.svg'), 'utf8');
const drawings = new Map(
  [...file.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/g)].map(([, app, drawing]) => [app, drawing]),
);

test('each client of the getting-started panel has a drawing of its own, and so has the universal link', () => {
  const apps = [...Object.values(clients).flatMap((list) => list.map(({ app }) => app)), 'auto'];
  expect([...drawings.keys()].toSorted()).toEqual([...new Set(apps)].toSorted());
  expect(new Set(drawings.values()).size).toBe(drawings.size);
});
