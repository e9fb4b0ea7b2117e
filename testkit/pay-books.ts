/** What is kept of a payment in a provider's own books. Times are milliseconds of its clock. */
export interface PayOrder {
  readonly outTradeNo: string;
  readonly theirs: string;
  readonly fen: number;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  /** What it was begun with. */
  readonly made: Readonly<Record<string, unknown>>;
  /** `shown`: the provider has shown a code that nobody has scanned. */
  status: 'shown' | 'wait' | 'paid' | 'closed';
  paidFen: number;
  paidAt: number;
  refundedFen: number;
  /** How often its notification was sent, and when it is sent next; undefined when it was acknowledged or given up. */
  tries: number;
  nextTry: number | undefined;
  acknowledged: boolean;
}

const MINUTE_MS = 60_000;

/** The books of a provider. */
export class PayBooks {
  readonly orders = new Map<string, PayOrder>();
  readonly #series: string;
  readonly #retriesMs: readonly number[];
  #made = 0;

  /** `series`: what its numbers of payments begin with; then the minutes from one try of a notification to the next. */
  constructor(series: string, retries: readonly number[]) {
    this.#series = series;
    this.#retriesMs = retries.map((minutes) => minutes * MINUTE_MS);
  }

  /** Begins a payment, or gives the one that was begun by this number. */
  make(draft: Pick<PayOrder, 'outTradeNo' | 'fen' | 'notifyUrl' | 'returnUrl' | 'made' | 'status'>): PayOrder {
    const known = this.orders.get(draft.outTradeNo);
    if (known) return known;
    this.#made += 1;
    const order: PayOrder = {
      ...draft,
      theirs: `${this.#series}${String(this.#made).padStart(8, '0')}`,
      paidFen: 0,
      paidAt: 0,
      refundedFen: 0,
      tries: 0,
      nextTry: undefined,
      acknowledged: false,
    };
    this.orders.set(order.outTradeNo, order);
    return order;
  }

  /** A payment. Throws when there is none. */
  get(outTradeNo: string): PayOrder {
    const order = this.orders.get(outTradeNo);
    if (!order) throw new Error(`nobody has begun ${outTradeNo}`);
    return order;
  }

  /** The customer pays; the notification is due at once. */
  pay(order: PayOrder, now: number): void {
    if (order.status !== 'shown' && order.status !== 'wait') return;
    Object.assign(order, { status: 'paid', paidFen: order.fen, paidAt: now, nextTry: now });
  }

  /** Notes a try of a notification. */
  tried(order: PayOrder, acknowledged: boolean, now: number): void {
    const wait = this.#retriesMs[order.tries];
    order.tries += 1;
    order.acknowledged ||= acknowledged;
    order.nextTry = order.acknowledged || wait === undefined ? undefined : now + wait;
  }

  /** Payments whose notification is due. */
  due(now: number): readonly PayOrder[] {
    return [...this.orders.values()].filter(({ nextTry = Infinity }) => nextTry <= now);
  }

  /** Fen that customers have paid. */
  takings(): number {
    return [...this.orders.values()].reduce((sum, { paidFen }) => sum + paidFen, 0);
  }
}

/** Yuan with two decimals. */
export const yuanOfFen = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

/** Time in China, as providers there write it. */
export const chinaTime = (ms: number): string =>
  new Date(ms + 8 * 60 * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');
