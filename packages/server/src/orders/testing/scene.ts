import { sql } from 'kysely';
import { afterAll, afterEach, expect } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createTestApp } from '../../testing.ts';
import type { TestApp, TestSession } from '../../testing-app.ts';
import { shopOf, type Shop } from './shop.ts';

/** What a test file of buying has: the running product, its admin, and the shop. */
export interface ShopScene extends Pick<TestApp, 'deps' | 'clock'> {
  readonly app: TestApp;
  readonly admin: TestSession;
  readonly shop: Shop;
}

/** Starts a shop for a test file. After each test the ledger must be right, and a minute passes. */
export const startShop = async (): Promise<ShopScene> => {
  const app = await createTestApp({ TEST_PAYMENTS: '1' });
  const { deps, clock } = app;
  afterAll(() => app.close());
  afterEach(() => clock.advance(MINUTE_MS));
  afterEach(async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]));
  const admin = await app.account({ type: 'admin', steppedUp: true });
  return { app, deps, clock, admin, shop: shopOf(app, admin) };
};
