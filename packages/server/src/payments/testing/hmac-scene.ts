import { sql } from 'kysely';
import { afterAll, afterEach, expect } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createTestApp } from '../../testing.ts';
import { createHmacProvider, serveBy } from './hmac-provider.ts';

/** Starts a panel with an HMAC provider for Alipay, and checks the ledger after each test of the file. */
export const startHmacScene = async () => {
  const app = await createTestApp();
  const hmac = createHmacProvider('hmac');
  serveBy(app, { alipay: hmac });
  afterAll(() => app.close());
  afterEach(async () => {
    app.clock.advance(MINUTE_MS);
    hmac.mood = 'works';
    expect((await sql`select * from ledger_health`.execute(app.deps.db)).rows).toEqual([]);
  });
  const admin = await app.account({ type: 'admin', steppedUp: true });
  return { app, hmac, admin };
};
