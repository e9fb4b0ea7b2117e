import type { TestSession } from '@skyport/server/testing-app';
import type { GatewayOrder } from '../../../testkit/epay/books.ts';
import type { Bought } from '../../order-kills/acts.ts';
import type { Till } from './tills.ts';
import type { PayWorld } from '../world.ts';

/** A trade that somebody pays at a gateway. */
export interface Payable {
  readonly user: TestSession;
  readonly trade: Bought;
  readonly till: Till;
}

/** The gateway of a way to pay. */
export const tillOf = ({ tills }: PayWorld, mode: string): Till => {
  const till = tills.find((each) => each.mode === mode);
  if (!till) throw new Error(`no gateway serves ${mode}`);
  return till;
};

/** A trade's number among gateways. */
export const numberOf = ({ id }: Pick<Bought, 'id'>): string => id.replaceAll('-', '');

/** The gateway's order of a trade: begun by the shop, or else by the customer, who opens the page of payment. */
export const orderAt = async ({ gateway }: Till, trade: Bought): Promise<GatewayOrder | undefined> => {
  const find = (): GatewayOrder | undefined => gateway.books.find(numberOf(trade), gateway.now());
  if (!find() && trade.shown.payurl) await fetch(trade.shown.payurl, { redirect: 'manual' }).catch(() => undefined);
  return find();
};

/**
 * A customer pays a trade at its gateway, `more` fen above what it asks; nobody has told the shop yet. Gives the
 * gateway's order, or nothing when it cannot be paid there now.
 */
export const pay = async (
  world: Pick<PayWorld, 'journal'>,
  { user, trade, till }: Payable,
  more = 0,
): Promise<GatewayOrder | undefined> => {
  const order = await orderAt(till, trade);
  if (order?.status !== 'unpaid' || order.fen + more <= 0) return undefined;
  Object.assign(order, { fen: order.fen + more });
  till.gateway.pay(order.outTradeNo);
  world.journal.told.set(order.tradeNo, { num: user.num, amount: order.fen * 10 });
  return order;
};

let strays = 0;

/**
 * Somebody pays milli-yuan at a gateway for what is no trade of ours, or for a trade that was asked of another gateway.
 */
export const payStray = (
  world: Pick<PayWorld, 'journal' | 'strays'>,
  { gateway, notifyUrl, version }: Till,
  { outTradeNo, amount = 7700 }: { readonly outTradeNo?: string; readonly amount?: number } = {},
): GatewayOrder => {
  strays += 1;
  const order = gateway.books.make(
    version,
    {
      pid: gateway.keys.pid,
      type: 'alipay',
      out_trade_no: outTradeNo ?? `stray${strays}`,
      notify_url: notifyUrl,
      return_url: 'https://shop.example.com/pay/return',
      name: 'stray',
      money: (amount / 1000).toFixed(2),
    },
    gateway.now(),
  );
  gateway.books.pay(order, gateway.now());
  world.journal.told.set(order.tradeNo, { num: 0, amount: order.fen * 10 });
  world.strays.add(order.tradeNo);
  return order;
};
