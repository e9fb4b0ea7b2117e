import type { ProviderWord } from '../../platform/payment-providers.ts';
import { heard } from '../merchants.ts';
import { textOf, type Members } from '../members.ts';
import type { Merchant } from './merchant.ts';
import { ask, readAnswer, reasonOf } from './interface.ts';
import { claimOf } from './notification.ts';

const pathOf = (tradeNumber: string): string => `v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNumber)}`;

/** States in which no money has come, and what they say. REFUND is none of them: money came and went. */
const WORDS: Readonly<Record<string, ProviderWord>> = {
  NOTPAY: 'unpaid',
  PAYERROR: 'unpaid',
  CLOSED: 'closed',
  REVOKED: 'closed',
};

/**
 * What became of a trade. Only what WeChat Pay has signed just now, about this trade of ours, says anything: a refusal
 * does not. Whoever answers and is not WeChat Pay is silent.
 */
export const queryWechat = async (
  merchant: Merchant,
  tradeNumber: string,
  signal: AbortSignal,
): Promise<ProviderWord> => {
  const path = `${pathOf(tradeNumber)}?mchid=${merchant.config.mchid}`;
  const answer = await heard(ask(merchant, { path, signal }));
  if (!answer || answer.status >= 500) return 'silent';
  const read = readAnswer(merchant, answer);
  if (read.kind === 'notJson') return 'silent';
  return read.status === 200 && read.doubt === undefined ? wordOf(merchant, read.data, tradeNumber) : 'unknown';
};

const wordOf = ({ config }: Merchant, data: Members, tradeNumber: string): ProviderWord => {
  if (textOf(data, 'out_trade_no') !== tradeNumber || textOf(data, 'mchid') !== config.mchid) return 'unknown';
  const state = textOf(data, 'trade_state');
  if (state !== 'SUCCESS') return (Object.hasOwn(WORDS, state) && WORDS[state]) || 'unknown';
  const claim = claimOf(data, config);
  return typeof claim === 'string' ? 'unknown' : claim;
};

/** What closing a trade meets that needs no second try: it never began, is paid, or is over. */
const OVER: readonly string[] = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'ORDER_CLOSED', 'ORDERPAID', 'TRADE_ERROR'];

/** Asks WeChat Pay to take no more money for a trade. Throws OutgoingFault, and when it could not do it now. */
export const closeWechat = async (merchant: Merchant, tradeNumber: string, signal: AbortSignal): Promise<void> => {
  const content = { mchid: merchant.config.mchid };
  const answer = readAnswer(merchant, await ask(merchant, { path: `${pathOf(tradeNumber)}/close`, content, signal }));
  if (answer.kind === 'notJson') throw new Error('WeChat Pay did not answer');
  const { status, data } = answer;
  if (status === 204 || status === 200 || OVER.includes(textOf(data, 'code'))) return;
  throw new Error(`WeChat Pay did not close a trade: ${reasonOf(data)}`);
};
