import assert from 'node:assert/strict';
import { codes } from '@skyport/contract/codes';
import { expireOrders } from '@skyport/server/orders/jobs';
import type { Shop } from '@skyport/server/orders/testing/shop';
import type { TestAnswer, TestApp, TestData, TestSession } from '@skyport/server/testing-app';
import {
  BUYERS,
  sumOf,
  type Coupon,
  type Model,
  type Offer,
  type Order,
  type Person,
  type Prize,
  type Trade,
} from './model.ts';
import { answer, expire, type ProviderWord } from './model-buying.ts';
import type { Asked, HeldProvider } from './provider.ts';
import { problemsOf, stateOfDatabase, stateOfModel } from './state.ts';

/** A purchase that stands between its halves. */
export interface Pending {
  readonly trade: Trade;
  readonly asked: Asked;
  readonly answer: Promise<TestAnswer>;
  readonly since: number;
}

/** Steps that a provider stays silent at most: it has ten seconds of the machine's time as well. */
const MOST_SILENT = 5;
/** Longer than an order, its patience and a trade together. */
const IN_THE_END_MS = 75 * 3_600_000;
const STEP_MS = 2000;

/** The real product and the model of one walk, side by side. */
export interface World {
  readonly app: TestApp;
  readonly shop: Shop;
  readonly admin: TestSession;
  readonly provider: HeldProvider;
  readonly model: Model;
  /** What names the walk: no other one has it. */
  readonly name: string;
  /** What can be drawn. */
  readonly prizes: readonly Prize[];
  /** Where the wheel stops next. */
  readonly wheel: { place: number };
  readonly pending: Pending[];
  /** Steps so far. */
  steps: number;
  sessionOf(person: Person): TestSession;
  /** Throws unless an answer has the code of a refusal, or 0. */
  sameCode(real: TestAnswer, refusal: string | undefined): void;
  /** Gives a trade that staff have just made the id that the list of trades shows. */
  nameNewest(trade: Trade): Promise<void>;
  /** Throws unless the model and the database say the same. */
  same(): Promise<void>;
}

/** Choices of one step, as numbers that the step makes use of as it likes. */
export interface Choices {
  /** Who acts. */
  readonly who: number;
  /** What it is done to. */
  readonly which: number;
  /** How it is done. */
  readonly how: number;
}

/** The name of a change by staff or by an agency: each step makes one of its own. */
export const changeOf = ({ name, steps }: World): string => `walk-${name}-step-${steps}`.padEnd(16, '-');

export type Step = (world: World, choices: Choices) => Promise<void>;

/** One of a list, by a number. */
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/** A product as staff save it; every save under one name, because an order copies that as well. */
export const productForm = ({ price, traffic, days, bonus }: Offer): object => ({
  name: 'walk',
  price: price / 1000,
  traffic,
  vipDuration: days,
  additionPersend: bonus,
});

/** What staff decide about a coupon. */
export type CouponTerms = Omit<Coupon, 'id' | 'isDeleted' | 'owner'>;

/** A coupon as staff save it. */
export const couponForm = (coupon: CouponTerms): object => ({
  code: coupon.code,
  type: coupon.type,
  forMoney: coupon.money / 1000,
  discount: coupon.discountBp / 10_000,
  vipDay: coupon.type === 'freeTime' ? 1 : 0,
  useNumPerUser: coupon.perUser,
  NumberOfAuthorizations: coupon.total,
  expireTime: new Date(coupon.endsAt).toISOString(),
});

/** Product and model of one walk, as they begin. */
export const worldOf = ({
  sessions,
  ...parts
}: Pick<World, 'app' | 'shop' | 'admin' | 'provider' | 'model' | 'name' | 'prizes' | 'wheel'> & {
  sessions: TestSession[];
}): World => {
  const { app, model } = parts;
  const sameCode: World['sameCode'] = (real, refusal) =>
    assert.equal(real.code, refusal === undefined ? 0 : codes[refusal as keyof typeof codes].code, real.msg);
  const world: World = {
    ...parts,
    pending: [],
    steps: 0,
    sessionOf: (person) => sessions[model.people.indexOf(person)]!,
    sameCode,
    nameNewest: async (trade) => {
      const filterStr = world.sessionOf(trade.order.owner).email;
      const list = await app.call('/api/admin/trades/tradelist', { filterStr }, world.admin);
      trade.id = list.data[0]._id;
    },
    same: async () => {
      const couponIds = model.coupons.map(({ id }) => id);
      const real = await stateOfDatabase(app, { sessions, couponIds });
      assert.deepEqual(real, stateOfModel(model));
    },
  };
  return world;
};

/** A provider that was silent says its word; throws unless product and model make the same of it. */
export const release = async (world: World, pending: Pending, word: ProviderWord): Promise<void> => {
  const { trade, asked } = pending;
  world.pending.splice(world.pending.indexOf(pending), 1);
  if (word === 'fails') asked.fails();
  else asked.says({ qrcode: 'q', ...(word.endsAt !== undefined && { expiresAt: new Date(word.endsAt) }) });
  const real = await pending.answer;
  const said = answer(trade, word);
  world.sameCode(real, typeof said === 'string' ? said : undefined);
  if (typeof said !== 'string') sameTrade(real.data, said);
};

/** Throws unless an order is shown as the model has it. */
export const sameOrder = (real: TestData, order: Order): void => {
  order.id ||= real._id;
  assert.deepEqual(
    {
      id: real._id,
      status: real.status,
      price: Math.round(real.order_money * 1000),
      code: real.coupon_code,
      discount: Math.round(real.coupon_discount * 1000),
      share: Math.round(real.wallet_spend * 1000),
      isFixed: real.frozen,
      credited: Math.round(real.credited * 1000),
      endsAt: new Date(real.expire_time).getTime(),
    },
    {
      id: order.id,
      status: order.state,
      price: order.offer.price,
      code: order.code,
      discount: order.discount,
      share: sumOf(order.share),
      isFixed: order.isFixed,
      credited: order.credited,
      endsAt: order.endsAt,
    },
  );
};

/** Throws unless a trade is told as the model has it: as its order, but as given up while that waits for another. */
export const sameTrade = (real: TestData, trade: Trade): void => {
  trade.id ||= real._id;
  const status = trade.state === 'closed' && trade.order.state !== 'paied' ? 'cancled' : trade.order.state;
  assert.deepEqual(
    { id: real._id, status: real.status, amount: Math.round(real.request_pay_amound * 1000) },
    { id: trade.id, status, amount: trade.amount },
  );
};

/** Time goes on a little; a provider that was silent for long answers. */
export const beforeStep = async (world: World): Promise<void> => {
  world.steps += 1;
  pass(world, STEP_MS);
  for (const pending of world.pending.filter(({ since }) => world.steps - since > MOST_SILENT))
    await release(world, pending, { endsAt: undefined });
};

export const pass = ({ app, model }: World, ms: number): void => {
  app.clock.advance(ms);
  model.now += ms;
};

/** The expiry job of product and model. */
export const runExpiry = async ({ app, model }: World): Promise<void> => {
  await expireOrders.run(app.deps, {});
  expire(model);
};

/** Everybody answers, all time passes: nothing stays open, nothing stays held, and every page says the same. */
export const finish = async (world: World): Promise<void> => {
  const { app, model, shop } = world;
  while (world.pending[0]) await release(world, world.pending[0], { endsAt: undefined });
  await world.same();
  pass(world, IN_THE_END_MS);
  await runExpiry(world);
  await world.same();
  const sessions = model.people.map(world.sessionOf);
  for (const person of model.people.slice(0, BUYERS)) {
    const session = world.sessionOf(person);
    const mine = model.orders.filter(({ owner }) => owner === person).toReversed();
    const list = await app.call('/api/order/order_list', {}, session);
    assert.equal(list.code, 0, list.msg);
    const shown: TestData[] = list.data;
    assert.equal(shown.length, mine.length);
    shown.forEach((real, at) => sameOrder(real, mine[at]!));
    const info = await shop.info(session);
    assert.equal(Math.round(Number(info.wallet_money ?? 0) * 1000), sumOf(person.wallet));
    assert.equal(info.vipExpireTime ? new Date(info.vipExpireTime).getTime() : 0, person.vipUntil);
  }
  assert.deepEqual(await problemsOf(app, sessions), []);
};
