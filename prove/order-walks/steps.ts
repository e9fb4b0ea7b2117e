import assert from 'node:assert/strict';
import type { CodeName } from '@skyport/contract/codes';
import { isOpen, owes, type Order, type Trade } from './model.ts';
import * as rules from './model-buying.ts';
import { resolve, stray } from './strays.ts';
import {
  couponForm,
  pass,
  pick,
  productForm,
  release,
  runExpiry,
  sameOrder,
  sameTrade,
  type Choices,
  type Step,
  type World,
} from './world.ts';
import { flagSteps } from './steps-flags.ts';
import { giftSteps } from './steps-gifts.ts';
import { withdrawingSteps } from './steps-withdrawing.ts';

const HOUR_MS = 3_600_000;

/** Who acts. */
export const actor = (world: World, { who }: Choices) => {
  const person = pick(world.model.people, who)!;
  return { person, session: world.sessionOf(person) };
};

/** An order: mostly one of the actor's newest, rarely somebody else's. */
const orderOf = (world: World, choices: Choices): Order | undefined => {
  const { person } = actor(world, choices);
  const { orders } = world.model;
  if (choices.which % 11 === 10) return pick(orders, choices.which);
  const mine = orders.filter(({ owner }) => owner === person);
  const open = mine.filter(isOpen);
  return pick((open.length > 0 && choices.which % 5 > 0 ? open : mine).toReversed(), choices.which >> 3);
};

const refused = <T>(said: rules.Said<T>): said is CodeName & rules.Said<T> => typeof said === 'string';

const create: Step = async (world, choices) => {
  const { person, session } = actor(world, choices);
  const product = pick(world.model.products, choices.which)!;
  const real = await world.app.call('/api/shop/create_order', { combo_id: product.id }, session);
  const said = rules.create(world.model, person, product);
  world.sameCode(real, refused(said) ? said : undefined);
  if (!refused(said)) sameOrder(real.data, said);
};

const apply: Step = async (world, choices) => {
  const { person, session } = actor(world, choices);
  const order = orderOf(world, choices);
  if (!order) return;
  const coupon = choices.how % 9 === 8 ? undefined : pick(world.model.coupons, choices.how);
  const real = await world.shop.applyCoupon(session, order.id, coupon?.code ?? 'NOBODYS');
  const said = rules.apply(world.model, person, order, coupon);
  world.sameCode(real, refused(said) ? said : undefined);
  if (!refused(said)) sameOrder(real.data, said);
};

const unapply: Step = async (world, choices) => {
  const { person, session } = actor(world, choices);
  const order = orderOf(world, choices);
  if (!order) return;
  const real = await world.app.call('/api/coupon/orderCancleCoupon', { order_id: order.id }, session);
  const said = rules.unapply(world.model, person, order);
  world.sameCode(real, refused(said) ? said : undefined);
  if (!refused(said)) sameOrder(real.data, said);
};

const check: Step = async (world, choices) => {
  const { person, session } = actor(world, choices);
  const order = orderOf(world, choices);
  if (!order) return;
  const real = await world.shop.check(session, order.id);
  const said = rules.check(world.model, person, order);
  world.sameCode(real, refused(said) ? said : undefined);
  if (refused(said)) return;
  const { wallet_spend, payable } = real.data;
  assert.deepEqual(
    [wallet_spend, payable].map((yuan) => Math.round(yuan * 1000)),
    [said.share, said.payable],
  );
};

const MODES = ['alipay', 'alipay', 'wxpay', 'alipay', 'wxpay', 'urlscheme'];

/** What a provider says when it is asked: at once, or some steps later. */
const wordOf = (world: World, how: number): rules.ProviderWord => {
  if (how % 4 === 3) return 'fails';
  return { endsAt: how % 4 === 2 ? world.model.now + (how % 8 > 3 ? 60 : 0.25) * HOUR_MS : undefined };
};

const buy: Step = async (world, choices) => {
  const { person, session } = actor(world, choices);
  const order = orderOf(world, choices);
  if (!order) return;
  const { model, provider } = world;
  const mode = pick(MODES, choices.how)!;
  const payable = rules.payableOf(model, order);
  const shown = [undefined, payable, undefined, payable + 10][(choices.how >> 3) % 4];
  const isMobile = (choices.how >> 9) % 2 === 1;
  const answer = world.shop.buy(session, order.id, {
    pay_mode: mode,
    isMobile,
    ...(shown !== undefined && { shown: shown / 1000 }),
  });
  const said = rules.begin(model, { person, order, mode, isMobile, isServed: provider.isServing(mode), shown });
  if (refused(said) || !said.isAsked) {
    const real = await answer;
    world.sameCode(real, refused(said) ? said : undefined);
    if (!refused(said)) sameTrade(real.data, said.trade);
    return;
  }
  const asked = await provider.next(answer);
  said.trade.id = asked.tradeId;
  const pending = { trade: said.trade, asked, answer, since: world.steps };
  world.pending.push(pending);
  if ((choices.how >> 5) % 2 === 0) await release(world, pending, wordOf(world, choices.how >> 6));
};

const say: Step = async (world, { which, how }) => {
  const pending = pick(world.pending, which);
  if (pending) await release(world, pending, wordOf(world, how));
};

const AMOUNTS = [
  ({ order, amount }: Trade) => (isOpen(order) ? owes(order) : amount),
  ({ amount }: Trade) => amount,
  ({ order }: Trade) => owes(order) - 10,
  ({ order }: Trade) => owes(order) + 525,
  ({ order }: Trade) => owes(order),
  ({ order }: Trade) => owes(order) - 1000,
  () => 1,
];

/** References: mostly new ones, sometimes one that was told before. */
const referenceOf = ({ model, name, steps }: World, how: number): string => {
  const known = [...model.references.keys()];
  return (how % 7 === 6 ? pick(known, how >> 3) : undefined) ?? `walk${name}step${steps}`;
};

/** Trades of no provider. */
const OWN_MODES: ReadonlySet<string> = new Set(['manual', 'balance']);

const pay: Step = async (world, { which, how }) => {
  // A provider speaks of its own trades here: what is nobody's comes by a step of its own.
  const trades = world.model.orders.flatMap((order) => order.trades).filter(({ mode }) => !OWN_MODES.has(mode));
  const trade = pick(trades.toReversed(), which % 2 === 0 ? 0 : which >> 1);
  if (!trade) return;
  const amount = Math.max(1, pick(AMOUNTS, how)!(trade));
  const receipts = [...world.model.references].flatMap(([named, money]) => (money.canBeJoined ? [named] : []));
  const reference = (how % 5 === 4 ? pick(receipts, how >> 3) : undefined) ?? referenceOf(world, how >> 3);
  const real = await world.shop.pay(trade.id, amount / 1000, reference);
  assert.equal(real, rules.settle(world.model, trade, { amount, reference }));
};

const receipt: Step = async (world, choices) => {
  const order = orderOf(world, choices);
  if (!order) return;
  const { model, shop } = world;
  const amount = Math.max(10, owes(order) + [0, -10, 1000, 0][choices.how % 4]!);
  const reference = referenceOf(world, choices.how >> 2);
  const real = await shop.receipt(order.id, amount / 1000, reference);
  const said = rules.receipt(model, order, { amount, reference });
  world.sameCode(real, refused(said) ? said : undefined);
  if (refused(said)) return;
  assert.equal(real.data.outcome, said.state === 'paied' ? 'paid' : 'credited');
  await world.nameNewest(said);
};

const cancel: Step = async (world, choices) => {
  const { person, session } = actor(world, choices);
  const order = orderOf(world, choices);
  if (!order) return;
  const real = await world.shop.cancel(session, order.id);
  const said = rules.cancel(world.model, person, order);
  world.sameCode(real, refused(said) ? said : undefined);
  if (!refused(said)) sameOrder(real.data, said);
};

const WAITS = [11_000, 0.5 * HOUR_MS, 3 * HOUR_MS, 11_000, 23 * HOUR_MS, 25 * HOUR_MS];

const wait: Step = async (world, { how }) => pass(world, pick(WAITS, how)!);

const adjust: Step = async (world, choices) => {
  const { person, session } = actor(world, choices);
  const amount = [5000, -3000, 29_005, 1500, -10_000, 60_000][choices.how % 6]!;
  const form = {
    _id: session.userId,
    wallet_money: (100_000 + amount) / 1000,
    shown: { wallet_money: 100 },
    reason: 'walk',
  };
  const real = await world.app.call('/api/admin/users/update_user', form, world.admin);
  world.sameCode(real, rules.adjust(person, amount));
};

const editCoupon: Step = async ({ app, model, admin, sameCode }, { which, how }) => {
  const coupon = pick(model.coupons, which)!;
  const edited = {
    ...coupon,
    ...(coupon.money > 0 && { money: [7000, 1000, 50_000][how % 3]! }),
    total: (how >> 2) % 4,
    endsAt: model.now + [-1, 1, 40][(how >> 4) % 3]! * HOUR_MS,
  };
  const form = { ...couponForm(edited), _id: coupon.id, name: 'walk' };
  const real = await app.call('/api/yunying/coupon/update_coupon', form, admin);
  const used = [...model.uses].filter((use) => use.coupon === coupon).length;
  if (coupon.isDeleted) return sameCode(real, 'notFound');
  if (edited.total > 0 && edited.total < used) return sameCode(real, 'conflict');
  sameCode(real, undefined);
  Object.assign(coupon, edited);
};

const deleteCoupon: Step = async ({ app, model, admin, sameCode }, { which }) => {
  const coupon = pick(model.coupons, which)!;
  sameCode(await app.call('/api/yunying/coupon/delete_coupon', { id_list: [coupon.id] }, admin), undefined);
  coupon.isDeleted = true;
};

const editProduct: Step = async ({ app, model, admin, sameCode }, { which, how }) => {
  const product = pick(model.products, which)!;
  const offer = { ...product.offer, price: [990, 30_000, 9990, 12_340][how % 4]! };
  const form = { ...productForm(offer), _id: product.id };
  sameCode(await app.call('/api/admin/combo/update_combo', form, admin), product.isDeleted ? 'notFound' : undefined);
  if (!product.isDeleted) product.offer = offer;
};

const deleteProduct: Step = async ({ app, model, admin, sameCode }, { which }) => {
  const product = pick(model.products, which)!;
  const real = await app.call('/api/admin/combo/delete_combo', { id: product.id }, admin);
  sameCode(real, product.isDeleted ? 'notFound' : undefined);
  product.isDeleted = true;
};

/** Every step with how often it is taken. */
export const steps: Readonly<Record<string, { readonly weight: number; readonly step: Step }>> = {
  create: { weight: 5, step: create },
  apply: { weight: 10, step: apply },
  unapply: { weight: 2, step: unapply },
  check: { weight: 3, step: check },
  buy: { weight: 20, step: buy },
  say: { weight: 4, step: say },
  pay: { weight: 12, step: pay },
  receipt: { weight: 3, step: receipt },
  stray: { weight: 3, step: stray },
  resolve: { weight: 3, step: resolve },
  cancel: { weight: 3, step: cancel },
  wait: { weight: 5, step: wait },
  expire: { weight: 3, step: (world) => runExpiry(world) },
  adjust: { weight: 5, step: adjust },
  editCoupon: { weight: 2, step: editCoupon },
  deleteCoupon: { weight: 1, step: deleteCoupon },
  editProduct: { weight: 2, step: editProduct },
  deleteProduct: { weight: 1, step: deleteProduct },
  ...withdrawingSteps,
  ...flagSteps,
  ...giftSteps,
};
