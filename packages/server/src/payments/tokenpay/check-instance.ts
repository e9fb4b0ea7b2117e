import { fieldsOfAnswer } from '../epay/fields.ts';
import { tryOut } from '../merchants.ts';
import { usdtGatewayTexts } from '../usdt-gateways/texts.ts';
import { orderOf, post } from './ask.ts';
import { coinOf, type Merchant } from './config.ts';

const { test: texts } = usdtGatewayTexts;

/** A coin that there is not: whoever is asked for it says which there are. */
const NO_COIN = 'NONE';
const MOST_WORDS = 200;

/**
 * Asks for an order in a coin that there is not: a gateway that accepts our signature names those that it takes. Gives
 * a Chinese sentence of what is wrong, else undefined.
 */
export const checkInstance = (merchant: Merchant, signal: AbortSignal): Promise<string | undefined> =>
  tryOut(merchant.parts, texts, async () => {
    const order = orderOf(merchant, 'test', 1);
    const { status, text } = await post(merchant, { ...order, Currency: NO_COIN }, signal);
    const said = fieldsOfAnswer(text)?.get('message');
    if (said === undefined) return status === 200 ? texts.notJson : texts.status(status);
    if (said.includes('签名')) return texts.wrongToken;
    if (!said.includes(NO_COIN)) return texts.taken;
    const coin = coinOf(merchant.config);
    const words = said.replaceAll(/\p{C}/gu, ' ').slice(0, MOST_WORDS);
    return said.includes(coin) ? undefined : texts.noCoin(coin, words);
  });
