import { codes } from '@skyport/contract/codes';
import { STEP_UP_ATTEMPTS } from '@skyport/contract/step-up';
import type { TestData, TestSession } from '@skyport/server/testing-app';
import type { Heard, ShopServer } from './client.ts';
import type { Journal } from './journal.ts';
import type { ProvedShop } from './shop.ts';

const DAY_MS = 86_400_000;
/** Yuan that each account may withdraw, and the price of an order that wants the same money. */
const [REBATES, PRICE] = [600, 300];
/** How often each of the calls is made at once. */
const TIMES = 6;
const ADDRESSES = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'] as const;
const PASSWORD = 'ab'.repeat(32);

/** What a race is held with. */
export interface Racing {
  readonly shop: ProvedShop;
  readonly journal: Journal;
  readonly accounts: number;
  /** Everybody whose money is held against the books in the end. */
  readonly people: TestSession[];
  readonly random: () => number;
  readonly allAtOnce: (calls: readonly ((server: ShopServer) => Promise<Heard>)[]) => Promise<Heard[]>;
}

/** An account with rebates and a rested payout address, and the order that it could buy with them. */
const withdrawer = async ({ shop, journal, people }: Racing, combo: TestData) => {
  const user = await shop.app.account({ password: PASSWORD });
  people.push(user);
  await shop.shop.fund(user, REBATES, 'wallet_rebate');
  journal.rebated.set(user.num, REBATES * 1000);
  const { db, clock } = shop.app.deps;
  const changed_at = new Date(clock.now().getTime() - 2 * DAY_MS);
  const row = { user_id: user.userId, network: 'trc20', address: ADDRESSES[0], changed_at };
  await db.insertInto('payout_addresses').values(row).execute();
  return { user, order: (await shop.shop.order(user, combo))._id as string };
};

const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

const strange = (heard: readonly Heard[], known: readonly number[]): string[] =>
  heard
    .filter((each) => each === 'lost' || !known.includes(each.code))
    .map((each) => `an answer about a withdrawal: ${JSON.stringify(each)}`);

/** What an account does with its money at once: withdraws, buys, cancels, and changes its address. */
const callsOf = ({ user, order }: Awaited<ReturnType<typeof withdrawer>>) => [
  ...Array.from({ length: TIMES }, () => [
    (server: ShopServer) => server.call('/api/wallet/make_charge', {}, user),
    (server: ShopServer) => server.call('/api/shop/dobuy', { order_id: order, pay_mode: 'alipay' }, user),
    (server: ShopServer) => server.call('/api/order/cancel_order', { order_id: order }, user),
  ]).flat(),
  // One more answer at once to a step-up could be the last wrong one: the session would end, right or not.
  ...Array.from({ length: STEP_UP_ATTEMPTS - 1 }, (_, n) => (server: ShopServer) => {
    const form = { addressType: 'USDT-TRC20', address: ADDRESSES[n % 2], confirm: PASSWORD };
    return server.call('/api/wallet/change_reward_adress', form, user);
  }),
];

/**
 * Withdrawals, purchases of the same money, and changes of the address at once; then every withdrawal is settled and
 * returned at once: money goes one way, and each withdrawal has one end.
 */
export const withdrawalRace = async (racing: Racing): Promise<string[]> => {
  const { shop, accounts, random, allAtOnce } = racing;
  const combo = await shop.shop.makeCombo({ price: PRICE });
  const all = [];
  for (let n = 0; n < accounts; n += 1) all.push(await withdrawer(racing, combo));
  const { withdrawalRefused, conflict, orderNotCancellable } = codes;
  const asked = await allAtOnce(shuffled(all.flatMap(callsOf), random));
  const problems = strange(asked, [0, withdrawalRefused.code, conflict.code, orderNotCancellable.code]);
  const rows = await shop.app.deps.db
    .selectFrom('withdrawals')
    .select(['id', 'user_num'])
    .where('status', '=', 'request')
    .execute();
  const once = new Set(rows.map(({ user_num }) => user_num));
  if (once.size !== rows.length) problems.push('an account has two open withdrawals');
  const ends = rows.flatMap(({ id }) =>
    Array.from({ length: TIMES }, (_, n) => (server: ShopServer) => {
      const path = n % 2 === 0 ? 'checkout_charge' : 'return_charge';
      return server.call(`/api/admin/charge/${path}`, { charge_id: id, msg: '退回' }, { cookie: server.adminCookie });
    }),
  );
  const ended = await allAtOnce(shuffled(ends, random));
  problems.push(...strange(ended, [0, conflict.code]));
  const done = ended.filter((each) => each !== 'lost' && each.code === 0).length;
  if (done !== rows.length) problems.push(`${rows.length} withdrawals had ${done} ends`);
  return problems;
};
