import type { CodeName } from '@skyport/contract/codes';
import {
  amountsOf,
  giveShareBack,
  isLentTo,
  isLiving,
  isLivingAt,
  isOpen,
  owes,
  sumOf,
  usesOf,
  type Coupon,
  type Model,
  type Order,
  type Person,
  type Product,
  type Stray,
  type Trade,
} from './model.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** The business day begins in Shanghai. */
const ZONE_MS = 8 * HOUR_MS;
const ORDER_MS = DAY_MS;
const TRADE_MS = 2 * HOUR_MS;
const SILENCE_MS = 10 * SECOND_MS;
/** How long the end of an order waits for somebody who may be paying. */
const PATIENCE_MS = DAY_MS;
const MOST_OPEN = 20;
const WRONG_CODES = 5;
const REWARD_BP = 2000;

/** A refusal by its name, or what was done. */
export type Said<T> = CodeName | T;

const refusalOf = (model: Model, order: Order, person: Person): CodeName | undefined => {
  if (order.owner !== person) return 'notFound';
  return isOpen(order) && order.endsAt > model.now ? undefined : 'conflict';
};

const isUntouched = (order: Order): boolean =>
  order.state === 'topay' && !order.use && !order.isFixed && order.trades.length === 0;

export const create = (model: Model, person: Person, product: Product): Said<Order> => {
  if (product.isDeleted) return 'notFound';
  const open = model.orders.filter((each) => each.owner === person && isOpen(each));
  const { offer } = product;
  const known = open.find(
    (each) => each.product === product && JSON.stringify(each.offer) === JSON.stringify(offer) && isUntouched(each),
  );
  const endsAt = model.now + ORDER_MS;
  if (known) {
    known.endsAt = endsAt;
    return known;
  }
  if (open.length >= MOST_OPEN) return 'conflict';
  const order: Order = {
    id: '',
    owner: person,
    product,
    offer,
    trades: [],
    state: 'topay',
    use: undefined,
    code: '',
    discount: 0,
    isFixed: false,
    share: { other: 0, rebate: 0 },
    isStale: false,
    endsAt,
    credited: 0,
    grant: undefined,
    isTakenBack: false,
  };
  model.orders.push(order);
  return order;
};

const discountOf = ({ type, money, discountBp }: Coupon, price: number): number => {
  if (type === 'cash') return Math.min(money, price);
  return Math.floor((price * (10_000 - discountBp)) / 100_000) * 10;
};

/** Wrong codes are counted a day; behind the fifth every code is refused. */
const codeProblem = (model: Model, person: Person, coupon: Coupon | undefined): CodeName | undefined => {
  const day = Math.floor((model.now + ZONE_MS) / DAY_MS);
  const wrong = person.wrongCodes.get(day) ?? 0;
  if (wrong >= WRONG_CODES) return 'couponTooManyTries';
  if (coupon && !coupon.isDeleted && isLentTo(coupon, person)) return undefined;
  person.wrongCodes.set(day, wrong + 1);
  return 'couponMissing';
};

const couponProblem = (model: Model, person: Person, coupon: Coupon): CodeName | undefined => {
  if (coupon.endsAt <= model.now) return 'couponExpired';
  if (coupon.type === 'freeTime') return 'couponIsTrial';
  if (coupon.perUser > 0 && usesOf(model, coupon, person) >= coupon.perUser) return 'couponUsedUp';
  return coupon.total > 0 && usesOf(model, coupon) >= coupon.total ? 'couponExhausted' : undefined;
};

/** An order does not keep a coupon that was deleted before its first payment began. */
const hasDeletedCoupon = (order: Order): boolean => !order.isFixed && order.use?.coupon.isDeleted === true;

/** Applies a coupon (undefined: a code that nobody made). */
export const apply = (model: Model, person: Person, order: Order, coupon: Coupon | undefined): Said<Order> => {
  const refusal = refusalOf(model, order, person) ?? (order.isFixed ? 'conflict' : undefined);
  if (refusal) return refusal;
  if (order.use && !hasDeletedCoupon(order)) return 'orderHasCoupon';
  const problem = codeProblem(model, person, coupon);
  if (problem || !coupon) return problem ?? 'couponMissing';
  const unusable = couponProblem(model, person, coupon);
  if (unusable) return unusable;
  dropCoupon(model, order);
  order.use = { coupon, person };
  order.code = coupon.code;
  order.discount = discountOf(coupon, order.offer.price);
  model.uses.add(order.use);
  return order;
};

const dropCoupon = (model: Model, order: Order): void => {
  if (order.use) model.uses.delete(order.use);
  Object.assign(order, { use: undefined, code: '', discount: 0 });
};

export const unapply = (model: Model, person: Person, order: Order): Said<Order> => {
  const refusal = refusalOf(model, order, person) ?? (order.isFixed ? 'conflict' : undefined);
  if (refusal) return refusal;
  dropCoupon(model, order);
  return order;
};

export const check = (model: Model, person: Person, order: Order): Said<{ share: number; payable: number }> => {
  const refusal = refusalOf(model, order, person);
  if (refusal) return refusal;
  if (hasDeletedCoupon(order)) dropCoupon(model, order);
  const { share, payable } = amountsOf(order, model.now);
  return { share: sumOf(share), payable };
};

/** What a purchase would be asked for now, whoever looks. */
export const payableOf = (model: Model, order: Order): number => amountsOf(order, model.now).payable;

/** How somebody buys. */
export interface Buying {
  readonly person: Person;
  readonly order: Order;
  readonly mode: string;
  readonly isMobile: boolean;
  readonly isServed: boolean;
  readonly shown: number | undefined;
}

const newTrade = (
  model: Model,
  order: Order,
  asked: Pick<Trade, 'mode' | 'amount'> & Partial<Pick<Trade, 'isMobile'>>,
): Trade => {
  const trade: Trade = {
    id: '',
    order,
    isMobile: false,
    ...asked,
    bornAt: model.now,
    endsAt: model.now + TRADE_MS,
    state: 'asking',
    received: 0,
    reward: 0,
  };
  order.trades.push(trade);
  return trade;
};

const moveShare = (order: Order, share: Order['share']): void => {
  giveShareBack(order);
  order.owner.wallet.other -= share.other;
  order.owner.wallet.rebate -= share.rebate;
  Object.assign(order, { share, isFixed: true, isStale: false, state: sumOf(share) > 0 ? 'wallet_spend' : 'topay' });
};

/** What the first half of a purchase led to; `isAsked`: the provider hears of the trade. */
interface Begun {
  readonly trade: Trade;
  readonly isAsked: boolean;
}

const payByWallet = (model: Model, order: Order, share: Order['share']): Begun => {
  moveShare(order, share);
  const trade = newTrade(model, order, { mode: 'balance', amount: 0 });
  trade.state = 'paied';
  fulfil(model, trade, 0);
  return { trade, isAsked: false };
};

const startTrade = (model: Model, { order, mode, isMobile }: Buying): Said<Begun> => {
  const { share, payable, isNew } = amountsOf(order, model.now);
  const living = order.trades.find(
    (each) => isLivingAt(each, model.now) && each.mode === mode && each.isMobile === isMobile,
  );
  if (living?.state === 'asking' && model.now - living.bornAt < SILENCE_MS) return 'conflict';
  for (const each of order.trades) if (isLiving(each) && !isLivingAt(each, model.now)) each.state = 'closed';
  if (isNew) moveShare(order, share);
  if (living?.state === 'open') return { trade: living, isAsked: false };
  if (living) living.state = 'closed';
  return { trade: newTrade(model, order, { mode, amount: payable, isMobile }), isAsked: true };
};

/** The first half of a purchase. */
export const begin = (model: Model, buying: Buying): Said<Begun> => {
  const { person, order, isServed, shown } = buying;
  const refusal = refusalOf(model, order, person);
  if (refusal) return refusal;
  if (hasDeletedCoupon(order)) {
    dropCoupon(model, order);
    return 'couponUsedUp';
  }
  const { share, payable } = amountsOf(order, model.now);
  if (shown !== undefined && shown !== payable) return 'conflict';
  if (payable === 0) return payByWallet(model, order, share);
  return isServed ? startTrade(model, buying) : 'paymentUnavailable';
};

/** What a provider says: until when it can be paid, or nothing. */
export type ProviderWord = { readonly endsAt: number | undefined } | 'fails';

/** The second half: the provider's word counts only for a trade that still waits for it. */
export const answer = (trade: Trade, word: ProviderWord): Said<Trade> => {
  const waits = trade.state === 'asking';
  if (word === 'fails') {
    if (waits) trade.state = 'closed';
    return 'paymentUnavailable';
  }
  if (waits) {
    trade.state = 'open';
    trade.endsAt = word.endsAt ?? trade.endsAt;
  }
  return trade.state === 'closed' ? 'conflict' : trade;
};

/** Gives what was bought; `cash` came from outside and earns a rebate. */
const fulfil = (model: Model, trade: Trade, cash: number): void => {
  const { order } = trade;
  const { owner } = order;
  Object.assign(order, { state: 'paied', isFixed: true });
  for (const each of order.trades) if (each !== trade && isLiving(each)) each.state = 'closed';
  give(model, order);
  if (cash + sumOf(order.share) > 0) owner.isPaid = true;
  if (!owner.inviter) return;
  const given = Math.floor((cash * REWARD_BP) / 10_000);
  trade.reward = given;
  owner.inviter.wallet.rebate += given;
  if (given > 0) owner.inviter.rebates.push({ order, given, amount: given, at: model.now });
};

/** Gives traffic and membership, and remembers what that was. */
const give = ({ now }: Model, order: Order): void => {
  const { owner, offer } = order;
  const traffic = offer.traffic + Math.floor((offer.traffic * offer.bonus) / 100);
  const membershipMs = Math.ceil((offer.days * 24 * (100 + offer.bonus)) / 100) * HOUR_MS;
  owner.traffic += traffic;
  if (membershipMs > 0) owner.vipUntil = Math.max(now, owner.vipUntil) + membershipMs;
  order.grant = { traffic, membershipMs };
};

export type Outcome = 'paid' | 'credited' | 'known' | 'joined';

/** Money that arrived for a trade. */
export const settle = (
  model: Model,
  trade: Trade,
  { amount, reference, isReceipt = false }: { amount: number; reference: string; isReceipt?: boolean },
): Outcome => {
  const { order } = trade;
  const { owner } = order;
  const known = model.references.get(reference);
  if (known?.canBeJoined && known.owner === owner) {
    known.canBeJoined = false;
    owner.wallet.other += Math.max(0, amount - known.amount);
    return 'joined';
  }
  if (known) return 'known';
  model.references.set(reference, { amount, owner, canBeJoined: isReceipt });
  const due = owes(order);
  trade.received += amount;
  if (isOpen(order) && amount >= due) {
    owner.wallet.other += amount - due;
    order.credited += amount - due;
    trade.state = 'paied';
    fulfil(model, trade, due);
    return 'paid';
  }
  owner.wallet.other += amount;
  order.credited += amount;
  if (isOpen(order)) Object.assign(order, { isFixed: true, isStale: true });
  if (trade.state !== 'paied') trade.state = 'credited';
  return 'credited';
};

/** Money for no trade, or in a currency that its trade never asked: it is nobody's, once. */
export const stray = (
  { strays }: Model,
  { reference, ...money }: Pick<Stray, 'amount' | 'currency'> & { readonly reference: string },
): 'unclaimed' | 'known' => {
  if (strays.has(reference)) return 'known';
  strays.set(reference, { ...money, isNobodys: true, id: '' });
  return 'unclaimed';
};

/** Money that staff have received: a trade of its own, settled at once. */
export const receipt = (model: Model, order: Order, money: { amount: number; reference: string }): Said<Trade> => {
  if (model.references.has(money.reference)) return 'conflict';
  if (isOpen(order) && hasDeletedCoupon(order)) dropCoupon(model, order);
  const trade = newTrade(model, order, { mode: 'manual', amount: isOpen(order) ? owes(order) : 0 });
  settle(model, trade, { ...money, isReceipt: true });
  return trade;
};

const end = (model: Model, order: Order): void => {
  giveShareBack(order);
  order.state = 'cancled';
  if (order.use) model.uses.delete(order.use);
  for (const trade of order.trades) if (isLiving(trade)) trade.state = 'closed';
};

export const cancel = (model: Model, person: Person, order: Order): Said<Order> => {
  if (order.owner !== person) return 'notFound';
  if (!isOpen(order)) return 'orderNotCancellable';
  end(model, order);
  return order;
};

/** The job: closes what can be paid no more, then ends orders for which nobody is paying. */
export const expire = (model: Model): void => {
  for (const trade of model.orders.flatMap(({ trades }) => trades))
    if (isLiving(trade) && trade.endsAt <= model.now) trade.state = 'closed';
  for (const order of model.orders) {
    const isPaying = order.trades.some(isLiving) && order.endsAt + PATIENCE_MS > model.now;
    if (isOpen(order) && order.endsAt <= model.now && !isPaying) end(model, order);
  }
};

/** Staff put money into a wallet, or take it out: rebates last. */
export const adjust = ({ wallet }: Person, amount: number): Said<undefined> => {
  if (sumOf(wallet) + amount < 0) return 'conflict';
  const other = Math.max(-wallet.other, amount);
  wallet.other += other;
  wallet.rebate += amount - other;
  return undefined;
};
