import { accountsCalls } from '@skyport/contract/accounts';
import { isCodePicture, isDataUrl } from '@skyport/contract/code-picture';
import { amountOf, membershipDays } from '@skyport/contract/gift-text';
import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import type { ChatApp } from '@skyport/contract/devices';
import { parseUrl } from '@skyport/contract/newer-built-ins';
import { type Order, ordersCalls, type PayMode, type Trade, type WalletCheck } from '@skyport/contract/orders';
import { usdtNetworkNames } from '@skyport/contract/usdt-networks';
import { saysWhatToDo } from '../../api/own-words.ts';
import { date, DAY_MS, yuan } from '../../ui/format.ts';
import { toast, type ToastText } from '../../ui/toasts.ts';
import { payTexts as texts } from './pay-texts.ts';

/** How often the state of a trade is asked for, in ms. */
export const POLL_MS = 3000;
/** The same of the orders, once the window is closed. */
export const LATE_MS = 15_000;
/** Seconds from a payment until the page goes home. */
export const HOME_S = 5;

/** What is somebody's own and has changed with a payment. */
export const CHANGED = [accountsCalls.userInfo, accountsCalls.myPermissions, ordersCalls.orderList];

/** What a payment gives. */
export type Gift = Pick<Trade, 'add_traffic' | 'add_vip_duration'>;

/** One line of the sum: what it is for, and yuan as they are written. */
export interface SumLine {
  readonly label: string;
  readonly amount: string;
}

/** Price of an order, less coupon and wallet, and the fee of a way to pay: each where there is any. */
export const sumOf = ({ order, wallet_spend, fees }: WalletCheck, mode: PayMode | undefined): readonly SumLine[] => [
  { label: texts.price, amount: texts.yuan(yuan(order.order_money)) },
  ...(order.coupon_discount > 0
    ? [{ label: texts.coupon(order.coupon_name), amount: texts.minus(yuan(order.coupon_discount)) }]
    : []),
  ...(wallet_spend > 0 ? [{ label: texts.wallet, amount: texts.minus(yuan(wallet_spend)) }] : []),
  ...(feeOf(fees, mode) > 0 ? [{ label: texts.feeLine, amount: texts.yuan(yuan(feeOf(fees, mode))) }] : []),
];

/** Yuan that a way to pay costs beside what is left to pay. */
export const feeOf = (fees: WalletCheck['fees'], wanted: PayMode | undefined): number =>
  fees.find(({ mode }) => mode === wanted)?.fee ?? 0;

/** Yuan that are paid in a way, its fee included: whole fen. */
export const dueOf = ({ payable, fees }: Pick<WalletCheck, 'payable' | 'fees'>, mode: PayMode | undefined): number =>
  Math.round((payable + feeOf(fees, mode)) * 100) / 100;

/** What an order or a trade gives: traffic and membership, each where there is any. */
export const giftOf = ({ add_traffic, add_vip_duration }: Gift): readonly string[] => [
  ...(add_traffic > 0 ? [texts.traffic(amountOf(add_traffic))] : []),
  ...(add_vip_duration > 0 ? [texts.membership(membershipDays(add_vip_duration))] : []),
];

/** The same with the permissions of the order. */
export const orderGift = (order: Order): string =>
  [
    ...giftOf(order),
    ...(order.gainPermission.length > 0
      ? [texts.permissions(order.gainPermission.join('、'), order.permissionDuration)]
      : []),
  ].join('、');

/** Where the console is open: on a phone or not, and in the browser of which chat app. */
export interface Device {
  readonly onPhone: boolean;
  readonly chatApp: ChatApp | undefined;
}

/** Modes that this device can use, the preselected one first: only browsers of phones open apps. */
export const offeredModes = (modes: readonly PayMode[], { onPhone, chatApp }: Device): readonly PayMode[] => {
  const usable = modes.filter((mode) => mode !== 'urlscheme' || (onPhone && chatApp === undefined));
  return chatApp === 'wechat' ? [...usable].sort((a, b) => Number(b === 'wxpay') - Number(a === 'wxpay')) : usable;
};

/** The ways in which Alipay is opened. */
type AlipayWay = 'alipay' | 'urlscheme';

/** Those of the ways to pay that are Alipay. */
export const alipayWays = (modes: readonly PayMode[]): readonly AlipayWay[] =>
  (['alipay', 'urlscheme'] as const).filter((way) => modes.includes(way));

/** The choices among ways to pay: Alipay stands there once. */
export const choicesOf = (modes: readonly PayMode[]): readonly PayMode[] =>
  modes.filter((mode) => mode !== 'urlscheme' || !modes.includes('alipay'));

/** Whether a way to pay belongs to a choice. */
export const isPart = (choice: PayMode, chosen: PayMode): boolean =>
  choice === chosen || (choice === 'alipay' && chosen === 'urlscheme');

/** True when the chat app blocks the pages of a mode. WeChat opens its own; a USDT address needs no page. */
export const isBlockedIn = (chatApp: ChatApp | undefined, mode: PayMode): boolean =>
  chatApp !== undefined && mode !== 'usdt' && !(chatApp === 'wechat' && mode === 'wxpay');

/** A code to scan: a text to draw, or a picture as a data URL. */
export interface PayCode {
  readonly text: string;
  readonly isPicture?: true;
}

/** Where a customer pays a trade. */
export type Way =
  | { readonly kind: 'usdt'; readonly address: string; readonly amount: string; readonly network: string | undefined }
  | ({ readonly kind: 'qrcode'; readonly here?: string; readonly app?: string } & PayCode)
  | { readonly kind: 'payurl'; readonly url: string }
  | { readonly kind: 'urlscheme'; readonly url: string }
  | { readonly kind: 'none' };

/** The network of an address that says so by itself: money sent on another one is lost. Others share one form. */
const networkOf = (address: string): string | undefined => (address.startsWith('T') ? 'TRC20' : undefined);

/** Links that open the app of Alipay; nothing else of a provider's answer is opened as one. */
const APP_LINK = /^(?:alipays?|https):/i;
/** Codes of Alipay's own, which its app opens without their being scanned. */
const ALIPAY_CODE = /^https:\/\/qr\.alipay\.com\//i;

/** The link that opens an app at a payment which can also be scanned; undefined where no app can be opened so. */
const appLinkOf = ({ urlscheme, qrcode }: Pick<Trade, 'urlscheme' | 'qrcode'>): string | undefined => {
  if (APP_LINK.test(urlscheme)) return urlscheme;
  if (!ALIPAY_CODE.test(qrcode)) return undefined;
  return `alipays://platformapi/startapp?saId=10000007&qrcode=${encodeURIComponent(qrcode)}`;
};

/** An address of a page as a whole, on the web; undefined for anything else. */
const webAddress = (text: string, page: string): string | undefined => {
  if (!/^(?:\/(?![/\\])|https?:)/i.test(text)) return undefined;
  return parseUrl(text, page)?.href;
};

/** The code to scan. Undefined without one, and for data that is no picture. */
const codeOf = (qrcode: string): PayCode | undefined => {
  if (isCodePicture(qrcode)) return { text: qrcode, isPicture: true };
  return qrcode === '' || isDataUrl(qrcode) ? undefined : { text: qrcode };
};

/** Where a trade is paid, by what its provider answered. `page` is the address of the console. */
export const wayOf = (trade: Trade, page: string): Way => {
  const { usdtAdress, request_pay_amound_usdt, qrcode, payurl, urlscheme } = trade;
  if (usdtAdress !== '') {
    const network = trade.network === '' ? networkOf(usdtAdress) : usdtNetworkNames[trade.network];
    return { kind: 'usdt', address: usdtAdress, amount: request_pay_amound_usdt.toFixed(3), network };
  }
  const code = codeOf(qrcode);
  if (code) {
    // A code of our own site, where tests and the demo pay, is scanned as a whole address, and opened here too.
    const here = qrcode.startsWith('/') ? webAddress(qrcode, page) : undefined;
    const app = appLinkOf(trade);
    return { kind: 'qrcode', ...code, ...(here && { text: here, here }), ...(app && { app }) };
  }
  const url = webAddress(payurl, page);
  if (url !== undefined) return { kind: 'payurl', url };
  return APP_LINK.test(urlscheme) ? { kind: 'urlscheme', url: urlscheme } : { kind: 'none' };
};

const inOwnWords = (problem: CallError): ToastText | undefined =>
  saysWhatToDo(problem) ? toast(problem.msg) : undefined;

const couponWords: Readonly<Record<number, ToastText>> = {
  [codes.couponTooManyTries.code]: texts.couponEntry.tooMany,
  [codes.couponUsedUp.code]: texts.couponEntry.usedUp,
  [codes.couponIsTrial.code]: texts.couponEntry.isTrial,
  [codes.orderHasCoupon.code]: texts.couponEntry.taken,
  [codes.couponExpired.code]: texts.couponEntry.expired,
};

/** What is said of a coupon that was refused. */
export const couponRefused = (problem: CallError): ToastText =>
  couponWords[problem.code] ?? inOwnWords(problem) ?? texts.couponEntry.wrong;

/** What is said when a coupon could not be taken off. */
export const removalRefused = (problem: CallError): ToastText => inOwnWords(problem) ?? texts.couponEntry.removeFailed;

/** What is said when a payment could not begin. */
export const buyRefused = (problem: CallError): ToastText =>
  problem.code === codes.couponUsedUp.code ? texts.couponGone : (inOwnWords(problem) ?? texts.buyFailed);

/** The day until which membership runs once so many more days are bought; `now` in ms. */
export const membershipAfter = (until: string | null, days: number, now: number): string => {
  const start = until === null ? now : Math.max(now, Date.parse(until));
  return date(new Date(start + days * DAY_MS).toISOString());
};
