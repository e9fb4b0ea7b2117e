import { createDb } from '@skyport/db/pool';
import { testDatabase } from '@skyport/db/testing';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { quiet } from '../../../../testkit/until.ts';
import { runAsLeader } from '../platform/leader.ts';
import { createLog } from '../platform/log.ts';
import { inBillingTurn } from './billing-turn.ts';

const database = await testDatabase();
const { db, close } = createDb(database.url, { max: 3 });
afterAll(close);

const one = () =>
  inBillingTurn(
    { db, log: createLog('silent') },
    async ({ trx }) => (await sql<{ one: number }>`select 1 as one`.execute(trx)).rows[0]?.one,
  );

test('a worker that leads can bill: its own lock is not the one that billing waits for', async () => {
  const leads = Promise.withResolvers<void>();
  const work = async () => {
    leads.resolve();
    return { stop: async () => undefined };
  };
  const leader = runAsLeader({ databaseUrl: database.url, work, log: createLog('silent') });
  onTestFinished(() => leader.stop());
  await leads.promise;
  expect(await one()).toBe(1);
});

test('turns come one after the other, and one that fails does not keep the next from its own', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const turn = (name: string, fails = false) =>
    inBillingTurn({ db, log: createLog('silent') }, async () => {
      order.push(`${name} begins`);
      begun.resolve();
      // The other one would begin now.
      await quiet();
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const first = turn('first', true);
  await begun.promise;
  const both = await Promise.allSettled([first, turn('second')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('work that comes at the same time is done in one turn', async () => {
  const number = () =>
    inBillingTurn(
      { db, log: createLog('silent') },
      async ({ trx }) => (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx)).rows[0]?.id,
    );
  const first = number();
  await new Promise(setImmediate);
  const all = await Promise.all([first, number(), number()]);
  expect(new Set(all).size).toBe(1);
});
