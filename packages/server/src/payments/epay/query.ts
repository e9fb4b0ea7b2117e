import { OutgoingFault, type OutgoingAnswer } from '../../platform/outgoing.ts';
import type { ProviderWord } from '../../platform/payment-providers.ts';
import type { Fields } from './fields.ts';
import { askByKey, post, readAnswer, type Merchant } from './gateway.ts';
import { claimOf } from './notification.ts';

/** What a gateway answers of a trade, the key or our signature proving who asks. Throws OutgoingFault. */
const askFor = (merchant: Merchant, tradeNumber: string, signal: AbortSignal): Promise<OutgoingAnswer> =>
  merchant.config.kind === 'epay_v1'
    ? askByKey(merchant, { act: 'order', out_trade_no: tradeNumber }, signal)
    : post(merchant, 'api/pay/query', { fields: { out_trade_no: tradeNumber }, signal });

/**
 * What became of a trade. Only an answer that is whole, signed where the version signs, and about this trade of ours
 * says anything; a gateway that does not know a trade has deleted it, or never had it: unknown. A gateway that does not
 * answer as one, at whose address a firewall or a fault speaks, is silent.
 */
export const queryEpay = async (
  merchant: Merchant,
  tradeNumber: string,
  signal: AbortSignal,
): Promise<ProviderWord> => {
  const answer = await askFor(merchant, tradeNumber, signal).catch((fault: unknown) => {
    if (fault instanceof OutgoingFault) return undefined;
    throw fault;
  });
  if (answer?.status !== 200) return 'silent';
  const read = readAnswer(merchant, answer);
  if (read.kind === 'notJson') return 'silent';
  return read.kind === 'yes' ? wordOf(read.fields, { pid: merchant.config.pid, tradeNumber }) : 'unknown';
};

/** 0 is unpaid, 1 paid. What else there is (refunded or expired, frozen, authorised) differs between gateways. */
const wordOf = (fields: Fields, about: { readonly pid: string; readonly tradeNumber: string }): ProviderWord => {
  if (fields.get('pid') !== about.pid || fields.get('out_trade_no') !== about.tradeNumber) return 'unknown';
  const status = fields.get('status');
  if (status !== '1') return status === '0' ? 'unpaid' : 'unknown';
  const claim = claimOf(fields, about.pid);
  return typeof claim === 'string' ? 'unknown' : claim;
};

/** Asks version 2 to take no more money for a trade. Throws OutgoingFault; that it refuses means that it is over. */
export const closeEpay = async (merchant: Merchant, tradeNumber: string, signal: AbortSignal): Promise<void> => {
  const { status } = await post(merchant, 'api/pay/close', { fields: { out_trade_no: tradeNumber }, signal });
  if (status >= 500) throw new Error(`the gateway answers HTTP ${status}`);
};
