import assert from 'node:assert/strict';
import { isOpenOrder, type OrderState } from '@skyport/contract/order-states';
import { until } from '../../../testkit/until.ts';
import { buildQuery, signNotice, type Envelope } from '../../../testkit/epay/notices.ts';
import type { Params } from '../../../testkit/epay/php-signing.ts';
import { cancel } from '../../order-kills/acts.ts';
import { prepare, statesOf } from '../../order-kills/flows.ts';
import { mutations } from './mutations.ts';
import { numberOf, orderAt, pay, payStray, type Payable } from './payers.ts';
import { notify, send, sendElsewhere, sendWrong } from './post.ts';
import type { Till } from './tills.ts';
import { endProblems, type WrongAt } from '../provider.ts';
import type { PayWorld } from '../world.ts';

/** Somebody's order that waits for money, at a gateway. */
interface Waiting extends Payable {
  readonly orderId: string;
}

/** Something that is not as it should be, and must do no harm. */
interface Wrong {
  readonly name: string;
  /** For gateways of this version only. */
  readonly only?: 1 | 2;
  /** Gives how the order must stand when all has settled. */
  happen(world: PayWorld, waiting: Waiting): Promise<OrderState>;
}

/** An order that waits for money at this gateway; where the wallet can pay it in part, it has. */
const wait = async (world: PayWorld, till: Till): Promise<Waiting> => {
  const { user, orderId, trade } = await prepare(world, { before: { fund: 5, isBought: true, mode: till.mode } });
  return { user, orderId, trade: trade!, till };
};

const paid = async (world: PayWorld, waiting: Waiting, more = 0) => {
  const order = await pay(world, waiting, more);
  assert(order, 'nothing can be paid at the gateway');
  return order;
};

const get = ({ notifyUrl }: Till, query: string): Envelope => ({
  method: 'GET',
  url: `${notifyUrl}?${query}`,
  query,
  contentType: '',
  body: '',
});

/** A notification by the gateway's own keys, of whatever it is told to say. */
const signed = (till: Till, params: Params): Envelope => {
  const { keys, now } = till.gateway;
  return get(till, buildQuery(signNotice(params, till.version, { keys, now: now() })));
};

/** What a gateway would say of a trade that nobody has paid, by a number of payment that it never gave. */
const madeUp = ({ trade, till }: Waiting, reference: string, fields: Params = {}): Params => ({
  pid: till.gateway.keys.pid,
  trade_no: reference,
  out_trade_no: numberOf(trade),
  type: 'alipay',
  name: 'order',
  money: (trade.amount / 1000).toFixed(2),
  trade_status: 'TRADE_SUCCESS',
  ...fields,
});

let forgeries = 0;

/** Sends a notification that the shop's own key has signed and nobody has paid; waits until its gateway was asked. */
const forge = async (world: PayWorld, waiting: Waiting): Promise<void> => {
  forgeries += 1;
  const reference = `forged-${forgeries}`;
  world.forged.add(reference);
  await send(world, signed(waiting.till, madeUp(waiting, reference)));
  const { db } = world.shop.app.deps;
  const isTried = async (): Promise<boolean> => {
    const rows = await db.selectFrom('claims').selectAll().where('reference', '=', reference).execute();
    return rows.every(({ attempts, state }) => attempts > 0 || state !== 'waiting');
  };
  await until('a forged claim to be looked into', isTried);
};

/** What may be wrong with what gateways say, and must not be believed or counted otherwise than it is. */
const wrongs: readonly Wrong[] = [
  {
    name: 'words that were changed on their way',
    happen: async (world, waiting) => {
      const order = await paid(world, waiting);
      const { query } = waiting.till.gateway.envelope(order.outTradeNo);
      const params = Object.fromEntries(new URLSearchParams(query));
      for (const [what, mutate] of mutations) await sendWrong(world, what, get(waiting.till, mutate(query, params)));
      await sendElsewhere(world, waiting.till, order);
      const states = await statesOf(world, waiting);
      assert(isOpenOrder(states.get(waiting.orderId)!), 'something that was changed was believed');
      return 'paied';
    },
  },
  {
    name: 'the same word twenty times at once',
    happen: async (world, waiting) => {
      const order = await paid(world, waiting);
      await Promise.all(Array.from({ length: 20 }, () => notify(world, waiting.till, order)));
      return 'paied';
    },
  },
  {
    name: 'a word by our own key of money that nobody has paid',
    only: 1,
    happen: async (world, waiting) => {
      await forge(world, waiting);
      return 'topay';
    },
  },
  {
    name: 'the same before the money comes',
    only: 1,
    happen: async (world, waiting) => {
      await forge(world, waiting);
      await notify(world, waiting.till, await paid(world, waiting));
      return 'paied';
    },
  },
  {
    name: "a gateway that answers of another merchant's money",
    only: 1,
    happen: async (world, waiting) => {
      await orderAt(waiting.till, waiting.trade);
      waiting.till.gateway.trouble.lies = { pid: '9009', status: '1' };
      await forge(world, waiting);
      return 'topay';
    },
  },
  {
    name: 'a gateway that answers of another trade',
    only: 1,
    happen: async (world, waiting) => {
      await orderAt(waiting.till, waiting.trade);
      waiting.till.gateway.trouble.lies = { out_trade_no: 'f'.repeat(32), status: '1' };
      await forge(world, waiting);
      return 'topay';
    },
  },
  {
    name: 'a fen too little',
    happen: async (world, waiting) => {
      await notify(world, waiting.till, await paid(world, waiting, -1));
      return 'topay';
    },
  },
  {
    name: 'a fen too much',
    happen: async (world, waiting) => {
      await notify(world, waiting.till, await paid(world, waiting, 1));
      return 'paied';
    },
  },
  {
    name: 'money for an order that was cancelled in between',
    happen: async (world, waiting) => {
      const order = await paid(world, waiting);
      await cancel(world, waiting.user, waiting.orderId);
      await notify(world, waiting.till, order);
      return 'cancled';
    },
  },
  {
    name: 'money of a trade at another gateway than it was asked of',
    happen: async (world, { till, trade }) => {
      const other = world.tills.find((each) => each !== till)!;
      await notify(world, other, payStray(world, other, { outTradeNo: numberOf(trade), amount: trade.amount }));
      return 'topay';
    },
  },
  {
    name: 'money of a trade that there is not',
    happen: async (world, { till }) => {
      await notify(world, till, payStray(world, till));
      return 'topay';
    },
  },
  {
    name: 'a word of a payment that waits',
    happen: async (world, waiting) => {
      await send(world, signed(waiting.till, madeUp(waiting, 'waits', { trade_status: 'WAIT_BUYER_PAY' })));
      return 'topay';
    },
  },
  {
    name: 'a second word of the same money with another amount',
    only: 2,
    happen: async (world, waiting) => {
      const order = await paid(world, waiting);
      await notify(world, waiting.till, order);
      const fields = madeUp(waiting, order.tradeNo, { money: '9999.00' });
      await sendWrong(world, 'another amount of known money', signed(waiting.till, fields));
      return 'paied';
    },
  },
];

/** Has something wrong happen at a gateway; gives what is wrong with the order afterwards. */
const happens = async (world: PayWorld, till: Till, { happen }: Wrong): Promise<string[]> => {
  const waiting = await wait(world, till);
  const wanted = await happen(world, waiting);
  await world.settleDown();
  return endProblems(world, waiting, wanted);
};

/** Everything wrong at every gateway where it can happen; `isQuick`: at the first of them. */
export const wrongsAt = (tills: readonly Till[], isQuick: boolean): WrongAt[] =>
  wrongs.flatMap((wrong) => {
    const fitting = tills.filter(({ version }) => wrong.only === undefined || wrong.only === version);
    return fitting.slice(0, isQuick ? 1 : fitting.length).map((till) => ({
      name: `${wrong.name}, by EPay ${till.version}`,
      happen: (world) => happens(world, till, wrong),
    }));
  });
