import { MINUTE_MS } from '../../platform/clock.ts';
import { PaymentFault, type PaymentAnswer, type PaymentRequest } from '../../platform/payment-providers.ts';
import { yuanText } from '../epay/amounts.ts';
import { plainAddress } from '../plain-address.ts';
import { subjectOf } from '../epay/subject.ts';
import type { Merchant } from './merchant.ts';
import { alipayTime, ask, readAnswer, signedLink, type Question } from './interface.ts';

/** Where its pages are asked for, and what they are called in a contract with Alipay. */
const PAGES = {
  page: { method: 'alipay.trade.page.pay', product_code: 'FAST_INSTANT_TRADE_PAY' },
  wap: { method: 'alipay.trade.wap.pay', product_code: 'QUICK_WAP_WAY' },
} as const;

const PRECREATE = 'alipay.trade.precreate';

/** What Alipay answers when it did what was asked. */
const DONE = '10000';

/** What a code may hold: an address of Alipay's, which its app reads. */
const CODE = /^https:\/\/[^\s\p{Cc}]{1,1000}$/u;

/** Begins a payment: a code to scan, or a signed link to Alipay's page. Throws when nothing can be paid. */
export const begin = async (
  merchant: Merchant,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<PaymentAnswer> => {
  const { product } = merchant.config;
  if (product === 'f2f') return scanned(merchant, request, signal);
  const { method, product_code } = PAGES[product];
  const content = { ...contentOf(merchant, request), product_code, time_expire: alipayTime(request.expiresAt) };
  const returnUrl = plainAddress(request.returnUrl ?? merchant.parts.returnUrl);
  return { payurl: signedLink(merchant, { method, content, notifyUrl: notifyUrlOf(merchant, request), returnUrl }) };
};

const notifyUrlOf = ({ parts }: Merchant, { notifyUrl }: PaymentRequest): string =>
  plainAddress(notifyUrl ?? parts.notifyUrl);

const contentOf = ({ config }: Merchant, request: PaymentRequest): Record<string, string> => {
  if (request.mode !== 'alipay' && request.mode !== 'urlscheme')
    throw new Error(`Alipay does not serve ${request.mode}`);
  return {
    out_trade_no: request.tradeNumber,
    total_amount: yuanText(request.amount),
    // Alipay takes no slash in it either.
    subject: request.subject ?? subjectOf(config.subject.replaceAll('/', ' '), request.tradeNumber),
    ...(config.sellerId !== '' && { seller_id: config.sellerId }),
  };
};

/** Whole minutes until a trade is over, as Alipay wants them. */
const minutesLeft = ({ parts }: Merchant, { expiresAt }: PaymentRequest): string =>
  `${Math.max(1, Math.floor((expiresAt.getTime() - parts.clock.now().getTime()) / MINUTE_MS))}m`;

/** Asks for a code. On phones there is a link beside it that opens the app at the same payment. */
const scanned = async (merchant: Merchant, request: PaymentRequest, signal: AbortSignal): Promise<PaymentAnswer> => {
  const left = minutesLeft(merchant, request);
  const question: Question = {
    method: PRECREATE,
    content: { ...contentOf(merchant, request), timeout_express: left, qr_code_timeout_express: left },
    notifyUrl: notifyUrlOf(merchant, request),
  };
  const said = await ask(merchant, question, signal);
  if (said.status >= 500) throw new PaymentFault('unreachable', `Alipay answers HTTP ${said.status}`);
  const answer = readAnswer(merchant, PRECREATE, said);
  // What it refuses for our application or our signature, it may leave unsigned.
  if (answer.kind !== 'notJson' && (answer.fields.get('code') ?? DONE) !== DONE)
    throw new PaymentFault('refused', `Alipay begins no payment: ${reasonOf(answer.fields)}`);
  // Whoever paid now would not be believed: notifications are signed by the same key.
  if (answer.kind !== 'signed') throw new PaymentFault('invalid', `an answer of Alipay is ${answer.kind}`);
  const code = answer.fields.get('qr_code') ?? '';
  const isBegun = answer.fields.get('code') === DONE && answer.fields.get('out_trade_no') === request.tradeNumber;
  if (!isBegun || !CODE.test(code)) throw new PaymentFault('invalid', 'Alipay has begun another payment');
  return { qrcode: code, ...(request.device === 'mobile' && { urlscheme: appLinkOf(code) }) };
};

/** Opens Alipay's app at a code of its own. */
const appLinkOf = (code: string): string =>
  `alipays://platformapi/startapp?saId=10000007&qrcode=${encodeURIComponent(code)}`;

/** What Alipay calls its refusal. */
export const reasonOf = (fields: ReadonlyMap<string, string>): string =>
  (fields.get('sub_code') ?? fields.get('code') ?? 'no code').replaceAll(/[^\w.-]/g, '').slice(0, 60);
