import type { FlagReason } from '@skyport/contract/order-flags';
import { type Db, Overtaken } from '@skyport/db';
import { emailsOf } from '../accounts/index.ts';
import { cleanText } from '../platform/clean-text.ts';
import type { Deps } from '../platform/deps.ts';
import type { TakenBack } from '../platform/payment-providers.ts';
import { notifyFlagged, notifyStrayRefund, notifyWalletRefund } from './flag-messages.ts';
import { insertEvent, insertFlag, knowsEvent, lockOpenFlag, type FlagRow } from './flag-store.ts';
import { lockBehindAccount } from './lock.ts';
import type { OrderRow } from './order-store.ts';
import { findMoney, findMoneyToldFor, lockPayment, type MoneyPlace } from './payment-store.ts';
import { findTrade, findTradeByNumber, type TradeRow } from './trade-store.ts';
import { worthOfCharge } from './worth.ts';

/** Money that a provider's instance says was taken back. */
export interface TakenBackAt {
  readonly instance: string;
  readonly takenBack: TakenBack;
}

/** What is stored of an event beside what it says. */
interface Noted {
  readonly trade?: TradeRow;
  readonly flagId?: string;
}

const store = (
  trx: Db,
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  { instance, takenBack, trade, flagId }: TakenBackAt & Noted,
): Promise<boolean> => {
  const now = clock.now();
  const { reference, reason, tradeNumber, payment, amount, isTotal, currency, at } = takenBack;
  return insertEvent(trx, {
    id: ids.next(),
    instance,
    reference,
    reason,
    trade_number: tradeNumber,
    trade_id: trade?.id ?? null,
    flag_id: flagId ?? null,
    payment: cleanText(payment, 128),
    amount,
    is_total: isTotal,
    currency,
    said_at: at && at <= now ? at : now,
    received_at: now,
  });
};

/** What an event names: a trade of its instance, and the money as far as anything is known of it. */
interface Named {
  readonly trade: TradeRow | undefined;
  readonly money: MoneyPlace | undefined;
}

const namedBy = async (db: Db, { instance, takenBack: { tradeNumber, payment } }: TakenBackAt): Promise<Named> => {
  const found = await findTradeByNumber(db, tradeNumber);
  const trade = found?.instance === instance ? found : undefined;
  const paid = payment === '' ? undefined : await findMoney(db, { instance, reference: payment });
  return { trade, money: paid ?? (trade && (await findMoneyToldFor(db, { instance, tradeId: trade.id }))) };
};

/** Whether any money came for the trade that an event names, wherever staff have put it since. */
export const wasPaid = async (db: Db, said: TakenBackAt): Promise<boolean> => {
  const { trade, money } = await namedBy(db, said);
  return money !== undefined || (trade?.received ?? 0) > 0;
};

/** Whose the money is that went back: a trade's, or a wallet's by the id of its account; neither for nobody's. */
interface Place {
  /** The money itself; undefined while none is known. */
  readonly money?: MoneyPlace;
  readonly trade?: TradeRow | undefined;
  readonly walletOf?: string | null;
  /** The trade that it was charged for, wherever staff have put it since. */
  readonly charged?: TradeRow | undefined;
}

/** The place of the money itself, which staff may have given away; the trade that is named while none is known. */
const placeOf = async (trx: Db, said: TakenBackAt): Promise<Place> => {
  const { trade, money } = await namedBy(trx, said);
  if (!money) return { trade, charged: trade };
  if (money.trade_id === null) return { money, walletOf: money.credited_to, charged: trade };
  const has = await findTrade(trx, money.trade_id);
  return { money, trade: has, charged: trade ?? has };
};

/** Locks money, behind the order that has it. Throws Overtaken when staff have given it away since it was found. */
const holdPlace = async (trx: Db, { id, trade_id, credited_to }: MoneyPlace): Promise<void> => {
  const now = await lockPayment(trx, id);
  if (now?.trade_id !== trade_id || now.credited_to !== credited_to) throw new Overtaken('the money was given away');
};

/** What was said, with what a charge in another currency is worth as the trade of it was quoted. */
const worthIn = ({ charge, ...takenBack }: TakenBack, charged: TradeRow | undefined): TakenBack => ({
  ...takenBack,
  amount: (charge && charged && worthOfCharge(charge, charged)) ?? takenBack.amount,
});

/** Stores and tells of money that no order has. */
const storeStray = async (
  trx: Db,
  deps: Deps,
  { walletOf, ...said }: TakenBackAt & Pick<Place, 'walletOf'>,
): Promise<'stored' | 'known'> => {
  if (!(await store(trx, deps, said))) return 'known';
  if (!walletOf) {
    await notifyStrayRefund(trx, deps, said);
    return 'stored';
  }
  const email = (await emailsOf(trx, [walletOf])).get(walletOf) ?? '';
  await notifyWalletRefund(trx, deps, { ...said, userId: walletOf, email });
  return 'stored';
};

/** The open flag of a locked order; it is opened where there is none. */
const flagOf = async (
  trx: Db,
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  { order, reason }: { readonly order: OrderRow; readonly reason: FlagReason },
): Promise<FlagRow> =>
  (await lockOpenFlag(trx, order.id)) ??
  insertFlag(trx, { id: ids.next(), order_id: order.id, reason, opened_at: clock.now() });

/** A reported refund, assigned to the instance of its account that has the trade, else to the one with the payment. */
const atHolder = async (trx: Db, { payments }: Deps, told: TakenBackAt): Promise<TakenBackAt> => {
  const { tradeNumber, payment } = told.takenBack;
  const sharing = payments.sharing(told.instance);
  const trade = await findTradeByNumber(trx, tradeNumber);
  if (trade && sharing.includes(trade.instance)) return { ...told, instance: trade.instance };
  for (const instance of sharing.length > 1 && payment !== '' ? sharing : [])
    if (await findMoney(trx, { instance, reference: payment })) return { ...told, instance };
  return told;
};

/**
 * Stores what a provider said of money that was taken back, in the caller's transaction. Nothing moves by it: the order
 * that has the money by now is flagged, staff are told and decide. `known`, and nothing is changed, when it was stored
 * before, by its instance, reason and reference. What no order has is stored and told all the same.
 */
export const storeTakenBack = async (trx: Db, deps: Deps, heard: TakenBackAt): Promise<'stored' | 'known'> => {
  const told = await atHolder(trx, deps, heard);
  const { instance } = told;
  const { money, trade, walletOf = null, charged } = await placeOf(trx, told);
  const takenBack = worthIn(told.takenBack, charged);
  const said = { instance, takenBack };
  const behind = trade && (await lockBehindAccount(trx, trade.order_id, trade.user_id));
  if (money) await holdPlace(trx, money);
  if (await knowsEvent(trx, { instance, ...takenBack })) return 'known';
  if (!trade || !behind) return storeStray(trx, deps, { ...said, walletOf });
  const { order } = behind;
  const flag = await flagOf(trx, deps, { order, reason: takenBack.reason });
  const isNew = await store(trx, deps, { ...said, trade, flagId: flag.id });
  if (!isNew) throw new Error(`a refund of ${instance} was noted for two trades at once`);
  await notifyFlagged(trx, deps, { order, ...said });
  return 'stored';
};
