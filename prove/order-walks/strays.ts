import assert from 'node:assert/strict';
import type { Resolution } from '@skyport/contract/money';
import { settleNow } from '@skyport/server/orders/settle';
import type { TestData } from '@skyport/server/testing-app';
import { isOpen, type Order, type Person, type Stray } from './model.ts';
import * as rules from './model-buying.ts';
import { pick, type Choices, type Step, type World } from './world.ts';

/* Money that a provider tells of and that is nobody's, and what staff do with it. */

const AMOUNTS = [3000, 9990, 30_000, 12_340] as const;
/** Milli-yuan that staff say a thousandth of a USDT is worth: whole fen. */
const RATE = 10;

/** A provider tells of money for no trade, or in a currency that its trade never asked; or tells of it again. */
export const stray: Step = async (world, { which, how }) => {
  const { model } = world;
  const known = how % 5 === 4 ? pick([...model.strays.keys()], which) : undefined;
  const trades = model.orders.flatMap((order) => order.trades).filter(({ mode }) => mode === 'alipay');
  const trade = how % 2 === 0 ? pick(trades, which) : undefined;
  const currency = trade || how % 3 === 0 ? 'USDT' : 'CNY';
  const reference = known ?? `stray${world.name}step${world.steps}`;
  const amount = pick(AMOUNTS, how >> 2)!;
  const real = await settleNow(world.app.deps, {
    reference,
    source: 'provider',
    instance: 'test',
    tradeId: trade?.id ?? null,
    amount,
    currency,
    paidAt: world.app.clock.now(),
    actor: 'test',
  });
  assert.equal(real, rules.stray(model, { reference, amount, currency }));
};

/** Money that is nobody's as staff see it, of this walk alone. */
const listOf = async ({ app, admin, model }: World): Promise<TestData[]> => {
  const { data } = await app.call('/api/admin/money/unclaimed_list', {}, admin);
  return (data as TestData[]).filter(({ reference }) => model.strays.has(reference));
};

/** Throws unless the list of what is nobody's is the model's. */
export const sameStrays = async (world: World): Promise<void> => {
  const lying = [...world.model.strays].filter(([, { isNobodys }]) => isNobodys);
  const shown = (await listOf(world)).map((row) => [row.reference, Math.round(row.amount * 1000), row.currency]);
  assert.deepEqual(shown.toSorted(), lying.map(([name, { amount, currency }]) => [name, amount, currency]).toSorted());
};

/** To whom a decision gives money. */
interface Taker {
  readonly order: Order | undefined;
  readonly person: Person;
}

const WAYS = ['order', 'wallet', 'order', 'returned', 'wallet', 'explained'] as const satisfies readonly Resolution[];

const refusalOf = (
  to: Resolution,
  found: Stray,
  { order }: Taker,
  yuan: number,
): 'notFound' | 'conflict' | undefined => {
  if (to === 'order' && !order) return 'notFound';
  if (!found.isNobodys) return 'conflict';
  return (to === 'order' || to === 'wallet') && found.currency === 'USDT' && yuan === 0 ? 'conflict' : undefined;
};

/** What is decided about money that is nobody's, and what staff say that it is worth; milli-yuan, 0 for nothing. */
interface Decision extends Taker {
  readonly to: Resolution;
  readonly reference: string;
  readonly found: Stray;
  readonly yuan: number;
}

const decisionOf = ({ model }: World, { who, which, how }: Choices): Decision | undefined => {
  const [reference, found] = pick([...model.strays], which) ?? [];
  if (reference === undefined || !found) return undefined;
  const open = model.orders.filter(isOpen);
  const orders = open.length > 0 && which % 4 > 0 ? open : model.orders;
  const taker = { order: pick(orders.toReversed(), which >> 3), person: pick(model.people, who)! };
  const yuan = found.currency === 'USDT' && how % 7 > 0 ? found.amount * RATE : 0;
  return { ...taker, to: pick(WAYS, how)!, reference, found, yuan };
};

/** Has staff decide, as their form says it. */
const decide = async (world: World, { to, found, order, person, yuan }: Decision) => {
  const form = {
    payment_id: found.id,
    to,
    order_id: to === 'order' ? (order?.id ?? '') : '',
    email: to === 'wallet' ? world.sessionOf(person).email : '',
    yuan: yuan / 1000,
    reason: 'walk',
  };
  return world.app.call('/api/admin/money/resolve_unclaimed', form, world.admin);
};

/** Staff give money that is nobody's to an order or a wallet, send it back, or explain it; sometimes too late. */
export const resolve: Step = async (world, choices) => {
  const { model } = world;
  const decision = decisionOf(world, choices);
  if (!decision) return;
  const { to, reference, found, order, person, yuan } = decision;
  found.id ||= (await listOf(world)).find((each) => each.reference === reference)?._id;
  const real = await decide(world, decision);
  const refusal = refusalOf(to, found, decision, yuan);
  world.sameCode(real, refusal);
  if (refusal) return;
  const worth = yuan || found.amount;
  found.isNobodys = false;
  if (to === 'wallet') person.wallet.other += worth;
  if (to !== 'order') return;
  const said = rules.receipt(model, order!, { amount: worth, reference });
  assert(typeof said !== 'string');
  // It is a provider's money, and no receipt that waits for its claim.
  model.references.get(reference)!.canBeJoined = false;
  assert.equal(real.data.outcome, said.state === 'paied' ? 'paid' : 'credited');
  await world.nameNewest(said);
};
