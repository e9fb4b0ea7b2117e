import type { Params } from './php-signing.ts';

/** An order in the gateway's own books. */
export interface GatewayOrder {
  readonly version: 1 | 2;
  readonly tradeNo: string;
  readonly outTradeNo: string;
  /** Fen. */
  readonly fen: number;
  /** What the order was made with; none of it may differ when it is asked for again. */
  readonly made: Params;
  readonly at: number;
  status: 'unpaid' | 'paid' | 'closed';
  /** Fen that the customer has paid. */
  paidFen: number;
  /** How often its notification was sent. */
  tries: number;
  /** When it is sent next; undefined when it was acknowledged, or given up. */
  nextTry: number | undefined;
  acknowledged: boolean;
}

/** Why an order was not made, in the words of a gateway. */
export class BookRefusal extends Error {}

/** What must stay the same when an order is asked for again. */
const LASTING = ['pid', 'type', 'out_trade_no', 'notify_url', 'return_url', 'name', 'money', 'param'] as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** From one try to the next. */
const RETRIES_MS: readonly number[] = [1, 3, 20, 60, 120].map((minutes) => minutes * MINUTE_MS);

const fenOf = (money: string): number => {
  if (!/^\d+(\.\d{1,2})?$/.test(money)) throw new BookRefusal('金额不合法');
  const [yuan = '0', part = ''] = money.split('.');
  const fen = parseInt(yuan, 10) * 100 + parseInt(part.padEnd(2, '0'), 10);
  if (fen <= 0) throw new BookRefusal('金额不合法');
  return fen;
};

/** As `mb_strcut($name, 0, 127)`. */
const cutName = (name: string): string => {
  let cut = name;
  while (Buffer.byteLength(cut) > 127) cut = cut.slice(0, -1);
  return cut;
};

/** The books of one gateway. Times are milliseconds of its clock. */
export class Books {
  readonly orders = new Map<string, GatewayOrder>();
  readonly #series: string;
  #made = 0;

  /** `series`: what its numbers of payments begin with. */
  constructor(series: string) {
    this.#series = series;
  }

  /** Makes an order, or gives the one that was made with the same parameters. Throws BookRefusal. */
  make(version: 1 | 2, params: Params, now: number): GatewayOrder {
    this.#forget(now);
    const made = Object.fromEntries(LASTING.map((name) => [name, params[name] ?? '']));
    if (!/^[A-Za-z0-9._|-]{1,64}$/.test(made['out_trade_no']!)) throw new BookRefusal('订单号不合法');
    if (!/^(?:alipay|wxpay|qqpay)$/.test(made['type']!)) throw new BookRefusal('支付方式不存在');
    if (!/^https?:\/\//.test(made['notify_url']!)) throw new BookRefusal('通知地址不合法');
    made['name'] = cutName(made['name']!);
    if (made['name'] === '') throw new BookRefusal('商品名称不能为空');
    const known = this.orders.get(made['out_trade_no']!);
    if (known) {
      if (LASTING.some((name) => known.made[name] !== made[name])) throw new BookRefusal('订单参数与原订单不一致');
      return known;
    }
    this.#made += 1;
    const order: GatewayOrder = {
      version,
      tradeNo: `${this.#series}${String(this.#made).padStart(6, '0')}`,
      outTradeNo: made['out_trade_no']!,
      fen: fenOf(made['money']!),
      made,
      at: now,
      status: 'unpaid',
      paidFen: 0,
      tries: 0,
      nextTry: undefined,
      acknowledged: false,
    };
    this.orders.set(order.outTradeNo, order);
    return order;
  }

  /** An order that was not deleted. */
  find(outTradeNo: string, now: number): GatewayOrder | undefined {
    this.#forget(now);
    return this.orders.get(outTradeNo);
  }

  /** The customer pays; the notification is due at once. */
  pay(order: GatewayOrder, now: number): void {
    if (order.status !== 'unpaid') return;
    Object.assign(order, { status: 'paid', paidFen: order.fen, nextTry: now });
  }

  /** Notes a try: what was not acknowledged is sent again at 1, 3, 20 minutes, 1 and 2 hours, and then no more. */
  tried(order: GatewayOrder, acknowledged: boolean, now: number): void {
    const wait = RETRIES_MS[order.tries];
    order.tries += 1;
    order.acknowledged ||= acknowledged;
    order.nextTry = order.acknowledged || wait === undefined ? undefined : now + wait;
  }

  /** Fen that customers have paid. */
  takings(): number {
    let fen = 0;
    for (const order of this.orders.values()) fen += order.paidFen;
    return fen;
  }

  /** Unpaid orders are deleted after a day. */
  #forget(now: number): void {
    for (const [number, order] of this.orders)
      if (order.status === 'unpaid' && now - order.at > DAY_MS) this.orders.delete(number);
  }
}
