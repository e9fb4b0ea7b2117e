/*
 * What buying means, without a database: people, products, coupons, orders and trades as plain objects. Money is
 * milli-yuan, time milliseconds, traffic bytes. Everything here is written from the rules, not from the server.
 */

/** Money by where it came from; rebates are spent last. */
export interface Split {
  other: number;
  rebate: number;
}

export const sumOf = ({ other, rebate }: Split): number => other + rebate;

export interface Person {
  readonly wallet: Split;
  /** Whose rebates this one's purchases earn. */
  readonly inviter: Person | undefined;
  /** What orders of others have earned, and when. */
  readonly rebates: {
    readonly order: Order;
    readonly given: number;
    /** Of what was given, what was not taken back. */
    amount: number;
    readonly at: number;
  }[];
  /** Where money is paid out. */
  payout: { readonly address: string; readonly changedAt: number } | undefined;
  /** Bytes of permanent traffic. */
  traffic: number;
  /** Bytes that were used and wait to be charged. */
  used: number;
  vipUntil: number;
  isPaid: boolean;
  /** The agency whose customer this is. */
  readonly agent: Person | undefined;
  /** When a transfer was made last, and received. */
  pushedAt: number;
  receivedAt: number;
  draws: number;
  /** Wrong codes by business day. */
  readonly wrongCodes: Map<number, number>;
}

/** What a product sells, and for how much. */
export interface Offer {
  readonly price: number;
  readonly traffic: number;
  readonly days: number;
  readonly bonus: number;
}

export interface Product {
  readonly id: string;
  offer: Offer;
  isDeleted: boolean;
}

export interface Coupon {
  readonly id: string;
  readonly code: string;
  readonly type: 'cash' | 'discount' | 'freeTime';
  money: number;
  readonly discountBp: number;
  readonly perUser: number;
  total: number;
  endsAt: number;
  isDeleted: boolean;
  /** Who alone may use it; undefined: everybody. */
  readonly owner: Person | undefined;
}

/** Whether a person may know a coupon. */
export const isLentTo = ({ owner }: Coupon, person: Person): boolean => owner === undefined || owner === person;

/** A use of a coupon that an order has taken; one that was released is gone. */
export interface Use {
  readonly coupon: Coupon;
  readonly person: Person;
}

export interface Trade {
  id: string;
  readonly order: Order;
  readonly mode: string;
  /** Asked for on a phone: its link is no link for a desk. */
  readonly isMobile: boolean;
  readonly amount: number;
  readonly bornAt: number;
  endsAt: number;
  state: 'asking' | 'open' | 'paied' | 'credited' | 'closed';
  received: number;
  reward: number;
}

export interface Order {
  id: string;
  readonly owner: Person;
  readonly product: Product;
  readonly offer: Offer;
  readonly trades: Trade[];
  state: 'topay' | 'wallet_spend' | 'paied' | 'cancled';
  use: Use | undefined;
  code: string;
  discount: number;
  isFixed: boolean;
  /** The wallet's share. */
  share: Split;
  /** Too little came: the next buy takes the share anew, once no trade lives. */
  isStale: boolean;
  endsAt: number;
  /** Of its payments, what went to the wallet. */
  credited: number;
  /** What it gave, once it was paid: bytes, and milliseconds of membership. */
  grant: { readonly traffic: number; readonly membershipMs: number } | undefined;
  isTakenBack: boolean;
}

/** Staff look into an order whose money went back, or may. */
export interface Flag {
  id: string;
  readonly order: Order;
  state: 'open' | 'taken_back' | 'dismissed';
}

/** Traffic that waits for whoever has its code. Bytes. */
export interface Transfer {
  id: string;
  code: string;
  readonly sender: Person;
  readonly amount: number;
  readonly gives: number;
  readonly madeAt: number;
  state: 'created' | 'received' | 'returned';
}

/** What can be drawn. Bytes and days; without days of its coupon it has none. */
export interface Prize {
  readonly id: string;
  readonly traffic: number;
  readonly days: number;
  readonly discountBp: number;
  readonly couponDays: number;
  readonly weight: number;
}

/** Money of one reference: a receipt of staff is joined once by a claim for an order of the same buyer. */
export interface Counted {
  readonly amount: number;
  readonly owner: Person;
  canBeJoined: boolean;
}

/** Money that belongs to no trade, in thousandths of its currency. */
export interface Stray {
  readonly amount: number;
  readonly currency: 'CNY' | 'USDT';
  /** Nobody has decided about it. */
  isNobodys: boolean;
  /** Of the payment, once somebody has looked for it. */
  id: string;
}

/** Money that is to leave a wallet. */
export interface Withdrawal {
  id: string;
  readonly owner: Person;
  readonly amount: number;
  readonly address: string;
  readonly askedAt: number;
  /** Orders that staff looked into then: their rebates are no part of it. */
  readonly leftOut: readonly Order[];
  state: 'request' | 'paid' | 'returned';
}

export interface Model {
  now: number;
  readonly people: readonly Person[];
  readonly products: Product[];
  readonly coupons: Coupon[];
  readonly uses: Set<Use>;
  readonly orders: Order[];
  readonly withdrawals: Withdrawal[];
  /** Money that was counted, by its reference. */
  readonly references: Map<string, Counted>;
  /** Money that was for no trade, by its reference. */
  readonly strays: Map<string, Stray>;
  readonly flags: Flag[];
  readonly transfers: Transfer[];
  /** When codes of transfers were typed that nobody made. */
  readonly wrongCodes: number[];
  /** Gifts of the agency that were given. */
  readonly gifts: Set<string>;
}

const personOf = ({ inviter, agent }: Partial<Pick<Person, 'inviter' | 'agent'>>): Person => ({
  wallet: { other: 0, rebate: 0 },
  inviter,
  rebates: [],
  payout: undefined,
  traffic: 0,
  used: 0,
  vipUntil: 0,
  isPaid: false,
  agent,
  pushedAt: 0,
  receivedAt: 0,
  draws: 0,
  wrongCodes: new Map(),
});

/** How many people of a walk can buy; the rest are customers of an agency. */
export const BUYERS = 3;

/** An inviter, who buys as well, somebody who was invited, an agency that buys too, and its customer. */
export const createModel = (now: number): Model => {
  const [inviter, agent] = [personOf({}), personOf({})];
  return {
    now,
    people: [inviter, personOf({ inviter }), agent, personOf({ agent })],
    products: [],
    coupons: [],
    uses: new Set(),
    orders: [],
    withdrawals: [],
    references: new Map(),
    strays: new Map(),
    flags: [],
    transfers: [],
    wrongCodes: [],
    gifts: new Set(),
  };
};

export const isOpen = ({ state }: Order): boolean => state === 'topay' || state === 'wallet_spend';
export const isLiving = ({ state }: Trade): boolean => state === 'asking' || state === 'open';

/** Whether a trade can be paid at this moment. */
export const isLivingAt = (trade: Trade, now: number): boolean => isLiving(trade) && trade.endsAt > now;

/** What an order owes beside the wallet's share. */
export const owes = ({ offer, discount, share }: Order): number => offer.price - discount - sumOf(share);

/** Live uses of a coupon, of everybody or of one person. */
export const usesOf = ({ uses }: Model, coupon: Coupon, person?: Person): number =>
  [...uses].filter((use) => use.coupon === coupon && (!person || use.person === person)).length;

/** What a wallet covers: whole fen, and of the rest nothing or at least a yuan is left. */
export const covered = (has: Split, due: number): Split => {
  const whole = sumOf(has) - (sumOf(has) % 10);
  const left = due - Math.min(whole, due);
  const amount = left > 0 && left < 1000 ? Math.max(0, due - 1000) : due - left;
  const other = Math.min(has.other, amount);
  return { other, rebate: amount - other };
};

/** What the next buy would take from the wallet, and whether that was fixed before. */
export const amountsOf = (order: Order, now: number): { share: Split; payable: number; isNew: boolean } => {
  const due = order.offer.price - order.discount;
  if (order.isFixed && (!order.isStale || order.trades.some((trade) => isLivingAt(trade, now))))
    return { share: order.share, payable: due - sumOf(order.share), isNew: false };
  const held = order.state === 'wallet_spend' ? order.share : { other: 0, rebate: 0 };
  const { wallet } = order.owner;
  const share = covered({ other: wallet.other + held.other, rebate: wallet.rebate + held.rebate }, due);
  return { share, payable: due - sumOf(share), isNew: true };
};

/** Puts a held share back where it came from. */
export const giveShareBack = (order: Order): void => {
  if (order.state !== 'wallet_spend') return;
  order.owner.wallet.other += order.share.other;
  order.owner.wallet.rebate += order.share.rebate;
};

/** What is set aside for a person's open withdrawal. */
export const withdrawingOf = ({ withdrawals }: Model, person: Person): number =>
  withdrawals
    .filter(({ owner, state }) => owner === person && state === 'request')
    .reduce((sum, { amount }) => sum + amount, 0);

/** The open flag of an order. */
export const openFlagOf = ({ flags }: Model, order: Order): Flag | undefined =>
  flags.find((flag) => flag.order === order && flag.state === 'open');
