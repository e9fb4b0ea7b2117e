import { setTimeout as sleep } from 'node:timers/promises';
import type { TestSession } from '@skyport/server/testing-app';
import { applyCoupon, buy, cancel, create, receive, tell, type Bought } from './acts.ts';
import type { World } from './world.ts';

/** Clients that buy without a pause, each after its own dice. */
export interface Crowd {
  /** Lets everybody go on. */
  go(): void;
  /** Has everybody finish what they do and wait. */
  pause(): Promise<void>;
  /** Sends everybody home; to be called while they wait. */
  end(): Promise<void>;
  /** How much was done. */
  acts(): number;
}

/** What the clients of one account know of their purchases. */
export interface Wishes {
  readonly user: TestSession;
  /** The newest orders that somebody still cares for. */
  readonly orders: { readonly id: string; readonly trades: Bought[] }[];
  /** What was told of before, to be told of again. */
  readonly told: { readonly reference: string; readonly tradeId: string; readonly amount: number }[];
}

/** Orders of an account that its clients keep in mind. */
const KEPT = 6;
/** Yuan that an account starts with. */
const FUND = 400;
/** After a fault a client waits so long, in milliseconds. */
const BREATH_MS = 100;
const MODES = ['alipay', 'wxpay', 'usdt'];

let references = 0;
const nextReference = (): string => `crowd-${(references += 1)}`;

/** One of a list, by the dice of the world. */
export const oneOf = <T>(world: World, list: readonly T[]): T | undefined =>
  list[Math.floor(world.random() * list.length)];

/** How many come together, and what each of them does again and again. */
export interface Gathering<W extends World> {
  readonly clients: number;
  readonly accounts: number;
  act(world: W, own: Wishes): Promise<unknown>;
}

/** Makes accounts and clients, several to an account, who wait for the first word. */
export const gather = async <W extends World>(world: W, { clients, accounts, act }: Gathering<W>): Promise<Crowd> => {
  const wishes: Wishes[] = [];
  for (let n = 0; n < accounts; n += 1)
    wishes.push({ user: await world.newcomer(n % 2 === 0 ? FUND : 0), orders: [], told: [] });
  let state: 'waits' | 'goes' | 'ends' = 'waits';
  let [busy, done] = [0, 0];
  const client = async (own: Wishes): Promise<void> => {
    for (;;) {
      while (state === 'waits') await sleep(BREATH_MS / 10);
      if (state === 'ends') return;
      busy += 1;
      const faults = world.journal.faults.length;
      try {
        await act(world, own);
      } catch (fault) {
        world.journal.faults.push(`a client cannot go on: ${String(fault)}`);
      }
      busy -= 1;
      done += 1;
      if (world.isDatabaseAway || world.server().program.isOver() || world.journal.faults.length > faults)
        await sleep(BREATH_MS);
    }
  };
  const all = Array.from({ length: clients }, (_, n) => client(wishes[n % accounts]!));
  return {
    go: () => {
      state = 'goes';
    },
    pause: async () => {
      state = 'waits';
      while (busy > 0) await sleep(BREATH_MS / 10);
    },
    end: async () => {
      state = 'ends';
      await Promise.all(all);
    },
    acts: () => done,
  };
};

/** One thing that a client does. */
export const actOfBuyers = async (world: World, own: Wishes): Promise<unknown> => {
  const { user, orders, told } = own;
  const dice = world.random();
  const order = oneOf(world, orders);
  if (!order || dice < 0.22) return wish(world, own);
  if (dice < 0.34) return applyCoupon(world, user, order.id);
  if (dice < 0.6) {
    const trade = await buy(world, user, { orderId: order.id, mode: oneOf(world, MODES)! });
    if (trade && !trade.isPaid) order.trades.push(trade);
    return trade;
  }
  if (dice < 0.8) return pay(world, own, order.trades);
  const before = oneOf(world, told);
  if (dice < 0.86 && before) return tell(world, user, before);
  if (dice < 0.95) return cancel(world, user, order.id);
  return receive(world, user, { reference: nextReference(), orderId: order.id, amount: 10_000 });
};

/** A client orders something. */
export const wish = async (world: World, { user, orders }: Wishes): Promise<void> => {
  const id = await create(world, user, oneOf(world, world.combos));
  if (id === undefined || orders.some((each) => each.id === id)) return;
  orders.push({ id, trades: [] });
  if (orders.length > KEPT) orders.shift();
};

/** Money for one of the trades: mostly what was asked, sometimes less or more. */
const pay = async (world: World, { user, told }: Wishes, trades: readonly Bought[]): Promise<void> => {
  const trade = oneOf(world, trades);
  if (!trade) return;
  const more = oneOf(world, [0, 0, 0, 0, -10, 5000]) ?? 0;
  const claim = { reference: nextReference(), tradeId: trade.id, amount: trade.amount + more };
  told.push(claim);
  await tell(world, user, claim);
};
