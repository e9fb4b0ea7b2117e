import { MINUTE_MS } from '../../platform/clock.ts';
import type { PaymentRequest } from '../../platform/payment-providers.ts';
import { tryOut } from '../merchants.ts';
import { textOf, type Members } from '../members.ts';
import type { Merchant } from './merchant.ts';
import { orderOf } from './begin.ts';
import { closeWechat } from './control.ts';
import { ask, readAnswer } from './interface.ts';
import type { Doubt } from './signing.ts';
import { wechatTexts } from './texts.ts';

const { test: texts } = wechatTexts;

const MOST_WORDS = 100;
const FEN = 10;

/** Why an answer is not believed, as a sentence. */
const doubts: Readonly<Record<Doubt, string>> = {
  headers: texts.headers,
  signatureTest: texts.signature,
  time: texts.time,
  serial: texts.serialUnknown,
  signature: texts.signature,
};

/**
 * Begins a payment of one fen that nobody is shown, and ends it: that proves merchant, application, product, our key
 * and theirs. The key of API v3 is proved by the first notification alone.
 */
export const checkInstance = (merchant: Merchant, signal: AbortSignal): Promise<string | undefined> => {
  const { config, parts } = merchant;
  const now = parts.clock.now();
  const tradeNumber = `skyporttest${now.getTime()}`;
  const request: PaymentRequest = {
    tradeNumber,
    mode: 'wxpay',
    network: '',
    amount: FEN,
    device: config.product === 'h5' ? 'mobile' : 'pc',
    expiresAt: new Date(now.getTime() + 5 * MINUTE_MS),
  };
  return tryOut(parts, texts, async () => {
    const question = { path: `v3/pay/transactions/${config.product}`, content: orderOf(merchant, request), signal };
    const answer = readAnswer(merchant, await ask(merchant, question));
    if (answer.kind === 'notJson') return texts.notJson;
    if (answer.doubt === 'time') return texts.time;
    if (answer.status !== 200) return refusalOf(answer.data);
    await closeWechat(merchant, tradeNumber, signal).catch(() => undefined);
    return answer.doubt && doubts[answer.doubt];
  });
};

const refusalOf = (data: Members): string => {
  const code = textOf(data, 'code');
  if (Object.hasOwn(texts.codes, code)) return texts.codes[code]!;
  const said = textOf(data, 'message').replaceAll(/\p{C}/gu, ' ').trim();
  return texts.refused(said.slice(0, MOST_WORDS) || texts.wordless);
};
