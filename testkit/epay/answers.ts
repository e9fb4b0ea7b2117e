import type { IncomingMessage } from 'node:http';
import { BookRefusal, type GatewayOrder } from './books.ts';
import type { EpayGateway, Offer } from './gateway.ts';
import { buildQuery, documented, noticeParams } from './notices.ts';
import { freshPair, phpMd5, phpRsa, phpRsaIsRight, type Params } from './php-signing.ts';

/** What a gateway answers. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly location?: string;
}

/** A request as it was read. */
interface Asked {
  readonly path: string;
  readonly params: Params;
  readonly request: IncomingMessage;
}

const json = (answer: object): Reply => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  // With the mark that some files of PHP begin with.
  body: `\uFEFF${JSON.stringify(answer)}`,
});

const page = (inside: string, status = 200): Reply => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="zh"><head><title>收银台</title></head><body><main>${inside}</main></body></html>`,
});

/** Answers one request; `merchantKey` is the merchant's public key, PEM. */
export const answerTo = (gateway: EpayGateway, merchantKey: string, asked: Asked): Reply => {
  const { path, params, request } = asked;
  if (path.startsWith('/cashier/')) return cashier(gateway, path.slice('/cashier/'.length), request.method === 'POST');
  const isPage = path === '/submit.php' || path === '/api/pay/submit';
  try {
    if (path === '/submit.php' || path === '/mapi.php') {
      checkMd5(gateway, params);
      if (isPage) return pageOf(gateway.books.make(1, params, gateway.now()));
      return json({ code: 1, msg: '', ...begun(gateway, params, 1) });
    }
    if (path === '/api.php') return json(byKey(gateway, params));
    if (!path.startsWith('/api/')) return page('404', 404);
    checkRsa(gateway, params, merchantKey);
    if (isPage) return pageOf(gateway.books.make(2, params, gateway.now()));
    return json(signedAnswer(gateway, { code: 0, msg: 'success', ...secondVersion(gateway, path, params) }));
  } catch (fault) {
    if (!(fault instanceof BookRefusal)) throw fault;
    // Refusals are signed in neither version.
    return isPage ? page(`<p>${fault.message}</p>`) : json({ code: -1, msg: fault.message });
  }
};

const refuse = (why: string): never => {
  throw new BookRefusal(why);
};

const checkMd5 = ({ keys }: EpayGateway, params: Params): void => {
  if (params['pid'] !== keys.pid) refuse('商户不存在');
  if (params['sign_type'] !== 'MD5') refuse('签名类型不支持');
  if (params['sign'] !== phpMd5(params, keys.key, keys.signKeyMode)) refuse('签名校验失败');
};

const checkRsa = ({ keys, now }: EpayGateway, params: Params, merchantKey: string): void => {
  if (params['pid'] !== keys.pid) refuse('商户不存在');
  if (params['sign_type'] !== 'RSA') refuse('签名类型不支持');
  if (Math.abs(now() / 1000 - Number(params['timestamp'])) > 300) refuse('时间戳不在有效范围');
  if (!phpRsaIsRight(params, merchantKey)) refuse('签名校验失败');
};

const cashierOf = ({ url }: EpayGateway, order: GatewayOrder): string => `${url}cashier/${order.outTradeNo}`;

/** Makes an order for a shop that asked by itself, and says where it is paid. */
const begun = (gateway: EpayGateway, params: Params, version: 1 | 2): Params => {
  if (!params['clientip']) refuse('缺少 clientip');
  if (version === 2 && !params['method']) refuse('缺少 method');
  const order = gateway.books.make(version, params, gateway.now());
  const offer = gateway.offer ?? (params['device'] === 'mobile' ? 'payurl' : 'qrcode');
  const where = placeOf(offer, cashierOf(gateway, order));
  const name = offer.startsWith('data:') ? 'qrcode' : offer;
  if (version === 1) return { trade_no: order.tradeNo, [name]: where };
  return { trade_no: order.tradeNo, pay_type: name === 'payurl' ? 'jump' : name, pay_info: where };
};

const placeOf = (offer: Offer, cashier: string): string => {
  if (offer.startsWith('data:')) return offer;
  if (offer === 'urlscheme') return `alipays://platformapi/startapp?appId=20000067&url=${encodeURIComponent(cashier)}`;
  return offer === 'html' ? `<form action="${cashier}" method="post"></form>` : cashier;
};

const pageOf = ({ outTradeNo }: GatewayOrder): Reply =>
  page(`<form action="/cashier/${outTradeNo}" method="post"><button>确认支付</button></form>`);

/** The page on which customers pay; afterwards they are sent back as real gateways do, with a signed query. */
const cashier = (gateway: EpayGateway, outTradeNo: string, pays: boolean): Reply => {
  const order = gateway.books.find(outTradeNo, gateway.now());
  if (!order) return page('<p>订单不存在</p>', 404);
  if (!pays) return pageOf(order);
  gateway.books.pay(order, gateway.now());
  const params = noticeParams(order, gateway.keys, { shape: documented, now: gateway.now() });
  return { ...page(''), status: 303, location: `${order.made['return_url']}?${buildQuery(params)}` };
};

const STATUS = { unpaid: '0', paid: '1', closed: '0' } as const;

/** What a trade is, and what the gateway is told to say instead. */
const trade = (gateway: EpayGateway, params: Params): Params => {
  const order = gateway.books.find(params['out_trade_no'] ?? '', gateway.now()) ?? refuse('订单号不存在');
  return {
    pid: gateway.keys.pid,
    trade_no: order.tradeNo,
    out_trade_no: order.outTradeNo,
    type: order.made['type']!,
    name: order.made['name']!,
    money: (order.fen / 100).toFixed(2),
    status: STATUS[order.status],
    addtime: '2026-11-21 12:00:00',
    ...gateway.trouble.lies,
  };
};

/** Version 1, asked with the key. */
const byKey = (gateway: EpayGateway, params: Params): object => {
  const { keys } = gateway;
  if (params['pid'] !== keys.pid || params['key'] !== keys.key) return { code: -3, msg: '商户密钥错误' };
  if (params['act'] === 'query') return { code: 1, pid: Number(keys.pid), active: 1, money: '0.00' };
  if (params['act'] !== 'order') return { code: -5, msg: 'No Act!' };
  const { status, ...rest } = trade(gateway, params);
  return { code: 1, msg: '查询订单号成功！', ...rest, status: Number(status) };
};

const secondVersion = (gateway: EpayGateway, path: string, params: Params): Params => {
  if (path === '/api/pay/create') return begun(gateway, params, 2);
  if (path === '/api/pay/query') return trade(gateway, params);
  if (path === '/api/merchant/info') return { pid: gateway.keys.pid, status: '1', money: '0.00' };
  if (path !== '/api/pay/close') return refuse('接口不存在');
  const order = gateway.books.find(params['out_trade_no'] ?? '', gateway.now()) ?? refuse('订单号不存在');
  if (order.status === 'paid') refuse('订单已支付');
  order.status = 'closed';
  return { trade_no: order.tradeNo };
};

/** Numbers stay numbers in JSON, as in PHP; they are signed as they are printed. */
const signedAnswer = ({ keys, trouble, now }: EpayGateway, answer: object): object => {
  const dated = { timestamp: String(Math.floor(now() / 1000)), ...answer };
  const params = Object.fromEntries(Object.entries(dated).map(([name, value]) => [name, String(value)]));
  if (trouble.signature === 'missing') return dated;
  const pem = trouble.signature === 'foreign' ? freshPair().privateKey : keys.platformPrivate;
  return { ...dated, sign: phpRsa(params, pem), sign_type: 'RSA' };
};
