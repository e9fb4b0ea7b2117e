import { createTestApp } from '@skyport/server/testing';
import type { TestApp } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitsOf } from './order-walks/coverage.ts';
import { holdProvider } from './order-walks/provider.ts';
import { walk } from './order-walks/walk.ts';

const SEED = 6;
const WALKS = 72;
const STEPS = 30;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TEST_PAYMENTS: '1' });
});
afterAll(() => app.close());

test('walks through orders, coupons, money, traffic and staff find the product and its model alike, and the ledger whole', async () => {
  const provider = holdProvider(app);
  const { steps, failure } = await walk({ app, provider, walks: WALKS, steps: STEPS, seed: SEED });
  expect(failure).toBeUndefined();
  expect(steps).toBeGreaterThan(WALKS * 10);
  // Walks that meet nothing prove nothing; each has a beginning that leads there.
  expect(Object.entries(await visitsOf(app)).filter(([, count]) => count === 0)).toEqual([]);
  expect((await sql`select * from ledger_health`.execute(app.deps.db)).rows).toEqual([]);
});
