import type { Begun, ProviderWord } from '../../platform/payment-providers.ts';
import { fieldsOfAnswer, type Fields } from '../epay/fields.ts';
import { heard } from '../merchants.ts';
import { claimOf } from '../usdt-gateways/notified.ts';
import { dialect, type Merchant } from './config.ts';

/** States by their numbers, as releases of before say them, and by their names. */
const STATES: ReadonlyMap<string, 'paid' | 'unpaid' | 'closed'> = new Map([
  ['0', 'unpaid'],
  ['pending', 'unpaid'],
  ['1', 'paid'],
  ['paid', 'paid'],
  ['2', 'closed'],
  ['expired', 'closed'],
]);

/** Fields by their names in small letters: releases differ in the first letter. */
const inSmall = (fields: Fields): Fields => new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]));

/**
 * What became of a trade, asked by the number that the gateway gave it when it began; without it: unknown. An order
 * that is over tells of itself to nobody, so that it has to be asked for.
 */
export const queryTokenPay = async (
  { base, signer, parts }: Merchant,
  { tradeNumber, begun }: { readonly tradeNumber: string; readonly begun: Begun },
  signal: AbortSignal,
): Promise<ProviderWord> => {
  const { providerNo } = begun;
  if (providerNo === '') return 'unknown';
  const url = new URL('Query', base);
  const asked = new Map([['Id', providerNo]]);
  url.search = new URLSearchParams({ Id: providerNo, [dialect.signature]: signer.sign(asked) }).toString();
  const answer = await heard(parts.http.send({ url, signal }));
  if (answer?.status !== 200 || !fieldsOfAnswer(answer.text)) return 'silent';
  return wordOf(inSmall(fieldsOfAnswer(answer.text, 'data') ?? new Map()), { providerNo, tradeNumber });
};

const wordOf = (
  said: Fields,
  { providerNo, tradeNumber }: { readonly providerNo: string; readonly tradeNumber: string },
): ProviderWord => {
  if (said.get('id')?.toLowerCase() !== providerNo.toLowerCase() || said.get('outorderid') !== tradeNumber)
    return 'unknown';
  const state = STATES.get(said.get('status')?.toLowerCase() ?? '') ?? 'unknown';
  if (state !== 'paid') return state;
  const claim = claimOf({ reference: providerNo, tradeNumber, money: said.get('actualamount') }, '');
  return typeof claim === 'string' ? 'unknown' : claim;
};
