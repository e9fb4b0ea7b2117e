import { setTimeout as sleep } from 'node:timers/promises';
import { livingTradeStates, openOrderStates } from '@skyport/contract/order-states';
import { GIB } from '@skyport/contract/units';
import { expireOrders } from '@skyport/server/orders/jobs';
import { keyOf } from '@skyport/server/platform/jobs';
import type { TestData, TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { until } from '../../testkit/until.ts';
import type { ShopServer } from '../shop/client.ts';
import { auditShop, createJournal, REBATE_SHARE, type Journal } from '../shop/journal.ts';
import type { Told } from '../shop/protocol.ts';
import { startProvedShop, type OpenDatabase, type ProvedShop } from '../shop/shop.ts';

/** A receipt that staff want to write down, in milli-yuan. */
export interface Receipt {
  readonly orderId: string;
  readonly amount: number;
}

/** A shop with one panel that is killed and started again, and everybody who buys there. */
export interface World {
  readonly shop: ProvedShop;
  readonly journal: Journal;
  readonly random: () => number;
  readonly people: TestSession[];
  readonly combos: readonly TestData[];
  /** Code of a coupon that everybody may use. */
  readonly coupon: string;
  /** Money that a provider, or staff, have not been told is taken. */
  readonly pending: { readonly claims: Map<string, Told>; readonly receipts: Map<string, Receipt> };
  /** What each customer was last refused, by their numbers. */
  readonly refused: Map<number, string>;
  /** The panel that runs now. */
  server(): ShopServer;
  /** Whether the database is away, so that a panel that lives may answer with a fault. */
  isDatabaseAway: boolean;
  /** The longest that an answer took, in milliseconds. */
  longestMs: number;
  /** The longest that a panel took to start again, in milliseconds. */
  longestStartMs: number;
  newcomer(yuan?: number): Promise<TestSession>;
  /** Whether the panel ended by itself within this time. */
  dies(withinMs: number): Promise<boolean>;
  /** Lets time pass for everybody, the panel that runs included. */
  pass(ms: number): Promise<void>;
  /** Starts the panel again, when a trade that was being asked for is given up. */
  restart(): Promise<void>;
  /** Has the panel's worker end what is over, without waiting for it. */
  askForExpiry(): Promise<void>;
  /** Has the panel's worker end what is over; throws when it does not. */
  expire(): Promise<void>;
  /** What is wrong with the books. */
  audit(): Promise<string[]>;
  stop(): Promise<void>;
}

/** The password of everybody who buys, as pages send it. */
export const PASSWORD = 'ab'.repeat(32);

/** Hours that an order is open: the least that staff can choose. */
const OPEN_HOURS = 1;
/** Longer than a provider is waited for. */
const ASKING_MS = 11_000;
const EXPIRY_LIMIT_MS = 30_000;
/** Clocks of two processes differ by their ticks. */
const TICKS_MS = 1000;

/** Products that differ in what they give; prices leave room for a wallet's share and a coupon. */
const OFFERS = [
  { price: 30, traffic: 100 * GIB },
  { price: 12.5, traffic: 0, vipDuration: 1, additionPersend: 7 },
  { price: 21.01, traffic: GIB + 1, vipDuration: 30, additionPersend: 20 },
];

/** What a world is begun with. */
export interface Beginning {
  readonly random: () => number;
  /** Name of the weakness to plant. */
  readonly weakness: string | undefined;
  /** For how long an order that is over may wait for a provider's word, in ms. */
  readonly patienceMs?: number;
  /** Another PostgreSQL than the bundled one. */
  readonly open?: OpenDatabase;
  /** What every panel finds in its environment. */
  environment?(shop: ProvedShop): Promise<Readonly<Record<string, string>>>;
}

/** Starts database, product and panel. */
export const createWorld = async (beginning: Beginning): Promise<World> => {
  const shop = await startProvedShop(beginning.weakness, beginning.open);
  try {
    return await openWorld(shop, beginning);
  } catch (fault) {
    await shop.stop();
    throw fault;
  }
};

const makeInviter = async ({ app }: ProvedShop): Promise<{ inviter: TestSession; code: string }> => {
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const inviter = await app.account({ type: 'channel' });
  const code = 'KILLS1';
  const form = { email: inviter.email, name: '', code, rewardRate: REBATE_SHARE, comsumerDuration: 365 };
  const made = await app.call('/api/admin/users/update_channel', form, admin);
  if (made.code !== 0) throw new Error(`there is no inviter: ${made.msg}`);
  return { inviter, code };
};

const openWorld = async (shop: ProvedShop, { random, environment, patienceMs = 0 }: Beginning): Promise<World> => {
  const { app } = shop;
  const { db } = app.deps;
  await app.changeSettings({ order_expire_hours: OPEN_HOURS });
  const { inviter, code } = await makeInviter(shop);
  const combos: TestData[] = [];
  for (const offer of OFFERS) combos.push(await shop.shop.makeCombo(offer));
  const coupon = await shop.shop.makeCoupon({ NumberOfAuthorizations: 0, useNumPerUser: 0, forMoney: 2 });
  const journal = createJournal();
  const people = [inviter];
  const options = { jobs: true, environment: (await environment?.(shop)) ?? {} };
  let server = await shop.start(options);
  const askForExpiry = (): Promise<void> => app.deps.jobs.add(db, expireOrders, {});
  const world: World = {
    shop,
    journal,
    random,
    people,
    combos,
    coupon: coupon.code,
    pending: { claims: new Map(), receipts: new Map() },
    refused: new Map(),
    server: () => server,
    isDatabaseAway: false,
    longestMs: 0,
    longestStartMs: 0,
    newcomer: async (yuan = 0) => {
      const user = await app.account({ password: PASSWORD });
      await db.updateTable('users').set({ channel_code: code }).where('id', '=', user.userId).execute();
      people.push(user);
      journal.inviters.set(user.num, inviter.num);
      if (yuan > 0) await shop.fund(user, yuan);
      journal.funded.set(user.num, yuan * 1000);
      return user;
    },
    dies: (withinMs) => Promise.race([server.program.over.then(() => true), sleep(withinMs, false)]),
    pass: (ms) => server.goAhead(shop.advance(ms)),
    restart: async () => {
      await server.program.kill();
      shop.advance(ASKING_MS);
      const begun = performance.now();
      server = await shop.start(options);
      world.longestStartMs = Math.max(world.longestStartMs, performance.now() - begun);
    },
    askForExpiry,
    expire: async () => {
      const over = new Date(app.clock.now().getTime() - TICKS_MS);
      await askForExpiry();
      await until('orders and trades to end', async () => (await countOver(shop, over, patienceMs)) === 0, {
        withinMs: EXPIRY_LIMIT_MS,
      });
    },
    audit: () => auditShop(app, journal, people),
    stop: shop.stop,
  };
  return world;
};

/** Trades and orders whose time is over and that live, unless somebody is paying; and the job that has not ended. */
const countOver = async ({ app }: ProvedShop, at: Date, patienceMs: number): Promise<number> => {
  const waitingLimit = new Date(at.getTime() - patienceMs);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from trades where status = any(${livingTradeStates}) and expires_at <= ${at})
         + (select count(*) from orders o where status = any(${openOrderStates}) and expires_at <= ${waitingLimit}
              and not exists (select from trades t where t.order_id = o.id and t.status = any(${livingTradeStates})))
         + (select count(*) from graphile_worker.jobs where key = ${keyOf(expireOrders, {})}) as count`.execute(
    app.deps.db,
  );
  return Number(rows[0]?.count);
};
