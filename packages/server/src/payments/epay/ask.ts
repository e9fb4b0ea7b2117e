import { isCodePicture, isDataUrl } from '@skyport/contract/code-picture';
import type { PayMode } from '@skyport/contract/orders';
import { PaymentFault, type PaymentAnswer, type PaymentRequest } from '../../platform/payment-providers.ts';
import { plainAddress } from '../plain-address.ts';
import { yuanText } from './amounts.ts';
import type { Fields } from './fields.ts';
import { post, readAnswer, signedLink, type Merchant } from './gateway.ts';
import { WINDOW_MS } from './notification.ts';
import { subjectOf } from './subject.ts';

/** What gateways call the ways to pay that they serve. */
const TYPES: Partial<Record<PayMode, string>> = { alipay: 'alipay', wxpay: 'wxpay', urlscheme: 'alipay' };

/** What the console opens as an app of Alipay's. */
const APP_LINK = /^(?:alipays?|https):[^\s\p{Cc}]+$/iu;
/** What a code may hold: an address of some kind. */
const CODE = /^[a-z][a-z\d+.-]*:[^\s\p{Cc}]+$/iu;
const LONGEST = 2048;

/** Which answers are preferred, best first. */
const PREFERRED = {
  urlscheme: ['urlscheme', 'payurl', 'qrcode'],
  mobile: ['payurl', 'qrcode', 'urlscheme'],
  pc: ['qrcode', 'payurl', 'urlscheme'],
} as const;

/**
 * Begins a payment: by asking the gateway, else by a link to its own page. Throws when nobody answers, when an answer
 * is not signed by the gateway, and before signing what could be split in another way than it was joined.
 */
export const askEpay = async (
  merchant: Merchant,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<PaymentAnswer> => {
  const isFirst = merchant.config.kind === 'epay_v1';
  const fields = fieldsOf(merchant, request);
  const page = isFirst ? { payurl: signedLink(merchant, 'submit.php', fields) } : datedPage(merchant, fields);
  if (request.clientAddress === undefined) return page;
  const device = request.mode === 'urlscheme' ? 'mobile' : request.device;
  const more = { clientip: request.clientAddress, device, ...(!isFirst && { method: 'web' }) };
  const answer = await post(merchant, isFirst ? 'mapi.php' : 'api/pay/create', {
    fields: checked({ ...fields, ...more }),
    signal,
  });
  if (answer.status >= 500) throw new PaymentFault('unreachable', `the gateway answers HTTP ${answer.status}`);
  const read = readAnswer(merchant, answer);
  // Whoever paid now would not be believed: notifications are signed by the same key, at the same clock.
  if (read.kind === 'signature' || read.kind === 'time')
    throw new PaymentFault('invalid', `wrong ${read.kind} of the gateway's answer`);
  return (read.kind === 'yes' && usableOf(merchant, request, read.fields)) || page;
};

/** The page of version 2: its link holds our time, and opens as long as the gateway takes that. */
const datedPage = (merchant: Merchant, fields: Readonly<Record<string, string>>): PaymentAnswer => {
  const opensUntil = new Date(merchant.parts.clock.now().getTime() + WINDOW_MS);
  return { payurl: signedLink(merchant, 'api/pay/submit', fields), opensUntil };
};

const fieldsOf = ({ config, parts }: Merchant, request: PaymentRequest): Record<string, string> => {
  const type = TYPES[request.mode];
  if (type === undefined) throw new Error(`EPay does not serve ${request.mode}`);
  return checked({
    type,
    out_trade_no: request.tradeNumber,
    notify_url: plainAddress(request.notifyUrl ?? parts.notifyUrl),
    return_url: plainAddress(request.returnUrl ?? parts.returnUrl),
    name: request.subject ?? subjectOf(config.subject, request.tradeNumber),
    money: yuanText(request.amount),
  });
};

/** The same fields. Throws when the text that is signed could be split into others. */
const checked = (fields: Record<string, string>): Record<string, string> => {
  const poisoned = Object.entries(fields).find(([, value]) => value === '' || /[&=\p{Cc}\p{Cs}]/u.test(value));
  if (poisoned) throw new Error(`${poisoned[0]} cannot be signed`);
  return fields;
};

/** The first of the preferred answers that can be shown; undefined for HTML and whatever else is none. */
const usableOf = (merchant: Merchant, { mode, device }: PaymentRequest, fields: Fields): PaymentAnswer | undefined => {
  const given = merchant.config.kind === 'epay_v1' ? fields : byPayType(fields);
  const order = PREFERRED[mode === 'urlscheme' ? mode : device];
  const best = order.find((name) => isUsable(merchant, name, given.get(name) ?? ''));
  return best && { [best]: given.get(best)! };
};

/** Version 2 says what its answer is. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['jump', 'payurl'],
  ['qrcode', 'qrcode'],
  ['urlscheme', 'urlscheme'],
]);

const byPayType = (fields: Fields): Fields =>
  new Map([[NAMES.get(fields.get('pay_type') ?? '') ?? '', fields.get('pay_info') ?? '']]);

const isUsable = ({ parts }: Merchant, name: keyof PaymentAnswer, text: string): boolean => {
  if (name === 'qrcode' && isDataUrl(text)) return isCodePicture(text);
  if (text.length > LONGEST) return false;
  if (name === 'qrcode') return CODE.test(text);
  if (name === 'urlscheme') return APP_LINK.test(text);
  const url = URL.parse(text);
  return url !== null && parts.http.problemOf(url) === undefined;
};
