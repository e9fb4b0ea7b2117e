import { createTestApp } from '@skyport/server/testing';
import type { TestApp } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdProvider } from './order-walks/provider.ts';
import { walk } from './order-walks/walk.ts';

const SEED = 20_261_123;
const WALKS = 40;
const STEPS = 60;
const PATIENCE_MS = 240_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TEST_PAYMENTS: '1' });
});
afterAll(() => app.close());

test(
  'walks through orders, coupons, wallets and money find the product and its model alike, and the ledger whole',
  async () => {
    const provider = holdProvider(app);
    const { steps, failure } = await walk({ app, provider, walks: WALKS, steps: STEPS, seed: SEED });
    expect(failure).toBeUndefined();
    expect(steps).toBeGreaterThan(WALKS * 10);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from payments where outcome = 'paid') as paid,
             (select count(*) from payments where reason = 'short') as short,
             (select count(*) from payments where reason = 'late') as late,
             (select count(*) from payments where reason = 'double') as double,
             (select count(*) from payments where source = 'receipt') as receipt,
             (select count(*) from payments where joined_at is not null) as joined,
             (select count(*) from payments where surplus > 0) as surplus,
             (select count(*) from trades where mode = 'balance') as by_wallet,
             (select count(*) from trades where status = 'closed') as closed,
             (select count(*) from trades where reward > 0) as rebated,
             (select count(*) from orders where hold_no > 1) as held_anew,
             (select count(*) from orders where rebate_spend > 0) as rebates_spent,
             (select count(*) from orders where status = 'paied' and discount > 0) as discounted`.execute(app.deps.db);
    // A walk that meets nothing proves nothing.
    expect(Object.entries(rows[0]!).filter(([, count]) => count === 0)).toEqual([]);
    expect((await sql`select * from ledger_health`.execute(app.deps.db)).rows).toEqual([]);
  },
  PATIENCE_MS,
);
