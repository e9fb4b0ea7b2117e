import { isLentTo, type Coupon, type Model, type Person, type Prize, type Transfer } from './model.ts';
import type { Said } from './model-buying.ts';

/*
 * What transfers of traffic, draws and gifts of an agency mean, without a database. Traffic is bytes, time
 * milliseconds.
 */

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;
/** Least G of a transfer, its fee in tenths, and G that a draw costs: settings of the walk. */
export const [LEAST_PUSHED, FEE_TENTHS, DRAW_COST] = [2, 3, 1];
const PAUSE_MS = 10 * SECOND_MS;
const WRONG_CODES = 5;
const WRONG_CODES_MS = 600 * SECOND_MS;
const WAIT_MS = 7 * DAY_MS;

/** What was used is charged before traffic is given away: to a member's quota, else to the permanent traffic. */
const settled = (model: Model, { traffic, used, vipUntil }: Person): number =>
  vipUntil > model.now ? traffic : Math.max(0, traffic - used);

/** Permanent traffic that a person can give away. */
export const availableOf = settled;

const settle = (model: Model, person: Person): void => {
  person.traffic = settled(model, person);
  person.used = 0;
};

/** Traffic that is used waits to be charged. */
export const use = (person: Person, amount: number): void => {
  person.used += amount;
};

/** Offers traffic to whoever has the code. */
export const push = (model: Model, sender: Person, gigabytes: number): Said<Transfer> => {
  if (gigabytes < LEAST_PUSHED) return 'pushTooSmall';
  if (sender.pushedAt > model.now - PAUSE_MS) return 'tooFrequent';
  const amount = gigabytes * GIB;
  if (amount > settled(model, sender)) return 'notEnoughTraffic';
  settle(model, sender);
  sender.traffic -= amount;
  sender.pushedAt = model.now;
  // A fee is rounded down.
  const gives = amount - Math.floor((amount * FEE_TENTHS) / 10);
  const transfer: Transfer = { id: '', code: '', sender, amount, gives, madeAt: model.now, state: 'created' };
  model.transfers.push(transfer);
  return transfer;
};

const giveBack = (transfer: Transfer): void => {
  transfer.state = 'returned';
  transfer.sender.traffic += transfer.amount;
};

/** Takes offered traffic (undefined: of a code that nobody made); one's own comes back whole. Gives what came. */
export const receive = (model: Model, person: Person, transfer: Transfer | undefined): Said<number> => {
  const wrong = model.wrongCodes.filter((at) => at > model.now - WRONG_CODES_MS);
  if (wrong.length >= WRONG_CODES) return 'tooFrequent';
  if (!transfer) model.wrongCodes.push(model.now);
  if (transfer?.state !== 'created') return 'pushCodeInvalid';
  if (person.receivedAt > model.now - PAUSE_MS) return 'tooFrequent';
  person.receivedAt = model.now;
  if (transfer.sender === person) {
    giveBack(transfer);
    return transfer.amount;
  }
  transfer.state = 'received';
  person.traffic += transfer.gives;
  return transfer.gives;
};

/** Takes back one's own transfer that nobody has taken. */
export const takeBack = (person: Person, transfer: Transfer): Said<undefined> => {
  if (transfer.sender !== person) return 'notFound';
  if (transfer.state !== 'created') return 'conflict';
  giveBack(transfer);
  return undefined;
};

/** The job: what nobody took comes back whole. */
export const returnDue = ({ transfers, now }: Model): void => {
  for (const transfer of transfers)
    if (transfer.state === 'created' && transfer.madeAt <= now - WAIT_MS) giveBack(transfer);
};

/** Whether a draw can be made; which prize it is, the server alone decides. */
export const drawProblem = (model: Model, person: Person): 'notEnoughTraffic' | undefined =>
  DRAW_COST * GIB > settled(model, person) ? 'notEnoughTraffic' : undefined;

/** Gives what was drawn, and the coupon for its winner alone. */
export const draw = (model: Model, person: Person, prize: Prize): Coupon | undefined => {
  settle(model, person);
  person.traffic += prize.traffic - DRAW_COST * GIB;
  person.draws += 1;
  if (prize.days > 0) person.vipUntil = Math.max(model.now, person.vipUntil) + prize.days * DAY_MS;
  if (prize.couponDays === 0) return undefined;
  const coupon: Coupon = {
    id: '',
    code: '',
    type: 'discount',
    money: 0,
    discountBp: prize.discountBp,
    perUser: 1,
    total: 1,
    endsAt: model.now + prize.couponDays * DAY_MS,
    isDeleted: false,
    owner: person,
  };
  model.coupons.push(coupon);
  return coupon;
};

/** Own coupons that a person can use now. */
export const ownCoupons = (model: Model, person: Person, usesOf: (coupon: Coupon) => number): Coupon[] =>
  model.coupons.filter(
    (coupon) =>
      coupon.owner !== undefined &&
      isLentTo(coupon, person) &&
      !coupon.isDeleted &&
      coupon.endsAt > model.now &&
      (coupon.total === 0 || usesOf(coupon) < coupon.total),
  );

/** A gift of traffic, by the name under which it is given once. */
export interface Gift {
  readonly giver: Person;
  readonly to: Person;
  readonly gigabytes: number;
  readonly change: string;
}

/** An agency gives its own customer traffic of its own; the same gift is given once. Gives what it still can give. */
export const give = (model: Model, { giver, to, gigabytes, change }: Gift): Said<number> => {
  if (!model.people.some(({ agent }) => agent === giver)) return 'roleForbidden';
  if (to.agent !== giver) return 'notFound';
  const amount = gigabytes * GIB;
  const name = `${change} ${gigabytes}`;
  if (!model.gifts.has(name)) {
    if (amount > settled(model, giver)) return 'notEnoughTraffic';
    model.gifts.add(name);
    settle(model, giver);
    giver.traffic -= amount;
    to.traffic += amount;
  } else settle(model, giver);
  return giver.traffic;
};
