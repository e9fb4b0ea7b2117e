import { createHash } from 'node:crypto';
import { freshPair } from '../epay/php-signing.ts';
import { chinaTime, yuanOfFen, type PayOrder } from '../pay-books.ts';
import { htmlPage, type PayReply, type PayRequest } from '../pay-server.ts';
import type { WechatGateway } from './gateway.ts';
import { isSignedRequest, readAuthorization, signedHeaders, type PlatformKey } from './signing.ts';

type Members = Readonly<Record<string, unknown>>;

/** A refusal in WeChat Pay's words. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, words: string) {
    super(words);
    this.status = status;
    this.code = code;
  }
}

const refuse = (status: number, code: string, words: string): never => {
  throw new Refusal(status, code, words);
};

/** Answers one request. */
export const answerTo = (gateway: WechatGateway, request: PayRequest): PayReply => {
  const { url, headers } = request;
  if (url.pathname.startsWith('/cashier/')) return cashier(gateway, request);
  const asksFor = String(headers['wechatpay-serial'] ?? '');
  const key = asksFor === gateway.keys.publicKey.serial ? gateway.keys.publicKey : gateway.keys.certificate;
  try {
    checkRequest(gateway, request);
    if (url.pathname === '/v3/billdownload/file')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: fileOf(gateway, url) };
    return said(gateway, key, { status: 200, data: byPath(gateway, request) });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return said(gateway, key, { status: fault.status, data: { code: fault.code, message: fault.message } });
  }
};

const checkRequest = ({ merchant, keys, now }: WechatGateway, { method, url, headers, body }: PayRequest): void => {
  const who = readAuthorization(headers.authorization ?? '') ?? refuse(401, 'SIGN_ERROR', 'Http头缺少认证');
  if (who.get('mchid') !== merchant.mchid) refuse(401, 'SIGN_ERROR', '商户号不存在');
  if (who.get('serial_no') !== merchant.serial) refuse(401, 'SIGN_ERROR', '商户证书序列号有误');
  if (Math.abs(now() / 1000 - Number(who.get('timestamp'))) > 300) refuse(401, 'SIGN_ERROR', 'Http头时间戳过期');
  if (!isSignedRequest(who, { method, path: url.pathname + url.search, body }, keys.merchantPublic))
    refuse(401, 'SIGN_ERROR', '签名错误，请检查后再试');
};

const TRADE = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/;

const byPath = (gateway: WechatGateway, { method, url, body }: PayRequest): Members | undefined => {
  const begun = /^\/v3\/pay\/transactions\/(native|h5)$/.exec(url.pathname)?.[1];
  if (method === 'POST' && begun) return begin(gateway, JSON.parse(body) as Members, begun);
  if (url.pathname === '/v3/bill/tradebill') return billOf(gateway, url);
  const [, number, close] = TRADE.exec(url.pathname) ?? [];
  if (number === undefined) return refuse(404, 'RESOURCE_NOT_EXISTS', '接口不存在');
  const order = gateway.books.orders.get(decodeURIComponent(number)) ?? refuse(404, 'ORDER_NOT_EXIST', '订单不存在');
  if (close === undefined) {
    if (url.searchParams.get('mchid') !== gateway.merchant.mchid) refuse(400, 'PARAM_ERROR', '商户号不匹配');
    return { ...gateway.transaction(order.outTradeNo), ...gateway.trouble.lies };
  }
  if (order.status === 'paid') refuse(400, 'ORDERPAID', '该订单已支付');
  order.status = 'closed';
  return undefined;
};

/** Refuses what a payment cannot be begun with. */
const checkContent = ({ merchant }: WechatGateway, asked: Members): void => {
  if (asked['appid'] !== merchant.appId || asked['mchid'] !== merchant.mchid)
    refuse(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配');
  const { total, currency } = asked['amount'] as Members;
  if (!Number.isInteger(total) || (total as number) < 1 || currency !== 'CNY') refuse(400, 'PARAM_ERROR', '金额无效');
  for (const [name, pattern] of PATTERNS)
    if (!pattern.test(String(asked[name]))) refuse(400, 'PARAM_ERROR', `${name}不合法`);
};

const PATTERNS = [
  ['out_trade_no', /^[0-9A-Za-z_|*-]{6,32}$/],
  ['notify_url', /^https?:\/\/[^?]+$/],
  ['description', /^.{1,127}$/],
  ['time_expire', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/],
] as const;

const begin = (gateway: WechatGateway, asked: Members, product: string): Members => {
  const { books, url } = gateway;
  checkContent(gateway, asked);
  if (product === 'h5' && typeof (asked['scene_info'] as Members | undefined)?.['payer_client_ip'] !== 'string')
    refuse(400, 'PARAM_ERROR', '缺少场景信息');
  const outTradeNo = String(asked['out_trade_no']);
  const fen = Number((asked['amount'] as Members)['total']);
  if ((books.orders.get(outTradeNo)?.fen ?? fen) !== fen) refuse(400, 'INVALID_REQUEST', '订单参数与原订单不一致');
  const notifyUrl = String(asked['notify_url']);
  const order = books.make({ outTradeNo, fen, notifyUrl, returnUrl: '', made: asked, status: 'wait' });
  return product === 'native'
    ? { code_url: `weixin://wxpay/bizpayurl?pr=${order.theirs}` }
    : { h5_url: `${url}cashier/${outTradeNo}?prepay_id=wx${order.theirs}` };
};

/** An answer as it is signed; one without content is 204. */
const said = (
  { trouble, now }: WechatGateway,
  key: PlatformKey,
  { status, data }: { readonly status: number; readonly data: Members | undefined },
): PayReply => {
  const body = data === undefined ? '' : JSON.stringify(data);
  const own = { right: key, missing: key, unknown: { ...key, serial: 'PUB_KEY_ID_0' } };
  const by = trouble.signature === 'foreign' ? { ...key, privateKey: freshPair().privateKey } : own[trouble.signature];
  const headers = trouble.signature === 'missing' ? {} : signedHeaders(body, by, Math.floor(now() / 1000));
  return {
    status: data === undefined ? 204 : status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
  };
};

/** What was paid and went back on a day. */
const rowsOf = ({ books, merchant }: WechatGateway, day: string): readonly string[] =>
  [...books.orders.values()]
    .filter(({ paidAt }) => paidAt > 0 && chinaTime(paidAt).startsWith(day))
    .flatMap((order) => [
      lineOf(merchant, order, false),
      ...(order.refundedFen > 0 ? [lineOf(merchant, order, true)] : []),
    ]);

const TITLES =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,' +
  '微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';

const lineOf = ({ appId, mchid }: WechatGateway['merchant'], order: PayOrder, isRefund: boolean): string => {
  const { theirs, outTradeNo } = order;
  const [total, back] = [yuanOfFen(order.fen), yuanOfFen(order.refundedFen)];
  const who = [chinaTime(order.paidAt), appId, mchid, '0', '', theirs, outTradeNo, 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o'];
  const paid = ['NATIVE', isRefund ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', isRefund ? '0.00' : total, '0.00'];
  const went = isRefund
    ? [`50${theirs}`, `R${outTradeNo}`, back, '0.00', 'ORIGINAL', 'SUCCESS']
    : ['0', '0', '0.00', '0.00', '', ''];
  const rest = [
    String(order.made['description']),
    '',
    '0.05000',
    '0.60%',
    isRefund ? '0.00' : total,
    isRefund ? back : '0.00',
    '',
  ];
  return [...who, ...paid, ...went, ...rest].map((value) => `\`${value}`).join(',');
};

const billText = (gateway: WechatGateway, day: string): string => {
  const rows = rowsOf(gateway, day);
  return [TITLES, ...rows, '总交易单数,应结订单总金额', `\`${rows.length},\`0.00`, ''].join('\r\n');
};

const fileOf = (gateway: WechatGateway, url: URL): string => {
  const text = billText(gateway, url.searchParams.get('token') ?? '');
  return gateway.trouble.bill === 'other' ? text.replace('SUCCESS', 'REVOKED') : text;
};

const billOf = (gateway: WechatGateway, url: URL): Members => {
  const day = url.searchParams.get('bill_date') ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) refuse(400, 'PARAM_ERROR', '账单日期无效');
  if (gateway.trouble.bill === 'creating') refuse(400, 'STATEMENT_CREATING', '账单生成中');
  if (rowsOf(gateway, day).length === 0) refuse(400, 'NO_STATEMENT_EXIST', '账单不存在');
  const hash_value = createHash('sha1').update(billText(gateway, day)).digest('hex');
  return { hash_type: 'SHA1', hash_value, download_url: `${gateway.url}v3/billdownload/file?token=${day}` };
};

/** WeChat's page on a phone. It refuses an empty referrer; afterwards customers are sent back to the shop. */
const cashier = (gateway: WechatGateway, { method, url, headers }: PayRequest): PayReply => {
  const outTradeNo = url.pathname.slice('/cashier/'.length);
  const order = gateway.books.orders.get(outTradeNo);
  if (!order) return htmlPage('<p>订单不存在</p>', 404);
  if (!headers.referer) return htmlPage('<p>商家参数格式有误，请联系商家解决</p>');
  const redirect = url.searchParams.get('redirect_url') ?? '';
  const action = `/cashier/${outTradeNo}?redirect_url=${encodeURIComponent(redirect)}`;
  if (method !== 'POST') return htmlPage(`<form action="${action}" method="post"><button>确认支付</button></form>`);
  gateway.pay(outTradeNo);
  return { ...htmlPage('', 303), headers: { location: redirect } };
};
