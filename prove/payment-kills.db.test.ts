import { shopOf } from '@skyport/server/orders/testing/shop';
import { runJob } from '@skyport/server/platform/jobs';
import { createTestApp } from '@skyport/server/testing';
import type { TestApp } from '@skyport/server/testing-app';
import { allJobs } from '@skyport/server/wiring';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditPayments, type Audited } from './payment-kills/books.ts';
import { mutations } from './payment-kills/mutations.ts';
import { pay, payStray, type Payable } from './payment-kills/payers.ts';
import { startTills, type Till } from './payment-kills/tills.ts';
import { gatewaysOf } from './shop/gateways.ts';
import { createJournal } from './shop/journal.ts';

/* A short share of the proof without kills, and its judge: it is shown a shop that is right, and then wrongs. */

let app: TestApp;
let tills: Till[] = [];
beforeEach(async () => {
  app = await createTestApp();
  const front = await app.gate.app.listen({ port: 0, host: '127.0.0.1' });
  tills = await startTills(app, front);
  Object.assign(app.deps, { payments: gatewaysOf(JSON.stringify(tills.map(({ setting }) => setting)), app.clock) });
});
afterEach(async () => {
  await Promise.all(tills.map(({ gateway }) => gateway.close()));
  await app.close();
});

/** Runs what waits in the queue of claims, as the worker would, until nothing is left. */
const work = async (): Promise<void> => {
  for (let round = 0; round < 2; round += 1) {
    const { rows } = await sql<{ name: string; payload: object }>`
      select t.identifier as name, j.payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('orders.ask-trades', 'orders.settle-claim')`.execute(app.deps.db);
    for (const { name, payload } of rows)
      await runJob(
        allJobs.find((each) => each.name === name)!,
        app.deps,
        payload,
      );
  }
};

const open = async (): Promise<{ world: Audited; buy(till: Till): Promise<Payable> }> => {
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const shop = shopOf(app, admin);
  const journal = createJournal();
  const user = await app.account();
  const world = { shop: { app }, journal, people: [user], tills, strays: new Set<string>(), forged: new Set<string>() };
  const buy = async (till: Till): Promise<Payable> => {
    const order = await shop.order(user, await shop.makeCombo());
    const shown = (await shop.buy(user, order._id, { pay_mode: till.mode })).data;
    const trade = { id: shown._id, amount: 30_000, isPaid: false, mode: till.mode, shown };
    return { user, trade, till };
  };
  return { world, buy };
};

test('money of both gateways ends once, whatever else is said of it; forged and changed words are refused', async () => {
  const { world, buy } = await open();
  for (const till of tills) {
    const [exact, short] = [await pay(world, await buy(till)), await pay(world, await buy(till), -1)];
    const stray = payStray(world, till);
    const { query } = till.gateway.envelope(exact!.outTradeNo);
    for (const [what, mutate] of mutations) {
      const text = mutate(query, Object.fromEntries(new URLSearchParams(query)));
      const answer = await fetch(`${till.notifyUrl}?${text}`);
      expect([what, answer.status >= 400 && answer.status < 500]).toEqual([what, true]);
      expect(await answer.text()).not.toContain('success');
    }
    for (const { outTradeNo } of [exact!, short!, stray, exact!])
      expect(await till.gateway.notify(outTradeNo)).toEqual({ status: 200, body: 'success' });
  }
  await work();
  expect(await auditPayments(world)).toEqual([]);
});

test('money that is lost, made up, or acknowledged and not stored is named', async () => {
  const { world, buy } = await open();
  const till = tills[1]!;
  const order = (await pay(world, await buy(till)))!;
  const heard = async (wrong: RegExp) => expect((await auditPayments(world)).join('\n')).toMatch(wrong);
  await heard(/3000 fen of \S+ at epay_two ended in \[\]/);
  await heard(/epay_two took 30000, the ledger has 0/);
  order.acknowledged = true;
  await heard(new RegExp(`acknowledged and not stored: ${order.tradeNo}`));
  await till.gateway.notify(order.outTradeNo);
  await work();
  expect(await auditPayments(world)).toEqual([]);
  world.strays.add(order.tradeNo);
  await heard(/is paid, and was for no trade of it/);
  world.strays.clear();
  order.paidFen = 0;
  await heard(new RegExp(`nobody has paid ${order.tradeNo}`));
  await app.deps.db.updateTable('claims').set({ state: 'doubtful', settled_at: null }).execute();
  await heard(/was paid and is left to staff/);
});
