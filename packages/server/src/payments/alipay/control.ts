import type { ProviderWord } from '../../platform/payment-providers.ts';
import type { Fields } from '../epay/fields.ts';
import { heard } from '../merchants.ts';
import type { Merchant } from './merchant.ts';
import { reasonOf } from './begin.ts';
import { ask, readAnswer } from './interface.ts';
import { claimOf } from './notification.ts';

const QUERY = 'alipay.trade.query';
const CLOSE = 'alipay.trade.close';

/** A trade begins when its code is scanned or its page is opened: before that Alipay knows none. */
const NOT_BEGUN = 'ACQ.TRADE_NOT_EXIST';

/**
 * What became of a trade. Only what Alipay has signed, about this trade of ours, says anything. A trade that it does
 * not know was never scanned: unpaid. Whoever answers and is not Alipay is silent.
 */
export const queryAlipay = async (
  merchant: Merchant,
  tradeNumber: string,
  signal: AbortSignal,
): Promise<ProviderWord> => {
  const question = { method: QUERY, content: { out_trade_no: tradeNumber } };
  const answer = await heard(ask(merchant, question, signal));
  if (answer?.status !== 200) return 'silent';
  const read = readAnswer(merchant, QUERY, answer);
  if (read.kind === 'notJson') return 'silent';
  return read.kind === 'signed' ? wordOf(merchant, read.fields, tradeNumber) : 'unknown';
};

const wordOf = ({ config }: Merchant, fields: Fields, tradeNumber: string): ProviderWord => {
  if (fields.get('code') !== '10000') return fields.get('sub_code') === NOT_BEGUN ? 'unpaid' : 'unknown';
  if (fields.get('out_trade_no') !== tradeNumber) return 'unknown';
  switch (fields.get('trade_status')) {
    case 'WAIT_BUYER_PAY':
      return 'unpaid';
    case 'TRADE_CLOSED':
      return 'closed';
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED': {
      const claim = claimOf(fields, config.appId);
      return typeof claim === 'string' ? 'unknown' : claim;
    }
    default:
      return 'unknown';
  }
};

/** What closing a trade meets that needs no second try: it never began, is paid, or is over. */
const OVER: readonly string[] = [NOT_BEGUN, 'ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID'];

/** Asks Alipay to take no more money for a trade. Throws OutgoingFault, and when Alipay could not do it now. */
export const closeAlipay = async (merchant: Merchant, tradeNumber: string, signal: AbortSignal): Promise<void> => {
  const question = { method: CLOSE, content: { out_trade_no: tradeNumber } };
  const answer = readAnswer(merchant, CLOSE, await ask(merchant, question, signal));
  if (answer.kind === 'notJson') throw new Error('Alipay did not answer');
  const { fields } = answer;
  if (fields.get('code') === '10000' || OVER.includes(fields.get('sub_code') ?? '')) return;
  throw new Error(`Alipay did not close a trade: ${reasonOf(fields)}`);
};
