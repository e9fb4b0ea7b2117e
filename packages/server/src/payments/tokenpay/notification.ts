import type { Notified, RawNotification } from '../../platform/payment-providers.ts';
import { claimOf, refuse, signedFields } from '../usdt-gateways/notified.ts';
import { usdtGatewayTexts } from '../usdt-gateways/texts.ts';
import type { TokenSigner } from '../usdt-gateways/token-signer.ts';

const { refused, unpaid } = usdtGatewayTexts;

/** Fields that every request of ours carries, and no notification. */
const REQUEST_ONLY: readonly string[] = ['NotifyUrl', 'RedirectUrl'];
/** 0 waits, 2 is over: in the dialects of epusdt 2 is paid. */
const PAID = '1';

/** Reads a notification: its state alone says whether it is paid. Throws BadNotification. */
export const readTokenPayNotification = (raw: RawNotification, signer: TokenSigner | undefined): Notified => {
  const fields = signedFields(raw, { signer, requestOnly: REQUEST_ONLY });
  const status = fields.get('Status') || refuse(refused.missing);
  if (status !== PAID) return { kind: 'ignored', why: unpaid };
  if (fields.get('BaseCurrency') !== 'CNY') refuse(refused.currency);
  const named = {
    reference: fields.get('Id'),
    tradeNumber: fields.get('OutOrderId'),
    money: fields.get('ActualAmount'),
  };
  const claim = claimOf(named, '');
  return typeof claim === 'string' ? refuse(refused[claim]) : { kind: 'claim', claim, mustAsk: true };
};
