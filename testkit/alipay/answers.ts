import { freshPair } from '../epay/php-signing.ts';
import { chinaTime, yuanOfFen, type PayOrder } from '../pay-books.ts';
import { htmlPage, type PayReply, type PayRequest } from '../pay-server.ts';
import { billOf, hasBill } from './bill.ts';
import type { AlipayGateway } from './gateway.ts';
import { formOf, isSignedRequest, signNotice, signText, type Params } from './signing.ts';

/** A refusal in Alipay's words. */
class Refusal extends Error {
  readonly code: string;

  constructor(code: string, words: string) {
    super(words);
    this.code = code;
  }
}

const refuse = (code: string, words: string): never => {
  throw new Refusal(code, words);
};

/** Where bills are fetched. */
const BILL_PATH = '/downloadBillFile.resource';
const BILL_METHOD = 'alipay.data.dataservice.bill.downloadurl.query';

const PAGES = ['alipay.trade.page.pay', 'alipay.trade.wap.pay'];

/** Answers one request. */
export const answerTo = (gateway: AlipayGateway, { method, url, body }: PayRequest): PayReply => {
  if (url.pathname.startsWith('/cashier/'))
    return cashier(gateway, url.pathname.slice('/cashier/'.length), method === 'POST');
  if (url.pathname === BILL_PATH) return fileOf(gateway, url);
  if (url.pathname !== '/gateway.do') return htmlPage('404', 404);
  const params = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
  const name = params['method'] ?? '';
  const isPage = PAGES.includes(name);
  try {
    checkRequest(gateway, params);
    const content = JSON.parse(params['biz_content'] ?? '{}') as Params;
    if (isPage) return pageOf(begin(gateway, { params, content, status: 'wait' }));
    return said(gateway, name, { code: '10000', msg: 'Success', ...byMethod(gateway, { name, params, content }) });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    if (isPage) return htmlPage(`<p>${fault.message}</p>`);
    const isAboutUs = fault.code.startsWith('isv.');
    const code = isAboutUs ? '40002' : '40004';
    const words = {
      msg: isAboutUs ? 'Invalid Arguments' : 'Business Failed',
      sub_code: fault.code,
      sub_msg: fault.message,
    };
    return said(gateway, name, { code, ...words });
  }
};

const checkRequest = ({ keys, merchant, now }: AlipayGateway, params: Params): void => {
  if (params['app_id'] !== merchant.appId) refuse('isv.invalid-app-id', '无效的AppID参数');
  if (params['sign_type'] !== 'RSA2') refuse('isv.invalid-signature-type', '无效签名类型');
  if (!isSignedRequest(params, keys.merchantPublic)) refuse('isv.invalid-signature', '验签出错');
  const at = Date.parse(`${params['timestamp']?.replace(' ', 'T')}+08:00`);
  // The time is Chinese: whoever writes that of its own server is hours away.
  if (!(Math.abs(now() - at) <= 15 * 60_000)) refuse('isv.invalid-timestamp', '非法的时间戳参数');
};

/** A request about a trade. */
interface Asked {
  readonly name: string;
  readonly params: Params;
  readonly content: Params;
}

/** Refuses what a payment cannot be begun with. */
const checkContent = ({ merchant }: AlipayGateway, { params, content }: Omit<Asked, 'name'>): void => {
  const money = content['total_amount'] ?? '';
  if (!/^\d+\.\d{2}$/.test(money) || money === '0.00') refuse('ACQ.INVALID_PARAMETER', '参数无效');
  if (!/^[A-Za-z0-9_]{1,64}$/.test(content['out_trade_no'] ?? '')) refuse('ACQ.INVALID_PARAMETER', '订单号无效');
  if (!content['subject'] || /[/=&]/.test(content['subject'])) refuse('ACQ.INVALID_PARAMETER', '订单标题无效');
  if (!/^https?:\/\/[^?]+$/.test(params['notify_url'] ?? '')) refuse('isv.invalid-notify-url', '通知地址无效');
  if ((content['seller_id'] ?? merchant.sellerId) !== merchant.sellerId) refuse('ACQ.SELLER_BALANCE', '卖家不匹配');
};

const begin = (
  gateway: AlipayGateway,
  { params, content, status }: Omit<Asked, 'name'> & { readonly status: PayOrder['status'] },
): PayOrder => {
  checkContent(gateway, { params, content });
  return gateway.books.make({
    outTradeNo: content['out_trade_no']!,
    fen: Number(content['total_amount']!.replace('.', '')),
    notifyUrl: params['notify_url']!,
    returnUrl: params['return_url'] ?? '',
    made: content,
    status,
  });
};

const byMethod = (gateway: AlipayGateway, asked: Asked): Params => {
  const { name, content } = asked;
  if (name === 'alipay.trade.precreate') {
    const { outTradeNo, theirs } = begin(gateway, { ...asked, status: 'shown' });
    return { out_trade_no: outTradeNo, qr_code: `https://qr.alipay.com/bax${theirs}` };
  }
  if (name === BILL_METHOD) return billAnswer(gateway, content);
  const order = gateway.books.orders.get(content['out_trade_no'] ?? '');
  if (name === 'alipay.trade.query') return { ...queried(order), ...gateway.trouble.lies };
  if (name !== 'alipay.trade.close') return refuse('isv.invalid-method', '不存在的方法名');
  return closed(order);
};

/** Where the bill of a day is fetched. */
const billAnswer = (gateway: AlipayGateway, { bill_type, bill_date = '' }: Params): Params => {
  if (bill_type !== 'trade' || !/^\d{4}-\d\d-\d\d$/.test(bill_date)) refuse('isv.invalid-arguments', '参数无效');
  if (gateway.trouble.bill === 'denied') refuse('isv.insufficient-isv-permissions', 'ISV权限不足');
  if (gateway.trouble.bill === 'none' || !hasBill(gateway, bill_date)) refuse('isp.bill_not_exist', '账单不存在');
  return { bill_download_url: `${gateway.origin}${BILL_PATH.slice(1)}?bizType=trade&bizDates=${bill_date}` };
};

const fileOf = (gateway: AlipayGateway, url: URL): PayReply => ({
  status: 200,
  headers: { 'content-type': 'application/zip' },
  body: billOf(gateway, url.searchParams.get('bizDates') ?? ''),
});

/** Nobody has scanned the code yet: there is no trade. */
const isBegun = (order: PayOrder | undefined): order is PayOrder => order !== undefined && order.status !== 'shown';

const noTrade = (): never => refuse('ACQ.TRADE_NOT_EXIST', '交易不存在');

const STATUS = { shown: '', wait: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' } as const;

const queried = (order: PayOrder | undefined): Params => {
  if (!isBegun(order)) return noTrade();
  return {
    buyer_logon_id: 'abc***@163.com',
    buyer_pay_amount: '0.00',
    out_trade_no: order.outTradeNo,
    total_amount: yuanOfFen(order.fen),
    trade_no: order.theirs,
    trade_status: STATUS[order.status],
    ...(order.paidAt > 0 && { send_pay_date: chinaTime(order.paidAt) }),
  };
};

const closed = (order: PayOrder | undefined): Params => {
  if (!isBegun(order)) return noTrade();
  if (order.status !== 'wait') refuse('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
  order.status = 'closed';
  return { trade_no: order.theirs, out_trade_no: order.outTradeNo };
};

/** An answer as it is signed: over the characters of its object as they stand. */
const said = ({ keys, trouble, now }: AlipayGateway, method: string, answer: Params): PayReply => {
  const object = JSON.stringify(answer).replaceAll('/', '\\/');
  const member = `"${method.replaceAll('.', '_')}_response":${object}`;
  const pem = trouble.signature === 'foreign' ? freshPair().privateKey : keys.platformPrivate;
  const sign = signText(object, pem, trouble.signature === 'sha1' ? 'RSA-SHA1' : 'RSA-SHA256');
  const body = trouble.signature === 'missing' ? `{${member}}` : `{${member},"sign":"${sign}"}`;
  const headers = { 'content-type': 'text/html;charset=utf-8', date: new Date(now()).toUTCString() };
  return { status: 200, headers, body };
};

const pageOf = ({ outTradeNo }: PayOrder): PayReply =>
  htmlPage(`<form action="/cashier/${outTradeNo}" method="post"><button>确认支付</button></form>`);

/** The page on which customers pay; afterwards they are sent back with a signed query, as the real one does. */
const cashier = (gateway: AlipayGateway, outTradeNo: string, pays: boolean): PayReply => {
  const order = gateway.books.orders.get(outTradeNo);
  if (!order) return htmlPage('<p>交易不存在</p>', 404);
  if (!pays) return pageOf(order);
  gateway.pay(outTradeNo);
  const { app_id, out_trade_no, total_amount, trade_no } = gateway.params(outTradeNo);
  const back = { app_id, out_trade_no, total_amount, trade_no, method: 'alipay.trade.page.pay.return' } as Params;
  const query = formOf(signNotice(back, gateway.keys.platformPrivate));
  return { ...htmlPage('', 303), headers: { location: `${order.returnUrl}?${query}` } };
};
