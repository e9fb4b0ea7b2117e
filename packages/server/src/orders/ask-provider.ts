import type { PayMode } from '@skyport/contract/orders';
import { inTransaction } from '@skyport/db';
import { createFaultLog } from '../platform/error-log.ts';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { PaymentFault, type PaymentAnswer, type PaymentProvider } from '../platform/payment-providers.ts';
import { refuse } from '../platform/refuse.ts';
import { failureOf } from './ask-failure.ts';
import { texts } from './texts.ts';
import { closeTrade } from './close-trades.ts';
import { findOrder } from './order-store.ts';
import { findTrade, moveTrade, noteAsked, quoteOf, tradeNumberOf, type TradeRow } from './trade-store.ts';

/** How long a provider has to answer; a trade that waits longer is replaced. */
export const ASK_MS = 10 * SECOND_MS;

/** A trade that waits for its provider. */
interface Asked {
  readonly trade: TradeRow;
  readonly provider: PaymentProvider;
  /** The customer's address, and the host of the console at which they buy. */
  readonly address: string;
  readonly host: string;
}

/** Settles with the provider's answer, or throws when the time is over, whatever the provider does then. */
const answerInTime = async ({ trade, provider, address, host }: Asked): Promise<PaymentAnswer> => {
  const signal = AbortSignal.timeout(ASK_MS);
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new PaymentFault('timeout', `${provider.instance} did not answer in time`)),
    );
  });
  const charge = quoteOf(trade);
  const answer = provider.ask(
    {
      tradeNumber: tradeNumberOf(trade.id),
      mode: trade.mode as PayMode,
      network: trade.network,
      amount: trade.amount,
      ...(charge && { charge: { currency: charge.currency, minor: charge.minor } }),
      device: trade.device === 'mobile' ? 'mobile' : 'pc',
      expiresAt: trade.expires_at,
      clientAddress: address,
      host,
    },
    signal,
  );
  return Promise.race([answer, over]);
};

/**
 * Asks the provider of a trade, outside of any transaction, and writes the answer onto the trade if that still waits
 * for it. Refuses `paymentUnavailable`, with the trade closed, when there is none; wallet money stays held, and the
 * coupon's use taken.
 */
export const askProvider = async (deps: Deps, asked: Asked): Promise<TradeRow> => {
  const { trade, provider } = asked;
  let answer: PaymentAnswer;
  try {
    answer = await answerInTime(asked);
  } catch (fault) {
    // A provider that was only slow may have opened it by now, and is told.
    await inTransaction(deps.db, async (trx) => {
      await closeTrade(trx, deps, { id: trade.id, from: ['asking'] });
      await noteAsked(trx, trade.id, { outcome: failureOf(fault) });
    });
    await createFaultLog(deps)(fault, { call: `payment ${provider.instance}`, requestId: '' });
    return refuse('paymentUnavailable');
  }
  deps.crash.at('ask.before-answer');
  const { expiresAt, providerNo, ...where } = answer;
  const open = await inTransaction(deps.db, async (trx) => {
    await noteAsked(trx, trade.id, { outcome: 'begun', providerNo });
    return moveTrade(trx, trade.id, {
      from: ['asking'],
      to: 'open',
      change: { answer: JSON.stringify(where), ...(expiresAt && { expires_at: expiresAt }) },
    });
  });
  deps.crash.at('ask.after-answer');
  if (open) return open;
  // Somebody was faster: the order was paid or cancelled, or the money was here before the answer.
  const now = await findTrade(deps.db, trade.id);
  return now && now.status !== 'closed' ? now : refuse('conflict', await whyClosed(deps, trade));
};

/** Why a trade was closed before its provider answered. */
const whyClosed = async ({ db }: Deps, { order_id }: TradeRow): Promise<string> => {
  const status = (await findOrder(db, order_id))?.status;
  if (status === 'paied') return texts.isPaid;
  return status === 'cancled' ? texts.isCancelled : texts.replaced;
};
