import { openFlagOf, withdrawingOf, type Flag, type Model, type Order, type Person, type Withdrawal } from './model.ts';
import type { Said } from './model-buying.ts';
import { availableOf } from './model-gifts.ts';

/*
 * What flags of orders and take-backs mean, without a database. Money is milli-yuan, time milliseconds, traffic bytes.
 */

/** Staff look into an order for which money came. */
export const flag = (model: Model, order: Order): Said<Flag> => {
  if (openFlagOf(model, order)) return 'conflict';
  if (order.state !== 'paied' && order.credited === 0) return 'conflict';
  const made: Flag = { id: '', order, state: 'open' };
  model.flags.push(made);
  return made;
};

/** Whether a withdrawal may be paid: no order behind it is looked into. */
export const isFlagged = (model: Model, { owner, askedAt, leftOut }: Withdrawal, waitMs: number): boolean =>
  owner.rebates.some(
    ({ order, at }) => openFlagOf(model, order) !== undefined && at <= askedAt - waitMs && !leftOut.includes(order),
  );

/** What is taken back of an order: of each that it gave, what is left. */
export interface Taken {
  readonly traffic: number;
  readonly membershipMs: number;
  readonly rebate: number;
  readonly credited: number;
}

const rebateOf = (order: Order): Person['rebates'][number] | undefined =>
  order.owner.inviter?.rebates.find((each) => each.order === order);

const left = (given: number, there: number): number => Math.max(0, Math.min(given, there));

/** What is left of what an order gave. */
export const leftOf = (model: Model, order: Order): Taken => {
  const { owner, grant, credited } = order;
  return {
    traffic: left(grant?.traffic ?? 0, availableOf(model, owner)),
    membershipMs: left(grant?.membershipMs ?? 0, owner.vipUntil - model.now),
    rebate: left(rebateOf(order)?.given ?? 0, owner.inviter?.wallet.rebate ?? 0),
    credited: left(credited, owner.wallet.other),
  };
};

const take = (model: Model, order: Order, taken: Taken): void => {
  const { owner } = order;
  owner.traffic = availableOf(model, owner) - taken.traffic;
  owner.used = 0;
  owner.vipUntil -= taken.membershipMs;
  owner.wallet.other -= taken.credited;
  const rebate = rebateOf(order);
  if (!rebate || !owner.inviter) return;
  owner.inviter.wallet.rebate -= taken.rebate;
  rebate.amount -= taken.rebate;
};

/** Ends a flag by taking back what its order gave, once an order. */
export const takeBack = (model: Model, ended: Flag): Said<Taken> => {
  const { order } = ended;
  if (ended.state !== 'open' || order.isTakenBack) return 'conflict';
  const taken = leftOf(model, order);
  const { inviter } = order.owner;
  // What is missing of a rebate may be in a withdrawal that waits.
  if (inviter && taken.rebate < (rebateOf(order)?.given ?? 0) && withdrawingOf(model, inviter) > 0) return 'conflict';
  take(model, order, taken);
  order.isTakenBack = true;
  ended.state = 'taken_back';
  return taken;
};

/** Ends a flag, and takes nothing back. */
export const dismiss = (ended: Flag): Said<undefined> => {
  if (ended.state !== 'open') return 'conflict';
  ended.state = 'dismissed';
  return undefined;
};
