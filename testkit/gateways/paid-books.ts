/** An order in a gateway's own books. */
export interface BookedOrder {
  /** The gateway's number of it. */
  readonly no: string;
  /** The shop's. */
  readonly outTradeNo: string;
  /** Fen that were asked. */
  fen: number;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly at: number;
  status: 'unpaid' | 'paid' | 'expired';
  /** Fen that the customer has paid. */
  paidFen: number;
  /** How often its notification was sent. */
  tries: number;
  /** When it is sent next; undefined when it was acknowledged, or given up. */
  nextTry: number | undefined;
  acknowledged: boolean;
}

/** The books of one gateway. Times are milliseconds of its clock. */
export class PaidBooks {
  readonly orders = new Map<string, BookedOrder>();
  readonly #pauses: readonly number[];

  /** `pauses`: milliseconds from one try of a notification to the next, until it is given up. */
  constructor(pauses: readonly number[]) {
    this.#pauses = pauses;
  }

  /** Notes an order that a shop has asked for. */
  make(order: Pick<BookedOrder, 'no' | 'outTradeNo' | 'fen' | 'notifyUrl' | 'returnUrl' | 'at'>): BookedOrder {
    const made: BookedOrder = {
      ...order,
      status: 'unpaid',
      paidFen: 0,
      tries: 0,
      nextTry: undefined,
      acknowledged: false,
    };
    this.orders.set(order.outTradeNo, made);
    return made;
  }

  /** An order by the shop's number. Throws when there is none. */
  of(outTradeNo: string): BookedOrder {
    const order = this.orders.get(outTradeNo);
    if (!order) throw new Error(`the gateway knows no order ${outTradeNo}`);
    return order;
  }

  /** An order by the gateway's own number. */
  byNo(no: string): BookedOrder | undefined {
    return [...this.orders.values()].find((order) => order.no === no);
  }

  /** The customer pays, also when the time is over; the notification is due at once. */
  pay(order: BookedOrder, now: number): void {
    if (order.status === 'paid') return;
    Object.assign(order, { status: 'paid', paidFen: order.fen, nextTry: now });
  }

  /** Notes a try of a notification. */
  tried(order: BookedOrder, acknowledged: boolean, now: number): void {
    const pause = this.#pauses[order.tries];
    order.tries += 1;
    order.acknowledged ||= acknowledged;
    order.nextTry = order.acknowledged || pause === undefined ? undefined : now + pause;
  }

  /** Orders whose notification is due. */
  due(now: number): BookedOrder[] {
    return [...this.orders.values()].filter(({ nextTry = Infinity }) => nextTry <= now);
  }

  /** Fen that customers have paid in all. */
  takings(): number {
    let fen = 0;
    for (const order of this.orders.values()) fen += order.paidFen;
    return fen;
  }
}
