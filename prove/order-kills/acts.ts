import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '@skyport/contract/codes';
import type { TestData, TestSession } from '@skyport/server/testing-app';
import type { Caller, Heard, ShopServer, Word } from '../shop/client.ts';
import { fact } from '../shop/facts.ts';
import type { Told } from '../shop/protocol.ts';
import type { World } from './world.ts';

/** A trade that waits for money, in milli-yuan; or the order was paid at once. */
export interface Bought {
  readonly id: string;
  readonly amount: number;
  readonly isPaid: boolean;
  readonly mode: string;
  /** As the page was told of it. */
  readonly shown: TestData;
}

/** The end of a process is heard of after its connections broke: on a full machine seconds later. */
const DEATH_MS = 30_000;

const isOver = async ({ program }: ShopServer): Promise<boolean> =>
  program.isOver() || Promise.race([program.over.then(() => true), sleep(DEATH_MS, false)]);

/**
 * Does something with the panel, or has somebody do it. A fault is the panel's own unless the database is away; so is
 * silence, while the panel lives.
 */
export const heed = async <T>(
  world: World,
  what: string,
  act: { readonly call: (server: ShopServer) => Promise<T | 'lost'>; readonly isFault: (heard: T) => boolean },
): Promise<T | 'lost'> => {
  const server = world.server();
  const begun = performance.now();
  const heard = await act.call(server);
  const ms = Math.round(performance.now() - begun);
  world.longestMs = Math.max(world.longestMs, ms);
  const isWrong = heard === 'lost' ? !(await isOver(server)) : !world.isDatabaseAway && act.isFault(heard);
  if (isWrong)
    world.journal.faults.push(`a panel that lives has failed at ${what} after ${ms} ms: ${JSON.stringify(heard)}`);
  return heard;
};

/** A call by somebody. */
export const ask = (
  world: World,
  path: string,
  payload: unknown,
  from: (server: ShopServer) => Caller,
): Promise<Heard> =>
  heed<Exclude<Heard, 'lost'>>(world, path, {
    call: (server) => server.call(path, payload, from(server)),
    isFault: ({ status }) => status >= 500,
  });

/** Everybody asks from a network of their own. */
const callerOf = ({ cookie, num }: TestSession): Caller => ({
  cookie,
  address: `198.18.${(num >> 8) & 255}.${num & 255}`,
});

/** What a call has given, or undefined when it was refused or not answered. */
export const given = async (world: World, user: TestSession, path: string, payload: unknown): Promise<TestData> => {
  const heard = await ask(world, path, payload, () => callerOf(user));
  if (heard !== 'lost' && heard.code === 0) return heard.data;
  world.refused.set(user.num, `${path}: ${JSON.stringify(heard)}`);
  return undefined;
};

/** Orders a product; gives the order's id when that was answered. */
export const create = async (world: World, user: TestSession, combo: TestData): Promise<string | undefined> => {
  const order = await given(world, user, '/api/shop/create_order', { combo_id: combo._id });
  if (!order) return undefined;
  world.journal.facts.push(fact.order(order._id, user.num));
  return order._id as string;
};

/** Applies the coupon to an order. */
export const applyCoupon = async (world: World, user: TestSession, orderId: string): Promise<void> => {
  const form = { order_id: orderId, code: world.coupon };
  if (await given(world, user, '/api/coupon/orderUseCoupon', form)) world.journal.facts.push(fact.coupon(orderId));
};

/** How an order is to be paid. */
interface Wanted {
  readonly orderId: string;
  readonly mode?: string | undefined;
  /** The chain, of those on which a payment in USDT can be made. */
  readonly network?: string | undefined;
}

/** Begins to pay an order. */
export const buy = async (
  world: World,
  user: TestSession,
  { orderId, mode = 'alipay', network }: Wanted,
): Promise<Bought | undefined> => {
  const form = { order_id: orderId, pay_mode: mode, ...(network && { network }) };
  const trade = await given(world, user, '/api/shop/dobuy', form);
  if (!trade) return undefined;
  const isPaid = trade.status === 'paied';
  world.journal.facts.push(fact.trade(trade._id, orderId), ...(isPaid ? [fact.state(orderId, 'paied')] : []));
  return { id: trade._id, amount: Math.round(trade.request_pay_amound * 1000), isPaid, mode, shown: trade };
};

/** Cancels an order. */
export const cancel = async (world: World, user: TestSession, orderId: string): Promise<void> => {
  const order = await given(world, user, '/api/order/cancel_order', { order_id: orderId });
  if (order) world.journal.facts.push(fact.state(orderId, 'cancled'));
};

/** A provider says that money came; it says so again until it is heard. */
export const tell = async (world: World, user: TestSession, told: Told): Promise<void> => {
  world.journal.told.set(told.reference, { num: user.num, amount: told.amount });
  world.pending.claims.set(told.reference, told);
  await say(world, told);
};

const say = async (world: World, told: Told): Promise<void> => {
  const word = await heed<Exclude<Word, 'lost'>>(world, `money for ${told.tradeId}`, {
    call: (server) => server.tell(told),
    isFault: (heard) => 'fault' in heard,
  });
  if (word === 'lost' || 'fault' in word) return;
  if (word.said === null) world.journal.faults.push(`a trade was answered and is not there: ${told.tradeId}`);
  world.pending.claims.delete(told.reference);
  world.journal.facts.push(fact.money(told.reference, told.amount));
};

/** Staff write money down; they do so again until they hear that it is booked. */
export const receive = async (
  world: World,
  user: TestSession,
  { reference, orderId, amount }: { readonly reference: string; readonly orderId: string; readonly amount: number },
): Promise<void> => {
  world.journal.told.set(reference, { num: user.num, amount });
  world.pending.receipts.set(reference, { orderId, amount });
  await writeDown(world, reference);
};

const writeDown = async (world: World, reference: string): Promise<void> => {
  const { orderId, amount } = world.pending.receipts.get(reference)!;
  const form = { order_id: orderId, amount: amount / 1000, reference };
  const heard = await ask(world, '/api/admin/trades/receipt', form, ({ adminCookie: cookie }) => ({ cookie }));
  if (heard === 'lost' || heard.status >= 500) return;
  // The second code says that the reference is known: an earlier try was booked.
  if (heard.code !== 0 && heard.code !== codes.conflict.code)
    world.journal.faults.push(`a receipt was refused: ${JSON.stringify(heard)}`);
  world.pending.receipts.delete(reference);
  world.journal.facts.push(fact.money(reference, amount));
};

/** Says and writes down once more what nobody has heard of; gives how much of it is not heard of still. */
export const tellAgain = async (world: World): Promise<number> => {
  const { claims, receipts } = world.pending;
  for (const told of claims.values()) await say(world, told);
  for (const reference of receipts.keys()) await writeDown(world, reference);
  return claims.size + receipts.size;
};
