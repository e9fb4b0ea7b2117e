import { shopOf, type Shop } from '@skyport/server/orders/testing/shop';
import { outsideOf } from '@skyport/server/payments/usdt/outside';
import { createWatcher, type Watcher } from '@skyport/server/payments/usdt/watcher';
import { createFaultLog } from '@skyport/server/platform/error-log';
import { runJob } from '@skyport/server/platform/jobs';
import { createTestApp } from '@skyport/server/testing';
import type { TestApp, TestSession } from '@skyport/server/testing-app';
import { allJobs } from '@skyport/server/wiring';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bought } from './order-kills/acts.ts';
import { auditPayments } from './payment-kills/books.ts';
import { pay as payBooked, payStray as payBookedStray, type Paid } from './payment-kills/booked/payers.ts';
import { mutations } from './payment-kills/epay/mutations.ts';
import { pay, payStray, type Payable } from './payment-kills/epay/payers.ts';
import type { Till } from './payment-kills/epay/tills.ts';
import type { Audited, Opened } from './payment-kills/provider.ts';
import { shops } from './payment-kills/providers.ts';
import { chains, mine, paymentOf, reorganise, send, type Coins } from './payment-kills/usdt/coins.ts';
import { placesOf } from './payment-kills/world.ts';
import { auditShop, createJournal } from './shop/journal.ts';
import { proofEnvironment } from './shop/environment.ts';

/* A short share of the proof without kills, and its judge: it is shown a shop that is right, and then wrongs. */

let app: TestApp;
let front: string;
let tills: readonly Till[] = [];
let coins: Coins;
const opened: Opened[] = [];
let watcher: Watcher;
let shop: Shop;
let world: Audited;
beforeAll(async () => {
  app = await createTestApp(proofEnvironment);
  front = await app.gate.app.listen({ port: 0, host: '127.0.0.1' });
  const [providers = []] = shops;
  for (const provider of providers) opened.push(await provider.open(app, front));
  const places = placesOf(opened);
  ({ tills, coins } = places);
  watcher = createWatcher({
    deps: app.deps,
    faults: createFaultLog(app.deps),
    outside: outsideOf(app.clock, true),
    stopped: new AbortController().signal,
  });
  shop = shopOf(app, await app.account({ type: 'admin', steppedUp: true }));
  const sets = { strays: new Set<string>(), forged: new Set<string>() };
  world = { shop: { app }, journal: createJournal(), people: [], providers, ...places, ...sets };
  await look();
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.stop()));
  await app.close();
});

/** What was sent stays, and everything there is looked at. */
const look = async (): Promise<void> => {
  await mine(coins, app.clock.now());
  app.clock.advance(61_000);
  await watcher.lookAround();
};

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

const newcomer = async (): Promise<TestSession> => {
  const made = await app.account();
  world.people.push(made);
  return made;
};
const begin = async (fields: object, who: TestSession): Promise<Bought> => {
  const order = await shop.order(who, await shop.makeCombo());
  const shown = (await shop.buy(who, order._id, fields)).data;
  const amount = Math.round(shown.request_pay_amound * 1000);
  return { id: shown._id, amount, isPaid: false, mode: 'usdt', shown };
};
const buy = async (till: Till): Promise<Payable> => {
  await app.changeSettings({ [till.mode]: till.instance });
  const user = await newcomer();
  return { user, till, trade: await begin({ pay_mode: till.mode }, user) };
};

test('money of both gateways ends once, whatever else is said of it; forged and changed words are refused', async () => {
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

test('USDT on every chain end once; another coin, another amount and what is taken back pay nothing', async () => {
  for (const network of chains) {
    const buyer = await newcomer();
    const [exact, odd] = [
      await begin({ pay_mode: 'usdt', network }, buyer),
      await begin({ pay_mode: 'usdt', network }, buyer),
    ];
    const { units } = paymentOf(buyer, odd);
    await coins.inTurn(() => coins.chain.transfer(coins.fake, coins.address, units));
    await send(coins, network, paymentOf(buyer, odd));
    await reorganise(coins, app.clock.now());
    await send(coins, network, paymentOf(buyer, exact), paymentOf(buyer, odd, { milli: -700, units: 1n }));
    await look();
    await send(coins, network, paymentOf(buyer, exact));
    await look();
  }
  await work();
  expect(await auditPayments(world)).toEqual([]);
  const ends = await app.deps.db.selectFrom('payments').select('outcome').where('instance', '=', 'usdt').execute();
  expect(ends.map(({ outcome }) => outcome).toSorted()).toEqual(
    ['credited', 'paid', 'unclaimed'].flatMap((outcome) => chains.map(() => outcome)),
  );
});

test('USDT that are lost, made up or counted otherwise are named', async () => {
  const buyer = await newcomer();
  const trade = await begin({ pay_mode: 'usdt', network: 'bep20' }, buyer);
  const txid = await send(coins, 'bep20', paymentOf(buyer, trade));
  await mine(coins, app.clock.now());
  const heard = async (wrong: RegExp) => expect((await auditPayments(world)).join('\n')).toMatch(wrong);
  await heard(/thousandths of \S+ for \S+ ended in \[\]/);
  await look();
  await work();
  expect(await auditPayments(world)).toEqual([]);
  const own = coins.sent.get(txid)!;
  coins.sent.set(txid, { ...own, payments: [{ ...own.payments[0]!, trade: undefined }] });
  await heard(/for no trade ended in .*"paid"/);
  coins.sent.delete(txid);
  await heard(/units of \S+ were sent by nobody/);
  await heard(/clearing:usdt USDT_MILLI is -\d+, by the chain's own books/);
  coins.sent.set(txid, own);
});

test.each(shops.slice(1).flat())(
  'money at $name is taken once, and what its books say otherwise is named',
  async (provider) => {
    const own = await provider.open(app, front);
    opened.push(own);
    const till = own.booked![0]!;
    const here: Audited = { ...world, providers: [provider], booked: [till] };
    const problems = async () => [
      ...(await provider.audit(here)),
      ...(await auditShop(app, world.journal, world.people)),
    ];
    const paid = async (more = 0) => {
      const user = await newcomer();
      return payBooked(world, { user, trade: await begin({ pay_mode: till.kind.mode }, user), till }, more)!;
    };
    const tell = async ({ number }: Paid) => {
      const { url, headers, body } = till.gateway.envelope(number);
      const answer = await fetch(url, { method: 'POST', headers, body });
      return till.gateway.tried(number, { status: answer.status, body: await answer.text() });
    };
    const all = [await paid(), ...(till.kind.takesOther ? [await paid(-1), await paid(1)] : [])];
    if (till.gateway.payStray) all.push(payBookedStray(world, till));
    expect((await problems()).join('\n')).toMatch(/3000 fen of \S+ at \S+ ended in \[\]/);
    till.gateway.tried(all[0]!.number, { status: 200, body: provider.name === 'TokenPay' ? 'ok' : 'success' });
    expect((await problems()).join('\n')).toContain(`acknowledged and not stored: ${all[0]!.reference}`);
    for (const each of [...all, ...all]) expect(await tell(each)).toBe(true);
    await work();
    expect(await problems()).toEqual([]);
    world.strays.add(all[0]!.reference);
    expect(await problems()).toEqual([expect.stringMatching(/is paid, and was for no trade of it/)]);
    world.strays.delete(all[0]!.reference);
  },
);

test('money that is lost, made up, or acknowledged and not stored is named', async () => {
  const till = tills[1]!;
  const order = (await pay(world, await buy(till)))!;
  const heard = async (wrong: RegExp) => expect((await auditPayments(world)).join('\n')).toMatch(wrong);
  await heard(/3000 fen of \S+ at epay_v2\S+ ended in \[\]/);
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
