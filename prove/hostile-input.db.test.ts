import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp } from '@skyport/server/testing';
import type { TestApp } from '@skyport/server/testing-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackApp } from './hostile-input.ts';
import { seeded } from '../testkit/seeded.ts';

const SEED = 20_261_122;

const dataDir = mkdtempSync(join(tmpdir(), 'skyport-hostile-'));
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a share of all hostile bodies to every row makes no fault, costs little and leaves nothing behind', async () => {
  const { calls, failures } = await attackApp(
    app,
    { random: seeded(SEED), share: 0.004, rawShare: 0.1, say: () => undefined },
    undefined,
  );
  expect(failures).toEqual([]);
  expect(calls).toBeGreaterThan(200);
});

test('a planted fault is found', async () => {
  const options = { random: seeded(SEED), share: 1, actors: ['admin'] as const, say: () => undefined };
  expect((await attackApp(app, options, 'unchecked')).failures.length).toBeGreaterThan(0);
});
