import 'reflect-metadata';
import { codes } from '@skyport/contract/codes';
import type { TestData, TestSession } from '@skyport/server/testing-app';
import { seeded } from '../testkit/seeded.ts';
import type { Prover } from './prover.ts';
import type { Heard, ShopServer } from './shop/client.ts';
import { fact } from './shop/facts.ts';
import { agencyGifts } from './races/agency.ts';
import { draws, sameTransfer, transfers } from './races/gifts.ts';
import { allAtOnce, codeOf, dataOf, newcomer, type Crowd, type Round } from './races/round.ts';
import { auditShop, createJournal, faultsOf } from './shop/journal.ts';
import { startProvedShop } from './shop/shop.ts';
import { withdrawalRace } from './shop/withdrawal-race.ts';
import { weaknesses } from './shop/weaknesses.ts';

const WHOLE: Crowd = { buyers: 200, uses: 7, onOneOrder: 500, accounts: 5, creations: 200 };
const QUICK: Crowd = { buyers: 40, uses: 7, onOneOrder: 100, accounts: 2, creations: 60 };
const MOST_OPEN = 20;
/** Yuan. */
const PRICE = 30;

/** Two server processes of the product on one database; everything is asked for at the same time through both. */
export const races: Prover = {
  claim:
    'whatever many do at once with coupons, orders, wallets, withdrawals, transfers, draws and gifts has one outcome, and the books hold',
  sabotages: Object.fromEntries(Object.entries(weaknesses).map(([name, { what }]) => [name, what])),
  prove: async ({ quick, rounds, seed, sabotage }, say) => {
    const shop = await startProvedShop(sabotage);
    try {
      const servers = await Promise.all([shop.start(), shop.start()]);
      const wanted = rounds ?? 1;
      const failures: string[] = [];
      for (let at = 0; at < wanted; at += 1) {
        const crowd = quick ? QUICK : WHOLE;
        const round = { shop, servers, journal: createJournal(), crowd, random: seeded(seed + at), people: [] };
        for (const race of RACES) {
          failures.push(...(await race(round)));
          say(`round ${at + 1}: ${race.name} is over, ${failures.length} failures ${failures[0] ?? ''}`);
        }
        failures.push(...(await auditShop(shop.app, round.journal, round.people)));
        if (failures.length > 0) for (const fault of await faultsOf(shop.app)) say(fault);
      }
      return { runs: wanted * RACES.length, failures };
    } finally {
      await shop.stop();
    }
  },
};

const orderOf = async ({ servers }: Round, user: TestSession, combo: TestData): Promise<string> => {
  const heard = await servers[0]!.call('/api/shop/create_order', { combo_id: combo._id }, user);
  return String(dataOf(heard)._id);
};

/** Many want the last uses of a coupon: exactly as many as there are get one. */
const lastUses = async (round: Round): Promise<string[]> => {
  const { shop, crowd } = round;
  const combo = await shop.shop.makeCombo();
  const coupon = await shop.shop.makeCoupon({
    NumberOfAuthorizations: crowd.uses,
    useNumPerUser: 1,
    code: `RACE${round.random()}`.replace('.', ''),
  });
  const orders: { user: TestSession; id: string }[] = [];
  for (let n = 0; n < crowd.buyers; n += 1) {
    const user = await newcomer(round);
    orders.push({ user, id: await orderOf(round, user, combo) });
  }
  const heard = await allAtOnce(
    round,
    orders.map(
      ({ user, id }) =>
        (server) =>
          server.call('/api/coupon/orderUseCoupon', { order_id: id, code: coupon.code }, user),
    ),
  );
  const got = heard.filter((each) => codeOf(each) === 0).length;
  const late = heard.filter((each) => codeOf(each) === codes.couponExhausted.code).length;
  const isRight = got === crowd.uses && got + late === crowd.buyers;
  return isRight
    ? []
    : [`${got} of ${crowd.uses} uses were given, ${late} of ${crowd.buyers} were told that none is left`];
};

/** Everything at once on one order: it ends in one state, and money that does not pay it is its buyer's. */
const oneOrder = async (round: Round): Promise<string[]> => {
  const { shop, crowd, random, journal, servers } = round;
  const user = await newcomer(round);
  await shop.fund(user, 10);
  journal.funded.set(user.num, 10_000);
  const id = await orderOf(round, user, await shop.shop.makeCombo({ price: PRICE }));
  const buy = (server: ShopServer, pay_mode: string): Promise<Heard> =>
    server.call('/api/shop/dobuy', { order_id: id, pay_mode }, user);
  const trade = dataOf(await buy(servers[0]!, 'alipay'))._id as string;
  const claim = (reference: string) => async (server: ShopServer) => {
    journal.told.set(reference, { num: user.num, amount: 20_000 });
    const said = await server.tell({ reference, tradeId: trade, amount: 20_000 });
    if (said === 'lost' || 'fault' in said) journal.faults.push(`money was not taken: ${reference}`);
    else journal.facts.push(fact.money(reference, 20_000));
    return 'told' as const;
  };
  const heard = await allAtOnce(
    round,
    Array.from({ length: crowd.onOneOrder }, (_, n) => {
      const dice = random();
      if (dice < 0.3) return (server) => buy(server, dice < 0.1 ? 'wxpay' : 'alipay');
      if (dice < 0.6) return claim(`${id}-${Math.floor(random() * 20)}`);
      if (dice < 0.65 && n > crowd.onOneOrder / 4)
        return (server) => server.call('/api/order/cancel_order', { order_id: id }, user);
      return (server) => server.call('/api/shop/wallet_check', { order_id: id }, user);
    }),
  );
  const { state } = (await shop.app.deps.db
    .selectFrom('orders')
    .select('status as state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as { state: string };
  const wrong = heard.filter(
    (each) => ![0, codes.conflict.code, codes.orderNotCancellable.code].includes(codeOf(each) ?? -1),
  );
  return [
    ...(['paied', 'cancled'].includes(state) ? [] : [`the order that everybody wanted is ${state}`]),
    ...wrong.map((each) => `an answer about one order: ${JSON.stringify(each)}`),
  ];
};

/** Purchases from one wallet while staff put money in and take it out: nothing below 0, every yuan accounted for. */
const wallets = async (round: Round): Promise<string[]> => {
  const { shop, crowd, random, journal } = round;
  const calls: ((server: ShopServer) => Promise<Heard>)[] = [];
  const combos: TestData[] = [];
  for (let n = 0; n < MOST_OPEN; n += 1) combos.push(await shop.shop.makeCombo({ price: PRICE }));
  for (let n = 0; n < crowd.accounts; n += 1) {
    const user = await newcomer(round);
    await shop.fund(user, 300);
    journal.funded.set(user.num, 300_000);
    for (const combo of combos) {
      const id = await orderOf(round, user, combo);
      calls.push((server) => server.call('/api/shop/dobuy', { order_id: id, pay_mode: 'alipay' }, user));
      const amount = random() < 0.5 ? 17 : -23;
      calls.push(async (server) => {
        const form = { _id: user.userId, shown: { wallet_money: 100 }, wallet_money: 100 + amount, reason: 'race' };
        const heard = await server.call('/api/admin/users/update_user', form, { cookie: server.adminCookie });
        if (codeOf(heard) === 0) journal.funded.set(user.num, (journal.funded.get(user.num) ?? 0) + amount * 1000);
        return heard;
      });
    }
  }
  const heard = await allAtOnce(round, calls);
  const wrong = heard.filter((each) => ![0, codes.conflict.code].includes(codeOf(each) ?? -1));
  return wrong.map((each) => `an answer about a wallet: ${JSON.stringify(each)}`);
};

/** Withdrawals and purchases of the same money, and every withdrawal settled and returned at once. */
const withdrawals = (round: Round): Promise<string[]> =>
  withdrawalRace({ ...round, accounts: round.crowd.accounts, allAtOnce: (calls) => allAtOnce(round, calls) });

/** Orders of one account: twenty, and no more. */
const manyOrders = async (round: Round): Promise<string[]> => {
  const { shop, crowd } = round;
  // The row of an account that has not paid is locked exclusively whatever is done with it.
  const user = await newcomer(round, { paid: true });
  const combos: TestData[] = [];
  for (let n = 0; n < 2 * MOST_OPEN; n += 1) combos.push(await shop.shop.makeCombo());
  await allAtOnce(
    round,
    Array.from({ length: crowd.creations }, (_, n) => (server: ShopServer) => {
      const { _id } = combos[n % combos.length];
      return server.call('/api/shop/create_order', { combo_id: _id }, user);
    }),
  );
  const open = (await shop.shop.orders(user)).length;
  return open === MOST_OPEN ? [] : [`an account has ${open} unpaid orders`];
};

/** Everything that many do at once. */
const RACES: readonly ((round: Round) => Promise<string[]>)[] = [
  lastUses,
  oneOrder,
  wallets,
  manyOrders,
  withdrawals,
  sameTransfer,
  transfers,
  draws,
  agencyGifts,
];
