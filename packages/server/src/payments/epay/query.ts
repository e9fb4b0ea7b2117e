import type { OutgoingAnswer } from '../../platform/outgoing.ts';
import type { ProviderClaim, ProviderWord, TakenBack } from '../../platform/payment-providers.ts';
import { heard } from '../merchants.ts';
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
  const answer = await heard(askFor(merchant, tradeNumber, signal));
  if (answer?.status !== 200) return 'silent';
  const read = readAnswer(merchant, answer);
  if (read.kind === 'notJson') return 'silent';
  return read.kind === 'yes' ? wordOf(read.fields, { pid: merchant.config.pid, tradeNumber }) : 'unknown';
};

/** What these states of a trade are that was paid; of one that was not, gateways mean other things by them. */
const TAKEN_BACK: ReadonlyMap<string | undefined, 'refund' | 'dispute'> = new Map([
  ['2', 'refund'],
  ['3', 'dispute'],
]);

/** 0 is unpaid, 1 paid, 2 refunded, 3 frozen. What else there is differs between gateways. */
const wordOf = (fields: Fields, about: { readonly pid: string; readonly tradeNumber: string }): ProviderWord => {
  if (fields.get('pid') !== about.pid || fields.get('out_trade_no') !== about.tradeNumber) return 'unknown';
  const status = fields.get('status');
  if (status === '0') return 'unpaid';
  const reason = TAKEN_BACK.get(status);
  const claim = status === '1' || reason ? claimOf(fields, about.pid) : 'missing';
  if (typeof claim === 'string') return 'unknown';
  return reason ? { kind: 'takenBack', takenBack: takenBackOf(claim, reason) } : claim;
};

/** Gateways have no number for it: that of the payment names it, and all of it went back. */
const takenBackOf = (
  { reference, paidAt: _paidAt, ...claim }: ProviderClaim,
  reason: TakenBack['reason'],
): TakenBack => ({
  ...claim,
  reason,
  reference: `${reason}:${reference}`,
  payment: reference,
  isTotal: true,
});

/** Asks version 2 to take no more money for a trade. Throws OutgoingFault; that it refuses means that it is over. */
export const closeEpay = async (merchant: Merchant, tradeNumber: string, signal: AbortSignal): Promise<void> => {
  const { status } = await post(merchant, 'api/pay/close', { fields: { out_trade_no: tradeNumber }, signal });
  if (status >= 500) throw new Error(`the gateway answers HTTP ${status}`);
};
