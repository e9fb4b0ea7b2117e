import type { Choices } from './world.ts';

/*
 * Beginnings that lead a walk, with certainty, to where chance alone would rarely come. What the numbers choose stands
 * at each step; a walk goes on from there at random.
 */

/** A step by its name, who takes it, what it is done to, and how. */
export type Taken = readonly [name: string, who: Choices['who'], which: Choices['which'], how: Choices['how']];

/** People by their places. */
const [INVITER, INVITED, AGENCY] = [0, 1, 2];
/** Products by their places: 9.99 yuan, 30 yuan, 1.5 yuan. */
const [SMALL, LARGE] = [0, 1];
/** The newest open order of whoever acts, and the newest of all. */
const [OPEN, NEWEST] = [1, 0];

const create = (who: number, product: number): Taken => ['create', who, product, 0];
/** By the first provider, which answers at once. */
const buy = (who: number): Taken => ['buy', who, OPEN, 0];
/** What comes for the newest trade: what its order owes, its own amount, a fen less, or 0.525 yuan more. */
const pay = (what: 'owed' | 'asked' | 'less' | 'more'): Taken => [
  'pay',
  INVITED,
  NEWEST,
  ['owed', 'asked', 'less', 'more'].indexOf(what),
];
/** Money for a trade of nobody: 3 yuan, or the 30 of the large product. */
const strayOf = (yuan: 3 | 30): Taken => ['stray', INVITED, 0, yuan === 3 ? 1 : 11];
/** Staff decide about the first money that is nobody's. */
const resolve = (to: 'order' | 'wallet' | 'returned'): Taken => [
  'resolve',
  INVITED,
  OPEN,
  ['order', 'wallet', '', 'returned'].indexOf(to),
];
/** Staff give 5 yuan. */
const give5 = (who: number): Taken => ['adjust', who, 0, 0];
const withdraw: Taken = ['withdraw', INVITER, 0, 0];
const endWithdrawal = (how: 'paid' | 'returned'): Taken => ['endWithdrawal', INVITER, 0, how === 'paid' ? 0 : 1];

/** The small product, bought and paid: it gives 12 G and, where the buyer was invited, a rebate. */
const boughtBy = (who: number): readonly Taken[] => [create(who, SMALL), buy(who), pay('owed')];
/** 3 G. */
const push = (who: number): Taken => ['push', who, 0, 0];
const receive = (who: number): Taken => ['receive', who, NEWEST, 0];
/** Each place of the wheel leads to another prize: a coupon, traffic and days, nothing. */
const draw = (place: 0 | 3 | 4): Taken => ['draw', INVITED, 0, place * 4];
/** The newest order that is over. */
const flag: Taken = ['flag', INVITED, 1, 0];
const takeBack: Taken = ['takeBack', INVITED, NEWEST, 0];
/** So long that rebates have waited. */
const waitADay: Taken = ['wait', INVITED, 0, 5];

/** By name; one without steps leaves everything to chance. */
export const beginnings: Readonly<Record<string, readonly Taken[]>> = {
  nothing: [],
  'paid twice': [create(INVITED, SMALL), buy(INVITED), pay('owed'), pay('asked')],
  'paid with a discount, and too much': [
    create(INVITED, SMALL),
    ['apply', INVITED, OPEN, 1],
    buy(INVITED),
    pay('more'),
  ],
  'too little came, and the share is taken anew': [
    create(INVITED, LARGE),
    give5(INVITED),
    buy(INVITED),
    pay('less'),
    buy(INVITED),
  ],
  'paid when it was cancelled': [create(INVITED, SMALL), buy(INVITED), ['cancel', INVITED, OPEN, 0], pay('asked')],
  'a receipt that its claim joins': [
    create(INVITED, SMALL),
    buy(INVITED),
    ['receipt', INVITED, OPEN, 0],
    ['pay', INVITED, 2, 4],
  ],
  'rebates buy': [create(INVITER, SMALL), buy(INVITER)],
  'money of nobody becomes an order’s': [create(INVITED, LARGE), strayOf(30), resolve('order')],
  'money of nobody becomes a wallet’s': [strayOf(3), resolve('wallet')],
  'money of nobody is sent back': [strayOf(3), resolve('returned')],
  'money in a strange currency': [create(INVITED, SMALL), buy(INVITED), ['stray', INVITED, 0, 0]],
  'a withdrawal is returned, and paid': [
    withdraw,
    endWithdrawal('returned'),
    give5(INVITER),
    ['mark', INVITER, 0, 0],
    withdraw,
    endWithdrawal('paid'),
  ],
  'a transfer is received, and another one taken back': [
    ...boughtBy(INVITED),
    push(INVITED),
    receive(INVITER),
    ['wait', INVITED, 0, 0],
    push(INVITED),
    ['takeBackPush', INVITED, NEWEST, 0],
  ],
  'transfers come back by their own code, and after a week': [
    ...boughtBy(INVITED),
    push(INVITED),
    receive(INVITED),
    ['wait', INVITED, 0, 0],
    push(INVITED),
    ['returnPushes', INVITED, 0, 0],
  ],
  'draws, and a coupon that was drawn': [
    ...boughtBy(INVITED),
    ['use', INVITED, 0, 1],
    draw(3),
    draw(4),
    draw(0),
    create(INVITED, LARGE),
    ['apply', INVITED, OPEN, 4],
    create(AGENCY, LARGE),
    // Somebody else's coupon does not exist.
    ['apply', AGENCY, OPEN, 4],
  ],
  'an agency gives': [...boughtBy(AGENCY), ['use', AGENCY, 0, 1], ['give', AGENCY, 0, 0], ['give', AGENCY, 0, 1]],
  'a paid order is taken back': [...boughtBy(INVITED), pay('asked'), ['use', INVITED, 0, 1], flag, takeBack],
  'an order behind a withdrawal is looked into': [
    ...boughtBy(INVITED),
    waitADay,
    withdraw,
    flag,
    endWithdrawal('paid'),
    takeBack,
    ['dismiss', INVITED, NEWEST, 0],
    endWithdrawal('paid'),
  ],
};
