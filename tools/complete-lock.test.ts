import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeLock } from './complete-lock.ts';
import { root } from './run.ts';

test('the lockfile names every optional package, so that npm ci takes it on every platform', () => {
  expect(completeLock(readFileSync(join(root, 'package-lock.json'), 'utf8')).added).toBe(0);
});

test('a missing optional package is added for the platform in its name', () => {
  const lock = { packages: { '': {}, 'node_modules/a': { optionalDependencies: { '@a/linux-x64-musl': '1.0.0' } } } };
  const { text, added } = completeLock(JSON.stringify(lock));
  expect(added).toBe(1);
  expect(JSON.parse(text).packages['node_modules/@a/linux-x64-musl']).toEqual({
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  });
});
