import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { startChain, type TestChain } from '../../../../../../testkit/chain/chain.ts';
import { startWeakNode, type WeakNode } from '../../../../../../testkit/chain/weak-node.ts';
import { listDueClaims } from '../../../orders/claim-store.ts';
import { settleStored } from '../../../orders/inbox.ts';
import { shopOf, type Shop } from '../../../orders/testing/shop.ts';
import { SECOND_MS } from '../../../platform/clock.ts';
import { createFaultLog } from '../../../platform/error-log.ts';
import { createTestApp } from '../../../testing.ts';
import type { TestApp, TestData, TestSession } from '../../../testing-app.ts';
import { unitsOf } from '../amounts.ts';
import { networks } from '../networks.ts';
import { outsideOf } from '../outside.ts';
import { createWatcher, type Watcher } from '../watcher.ts';

/** The contract of USDT on the chain of the tests. */
export const USDT = networks.bep20.contract;
/** Blocks above one, after which its chain says that it stays. */
const FINAL = 5;

/** A shop that takes USDT on a real chain of this machine. What lies in `now` is new for each test. */
export interface ChainScene extends Pick<TestApp, 'deps' | 'clock'> {
  readonly app: TestApp;
  readonly chain: TestChain;
  readonly node: WeakNode;
  readonly admin: TestSession;
  readonly shop: Shop;
  /** Where USDT is received, who buys, and who watches. */
  readonly now: { us: string; user: TestSession; watcher: Watcher };
  /** The panel's clock is that of the chain. */
  syncClock(): Promise<void>;
  /** Blocks enough that what was sent stays, a look at the chain, and what was found is settled. */
  settleDown(): Promise<void>;
  /** An order, and a trade of it in USDT. */
  buy(who?: TestSession, fields?: object): Promise<{ readonly id: string; readonly trade: TestData }>;
  /** Thousandths that a trade asks. */
  milliOf(trade: TestData): number;
  /** Sends thousandths of a USDT to us, in one transaction; gives its id. */
  send(...amounts: number[]): Promise<string>;
  statusOf(id: string, who?: TestSession): Promise<string>;
}

/** Starts it for a test file. After each test the books are right. */
export const startChainShop = async (): Promise<ChainScene> => {
  const [app, chain] = await Promise.all([
    createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' }),
    startChain(networks.bep20.chainId),
  ]);
  const { deps, clock } = app;
  const node = await startWeakNode(chain);
  await chain.deploy(18, USDT);
  const syncClock = async (): Promise<void> => clock.set(new Date((await chain.head()).time.getTime() + SECOND_MS));
  await syncClock();
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const shop = shopOf(app, admin);
  const now = {} as ChainScene['now'];
  let made = 0;

  afterAll(async () => {
    await app.close();
    await node.stop();
    chain.stop();
  });
  beforeEach(async () => {
    made += 1;
    now.us = `0x${made.toString(16).padStart(40, 'c')}`;
    Object.assign(node.faults, { isHtml: false, losesEvents: false });
    await syncClock();
    // Customers of earlier tests have asked from elsewhere: a network has ten slots.
    await deps.db.updateTable('usdt_slots').set({ prefix: 'earlier' }).execute();
    await app.changeSettings({
      usdt: 'usdt',
      usdtpay: `bep20:${now.us}`,
      usdt_bep20_nodes: `${node.url}/v1/SECRETKEY`,
      usdtCheckInterval: 15,
      exchange_rate: 8,
    });
    now.user = await app.account();
    now.watcher = createWatcher({
      deps,
      faults: createFaultLog(deps),
      outside: outsideOf(clock, true),
      stopped: new AbortController().signal,
    });
    await now.watcher.lookAround();
  });
  afterEach(async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]));

  return {
    app,
    deps,
    clock,
    chain,
    node,
    admin,
    shop,
    now,
    syncClock,
    settleDown: async () => {
      // Longer than the pause between looks where nobody is about to pay.
      await chain.mine(FINAL, 15);
      await syncClock();
      await now.watcher.lookAround();
      for (const { id } of await listDueClaims(deps.db, clock.now(), 100)) await settleStored(deps, id);
    },
    buy: async (who = now.user, fields = {}) => {
      const { _id: id } = await shop.order(who, await shop.makeCombo(fields));
      return { id, trade: (await shop.buy(who, id, { pay_mode: 'usdt' })).data };
    },
    milliOf: ({ request_pay_amound_usdt }) => Math.round(request_pay_amound_usdt * 1000),
    send: (...amounts) => chain.transfer(USDT, now.us, ...amounts.map((milli) => unitsOf('bep20', milli))),
    statusOf: async (id, who = now.user) => (await shop.one(who, id)).status,
  };
};
