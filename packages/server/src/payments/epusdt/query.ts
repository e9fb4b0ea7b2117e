import type { Begun, ProviderWord } from '../../platform/payment-providers.ts';
import { fieldsOfAnswer } from '../epay/fields.ts';
import { heard } from '../merchants.ts';
import type { Merchant } from './ask.ts';
import { merchantNameOf } from './config.ts';

/** States of a payment. 3 is over and may be paid all the same, 4 is cancelled or has no coin yet; others are new. */
const STATES: ReadonlyMap<string, 'paid' | 'unpaid'> = new Map([
  ['1', 'unpaid'],
  ['2', 'paid'],
  ['3', 'unpaid'],
  ['4', 'unpaid'],
]);

/**
 * What became of a trade, asked by the number that the gateway gave it when it began: the gateway says of this number
 * alone whether it is paid, and when it began it said for which trade and amount. Without the number: unknown.
 */
export const queryEpusdt = async (
  { config, base, parts }: Merchant,
  { tradeNumber, begun }: { readonly tradeNumber: string; readonly begun: Begun },
  signal: AbortSignal,
): Promise<ProviderWord> => {
  const { providerNo, amount } = begun;
  if (providerNo === '') return 'unknown';
  const url = new URL(`pay/check-status/${encodeURIComponent(providerNo)}`, base);
  const answer = await heard(parts.http.send({ url, signal }));
  if (answer?.status !== 200) return 'silent';
  const top = fieldsOfAnswer(answer.text);
  if (!top) return 'silent';
  const said = fieldsOfAnswer(answer.text, 'data') ?? top;
  if (said.get('trade_id') !== providerNo) return 'unknown';
  const state = STATES.get(said.get('status') ?? '') ?? 'unknown';
  if (state !== 'paid') return state;
  const merchant = merchantNameOf(config);
  return { reference: providerNo, merchant, tradeNumber, amount, currency: 'CNY', isStateOnly: true };
};
