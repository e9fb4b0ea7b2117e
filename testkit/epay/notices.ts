import type { GatewayOrder } from './books.ts';
import { phpMd5, phpRsa, type Params } from './php-signing.ts';

/** How a gateway's notifications differ from what its documentation shows. */
export interface Shape {
  /** 9.90, PHP's 9.9, or 9.9000. */
  money: 'two' | 'php' | 'four';
  /** `parts`: a form in parts, as PHP's curl posts an array. */
  transport: 'get' | 'post' | 'parts' | 'json';
  /** Fields that no documentation names. */
  extra: boolean;
  /** In JSON the merchant's number is a number. */
  numericPid: boolean;
  /** The way to pay that the gateway has made of it. */
  type: string | undefined;
  /** Every name arrives as `product`. */
  productName: boolean;
}

/** Notifications as the documentation shows them. */
export const documented: Shape = {
  money: 'two',
  transport: 'get',
  extra: false,
  numericPid: false,
  type: undefined,
  productName: false,
};

/** A notification, ready to be sent. */
export interface Envelope {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly url: string;
  /** What stands behind the question mark. */
  readonly query: string;
  readonly contentType: string;
  readonly body: string;
}

/** Keys of a gateway and of its one merchant. */
export interface GatewayKeys {
  readonly pid: string;
  readonly key: string;
  readonly signKeyMode: 'plain' | 'amp_key';
  /** PEM, the gateway's own. */
  readonly platformPrivate: string;
}

const moneyAs = (fen: number, shape: Shape['money']): string => {
  const two = `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
  if (shape === 'two') return two;
  return shape === 'four' ? `${two}00` : String(parseFloat(two));
};

/** The parameters of a notification with their signature. `now` is in milliseconds. */
export const noticeParams = (order: GatewayOrder, keys: GatewayKeys, { shape, now }: { shape: Shape; now: number }) => {
  const params: Params = {
    pid: keys.pid,
    trade_no: order.tradeNo,
    out_trade_no: order.outTradeNo,
    type: shape.type ?? order.made['type']!,
    name: shape.productName ? 'product' : order.made['name']!,
    money: moneyAs(order.fen, shape.money),
    trade_status: 'TRADE_SUCCESS',
    param: order.made['param']!,
  };
  if (shape.extra) Object.assign(params, { api_trade_no: '4200001234202611211234567890', buyer: '2088 某人' });
  return signNotice(params, order.version, { keys, now });
};

/** The same parameters, signed anew. */
export const signNotice = (
  params: Params,
  version: 1 | 2,
  { keys, now }: { keys: GatewayKeys; now: number },
): Params => {
  const bare: Params = { ...params };
  delete bare['sign'];
  delete bare['sign_type'];
  if (version === 1) return { ...bare, sign: phpMd5(bare, keys.key, keys.signKeyMode), sign_type: 'MD5' };
  bare['timestamp'] ??= String(Math.floor(now / 1000));
  return { ...bare, sign: phpRsa(bare, keys.platformPrivate), sign_type: 'RSA' };
};

/** As `http_build_query`. */
export const buildQuery = (params: Params): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
    .join('&');

/** Between the parts of a form, as curl makes it. */
const BOUNDARY = '------------------------d74496d66958873e';

/** As curl posts an array of PHP. */
const partsOf = (params: Params): string => {
  const parts = Object.entries(params).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
};

/** Parameters on their way to a shop. */
export const envelopeOf = (address: string, params: Params, shape: Shape): Envelope => {
  const query = buildQuery(params);
  if (shape.transport === 'get') return { method: 'GET', url: `${address}?${query}`, query, contentType: '', body: '' };
  const posted = { method: 'POST', url: address, query: '' } as const;
  if (shape.transport === 'post') return { ...posted, contentType: 'application/x-www-form-urlencoded', body: query };
  if (shape.transport === 'parts')
    return { ...posted, contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: partsOf(params) };
  const pid = shape.numericPid ? { pid: Number(params['pid']) } : {};
  return { ...posted, contentType: 'application/json; charset=utf-8', body: JSON.stringify({ ...params, ...pid }) };
};
