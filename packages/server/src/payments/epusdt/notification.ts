import type { Notified, RawNotification } from '../../platform/payment-providers.ts';
import { claimOf, refuse, signedFields } from '../usdt-gateways/notified.ts';
import { usdtGatewayTexts } from '../usdt-gateways/texts.ts';
import type { TokenSigner } from '../usdt-gateways/token-signer.ts';
import { merchantNameOf, type EpusdtConfig } from './config.ts';

const { refused, unpaid } = usdtGatewayTexts;

/** Fields that every request of ours carries, and no notification. */
const REQUEST_ONLY: readonly string[] = ['notify_url', 'redirect_url'];
const PAID = '2';

/**
 * Reads a notification. Its state alone says whether it is paid: BEpusdt tells of an unpaid order each minute, and of
 * one whose time is over, and still of the money that comes after. Throws BadNotification.
 */
export const readEpusdtNotification = (
  raw: RawNotification,
  { config, signer }: { readonly config: EpusdtConfig; readonly signer: TokenSigner | undefined },
): Notified => {
  const fields = signedFields(raw, { signer, requestOnly: REQUEST_ONLY });
  const merchant = merchantNameOf(config);
  if (merchant !== '' && fields.get('pid') !== merchant) refuse(refused.merchant);
  const status = fields.get('status') || refuse(refused.missing);
  if (status !== PAID) return { kind: 'ignored', why: unpaid };
  const named = {
    reference: fields.get('trade_id'),
    tradeNumber: fields.get('order_id'),
    money: fields.get('amount'),
  };
  const claim = claimOf(named, merchant);
  return typeof claim === 'string' ? refuse(refused[claim]) : { kind: 'claim', claim, mustAsk: true };
};
