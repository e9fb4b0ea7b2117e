import { isLivingTrade, livingTradeStates, type TradeState } from '@skyport/contract/order-states';
import type { TradeMode } from '@skyport/contract/orders';
import type { PayFailure } from '@skyport/contract/pay-health';
import type { DB, Db } from '@skyport/db';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Begun, Currency, Quote } from '../platform/payment-providers.ts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { tradeIdOf } from './inbox-rules.ts';

/** Where a customer pays, as a provider answered. */
export interface StoredAnswer {
  readonly payurl?: string | undefined;
  readonly qrcode?: string | undefined;
  readonly urlscheme?: string | undefined;
  /** Where USDT have to come. */
  readonly usdtAddress?: string | undefined;
  /** Until when the link or code opens; without it, as long as the trade can be paid. */
  readonly opensUntil?: string | undefined;
}

/** A link is answered again only while its customer still has this long to open it. */
const LEAST_OPEN_MS = MINUTE_MS;

type Stored = Selectable<DB['trades']>;

/** A trade as it is stored; milli-yuan. */
export interface TradeRow extends Omit<Stored, 'status' | 'mode' | 'answer'> {
  readonly status: TradeState;
  readonly mode: TradeMode;
  readonly answer: StoredAnswer | null;
}

const asTradeRow = (row: Stored): TradeRow => row as unknown as TradeRow;

/** Stores a new trade. */
export const insertTrade = async (trx: Db, trade: Insertable<DB['trades']>): Promise<TradeRow> =>
  asTradeRow(await trx.insertInto('trades').values(trade).returningAll().executeTakeFirstOrThrow());

/** Whether a customer can pay a trade at this moment: it was not closed, and its time is not over. */
export const isLivingAt = ({ status, expires_at }: TradeRow, now: Date): boolean =>
  isLivingTrade(status) && expires_at > now;

/** Whether the link or code of a trade can still be opened. */
export const opensAt = ({ answer }: TradeRow, now: Date): boolean =>
  answer?.opensUntil === undefined || Date.parse(answer.opensUntil) - now.getTime() >= LEAST_OPEN_MS;

/** Whether a trade was made for a class of device. Links and codes are; an address for USDT is for all. */
export const isForDevice = ({ mode, device }: TradeRow, isMobile: boolean): boolean =>
  mode === 'usdt' || device === deviceOf(isMobile);

/** The class of a device. */
export const deviceOf = (isMobile: boolean): TradeRow['device'] => (isMobile ? 'mobile' : 'pc');

/** What a trade asks in USDT, undefined for one that asks yuan. */
export const usdtOf = ({ usdt_asked, usdt_price, usdt_rate }: TradeRow): UsdtPrice | undefined =>
  usdt_asked === null ? undefined : { asked: usdt_asked, price: usdt_price ?? usdt_asked, rate: usdt_rate ?? 0 };

/** What a trade is asked in. */
export const currencyOf = ({ usdt_asked }: TradeRow): Currency => (usdt_asked === null ? 'CNY' : 'USDT');

/** What a trade asks in the currency of its provider; undefined for one that is asked in yuan or in USDT. */
export const quoteOf = ({ charge_currency, charge_minor, charge_rate }: TradeRow): Quote | undefined =>
  charge_currency === null || charge_minor === null || charge_rate === null
    ? undefined
    : { currency: charge_currency, minor: charge_minor, rate: charge_rate };

/** A trade as its provider has begun it. */
export const begunOf = ({ provider_no, amount }: TradeRow): Begun => ({ providerNo: provider_no ?? '', amount });

/** What a trade asks in thousandths of a USDT, at a rate in ten-thousandths of a yuan. */
export interface UsdtPrice {
  /** What has to come. */
  readonly asked: number;
  /** Of it, what the trade is worth. */
  readonly price: number;
  readonly rate: number;
}

/** A trade's id as providers know it: 32 characters. */
export const tradeNumberOf = (id: string): string => id.replaceAll('-', '');

/** A trade, or undefined. */
export const findTrade = async (db: Db, id: string): Promise<TradeRow | undefined> => {
  const row = await db.selectFrom('trades').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asTradeRow(row);
};

/** A trade by its number, as providers know it; undefined for any other text. */
export const findTradeByNumber = async (db: Db, number: string): Promise<TradeRow | undefined> => {
  const id = tradeIdOf(number);
  return id === undefined ? undefined : findTrade(db, id);
};

/** What an order shows of its trade; milli-yuan. */
export type OrderTrade = Pick<TradeRow, 'fee' | 'mode'>;

/** Trades by order: the one that has paid it, or the newest that can. */
export const tradesOfOrders = async (db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderTrade>> => {
  const { rows } = await sql<OrderTrade & { readonly order_id: string }>`
    select distinct on (order_id) order_id, fee, mode from trades
     where order_id = any(${[...orderIds]}::uuid[]) and status = any(${['paied', ...livingTradeStates]})
     order by order_id, status = 'paied' desc, created_at desc`.execute(db);
  return new Map(rows.map(({ order_id, ...trade }) => [order_id, trade]));
};

/** The newest trade of an account, or of one of its orders, where a living one comes first; undefined without one. */
export const findNewestTrade = async (db: Db, userId: string, orderId?: string): Promise<TradeRow | undefined> => {
  const row = await db
    .selectFrom('trades as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .selectAll('t')
    .where('o.user_id', '=', userId)
    .$if(orderId !== undefined, (q) =>
      q.where('o.id', '=', orderId!).orderBy((e) => e('t.status', 'in', livingTradeStates), 'desc'),
    )
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && asTradeRow(row);
};

/** Locks the trades of a locked order, oldest first. */
export const lockTrades = async (trx: Db, orderId: string): Promise<TradeRow[]> => {
  const rows = await trx
    .selectFrom('trades')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(asTradeRow);
};

/** The trades of an order, oldest first. */
export const listTrades = async (db: Db, orderId: string): Promise<TradeRow[]> => {
  const rows = await db.selectFrom('trades').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
  return rows.map(asTradeRow);
};

/** Moves a trade to another state; undefined, and nothing is changed, when it is in none of those it may come from. */
export const moveTrade = async (
  trx: Db,
  id: string,
  move: {
    readonly from: readonly TradeState[];
    readonly to: TradeState;
    readonly change?: Omit<Updateable<DB['trades']>, 'id' | 'status'>;
  },
): Promise<TradeRow | undefined> => {
  const row = await trx
    .updateTable('trades')
    .set({ ...move.change, status: move.to })
    .where('id', '=', id)
    .where('status', 'in', [...move.from])
    .returningAll()
    .executeTakeFirst();
  return row && asTradeRow(row);
};

/** What came of asking the provider of a trade to begin it. */
export interface AskOutcome {
  readonly outcome: 'begun' | PayFailure;
  /** The provider's own number of it, where it gave one. */
  readonly providerNo?: string | undefined;
}

/** Notes what came of asking the provider of a trade, whatever became of the trade meanwhile. */
export const noteAsked = async (trx: Db, id: string, { outcome, providerNo }: AskOutcome): Promise<void> => {
  await trx
    .updateTable('trades')
    .set({ ask_outcome: outcome, ...(providerNo !== undefined && { provider_no: providerNo }) })
    .where('id', '=', id)
    .execute();
};

/** Notes that a locked trade asked for a fee beside its amount; milli-yuan. */
export const addFee = async (trx: Db, { id, amount }: Pick<TradeRow, 'id' | 'amount'>, fee: number): Promise<void> => {
  await trx
    .updateTable('trades')
    .set({ amount: amount + fee, fee })
    .where('id', '=', id)
    .execute();
};

/** Closes the living trades of an order but one; gives them. */
export const closeTrades = (
  trx: Db,
  orderId: string,
  but?: string,
): Promise<{ readonly id: string; readonly instance: string }[]> =>
  trx
    .updateTable('trades')
    .set({ status: 'closed' })
    .where('order_id', '=', orderId)
    .where('status', 'in', livingTradeStates)
    .$if(but !== undefined, (q) => q.where('id', '<>', but!))
    .returning(['id', 'instance'])
    .execute();

/** Ids of trades that can still be paid though their time is over at `now`, the longest over first. */
export const listEndedTrades = async (db: Db, now: Date, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('trades')
    .select('id')
    .where('status', 'in', livingTradeStates)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
};
