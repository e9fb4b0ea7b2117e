import { DEFAULT_TIMEZONE } from '@skyport/contract/units';
import { HOUR_MS, MINUTE_MS, timeText } from '../../platform/clock.ts';
import { PaymentFault, type PaymentAnswer, type PaymentRequest } from '../../platform/payment-providers.ts';
import { plainAddress } from '../plain-address.ts';
import { subjectOf } from '../epay/subject.ts';
import { textOf, type Members } from '../members.ts';
import type { Merchant } from './merchant.ts';
import type { WechatProduct } from './config.ts';
import { ask, readAnswer, reasonOf } from './interface.ts';

/** How long WeChat opens a page, and a code, however long the payment itself lasts. */
const OPENS_MS = { h5: 5 * MINUTE_MS, native: 2 * HOUR_MS } as const;

const CODE = /^weixin:\/\/[^\s\p{Cc}]{1,1000}$/u;

/** Fen of milli-yuan. Throws for what is not positive and whole fen. */
const fenOf = (amount: number): number => {
  const fen = amount / 10;
  if (!Number.isSafeInteger(fen) || fen <= 0) throw new RangeError('a payment is a positive number of whole fen');
  return fen;
};

/** An instant as WeChat Pay wants it. */
const wechatTime = (at: Date): string => `${timeText(at, DEFAULT_TIMEZONE).replace(' ', 'T')}+08:00`;

/** By which product a customer pays: WeChat's pages open on phones alone, a code is scanned from anywhere. */
const productFor = ({ config }: Merchant, { device }: Pick<PaymentRequest, 'device'>): WechatProduct =>
  device === 'mobile' ? config.product : 'native';

/** What a payment is asked for with. */
export const orderOf = (merchant: Merchant, request: PaymentRequest): Record<string, unknown> => {
  const { config, parts } = merchant;
  const isPage = productFor(merchant, request) === 'h5';
  const scene = { payer_client_ip: request.clientAddress ?? '127.0.0.1', h5_info: { type: 'Wap' } };
  return {
    appid: config.appId,
    mchid: config.mchid,
    description: request.subject ?? subjectOf(config.subject, request.tradeNumber),
    out_trade_no: request.tradeNumber,
    time_expire: wechatTime(request.expiresAt),
    notify_url: plainAddress(request.notifyUrl ?? parts.notifyUrl),
    amount: { total: fenOf(request.amount), currency: 'CNY' },
    ...(isPage && { scene_info: scene }),
  };
};

/** Begins a payment: a code to scan, or on a phone WeChat's page. Throws when nothing can be paid. */
export const begin = async (
  merchant: Merchant,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<PaymentAnswer> => {
  if (request.mode !== 'wxpay') throw new Error(`WeChat Pay does not serve ${request.mode}`);
  const product = productFor(merchant, request);
  const path = `v3/pay/transactions/${product}`;
  const said = await ask(merchant, { path, content: orderOf(merchant, request), signal });
  // Out of order it answers with a page.
  if (said.status >= 500) throw new PaymentFault('unreachable', `WeChat Pay answers HTTP ${said.status}`);
  const answer = readAnswer(merchant, said);
  if (answer.kind === 'notJson') throw new PaymentFault('invalid', 'WeChat Pay did not answer');
  if (answer.status !== 200)
    throw new PaymentFault('refused', `WeChat Pay begins no payment: ${reasonOf(answer.data)}`);
  // Whoever paid now would not be believed: notifications are signed by the same keys, at the same clock.
  if (answer.doubt !== undefined) throw new PaymentFault('invalid', `wrong ${answer.doubt} of WeChat Pay's answer`);
  const where = product === 'native' ? codeOf(answer.data) : pageOf(merchant, request, answer.data);
  const opensUntil = new Date(merchant.parts.clock.now().getTime() + OPENS_MS[product]);
  return opensUntil < request.expiresAt ? { ...where, opensUntil } : where;
};

const codeOf = (data: Members): PaymentAnswer => {
  const qrcode = textOf(data, 'code_url');
  if (!CODE.test(qrcode)) throw new PaymentFault('invalid', 'WeChat Pay gives no code');
  return { qrcode };
};

/** WeChat's page, which leads back to us. */
const pageOf = ({ parts }: Merchant, request: PaymentRequest, data: Members): PaymentAnswer => {
  const url = URL.parse(textOf(data, 'h5_url'));
  if (!url || parts.http.problemOf(url) !== undefined) throw new PaymentFault('invalid', 'WeChat Pay gives no page');
  url.searchParams.set('redirect_url', plainAddress(request.returnUrl ?? parts.returnUrl));
  return { payurl: url.href };
};
