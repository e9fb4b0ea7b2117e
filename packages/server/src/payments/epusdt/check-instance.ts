import { fieldsOfAnswer } from '../epay/fields.ts';
import type { KindParts } from '../kinds/kind.ts';
import { tryOut } from '../merchants.ts';
import { merchantOf as tokenMerchantOf } from '../usdt-gateways/merchant.ts';
import { usdtGatewayTexts } from '../usdt-gateways/texts.ts';
import { post, whoAndWhat, type Merchant } from './ask.ts';
import { dialectOf, type EpusdtConfig } from './config.ts';

const { test: texts } = usdtGatewayTexts;

/** The merchant of a configuration, or a Chinese sentence of what it lacks. */
export const merchantOf = (config: EpusdtConfig, parts: KindParts): Merchant | string =>
  config.route !== 'v1' && config.pid === '' ? texts.pid : tokenMerchantOf(config, parts, dialectOf(config));

/** What gateways say of a signature that they do not accept, and its number. */
const SIGNATURE = /签名|簽名|sign/i;
const REFUSED_SIGNATURE = '401';

/**
 * Asks for an order that lacks everything an order needs: whoever checks our signature first refuses that alone. Gives
 * a Chinese sentence of what is wrong, else undefined.
 */
export const checkInstance = (merchant: Merchant, signal: AbortSignal): Promise<string | undefined> =>
  tryOut(merchant.parts, texts, async () => {
    const { status, text } = await post(
      merchant,
      { ...whoAndWhat(merchant), redirect_url: merchant.parts.returnUrl },
      signal,
    );
    const said = fieldsOfAnswer(text);
    const code = said?.get('status_code');
    if (!said || code === undefined) return status === 200 ? texts.notJson : texts.status(status);
    if (code === REFUSED_SIGNATURE || SIGNATURE.test(said.get('message') ?? '')) return texts.wrongKey;
    return code === '200' ? texts.taken : undefined;
  });
