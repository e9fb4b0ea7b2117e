import { bareKey, freshPair } from '../epay/php-signing.ts';
import { chinaTime, PayBooks, yuanOfFen, type PayOrder } from '../pay-books.ts';
import { postNotice, startPayServer, type PayNotice, type PayServer, type ServerTrouble } from '../pay-server.ts';
import { answerTo } from './answers.ts';
import { formOf, signNotice, type Params } from './signing.ts';

/** What is wrong with Alipay just now. */
export interface AlipayTrouble extends ServerTrouble {
  /** Answers without a signature, by another key, or by SHA-1. */
  signature: 'right' | 'missing' | 'foreign' | 'sha1';
  /** Milliseconds that its clock is ahead. */
  clockAhead: number;
  /** Fields that it answers in the place of the true ones when it is asked for a trade. */
  lies: Params;
  /** No bill of a day, none for this application, or one that is not as it should be. */
  bill: 'right' | 'none' | 'denied' | 'cut' | 'changed' | 'html' | 'columns' | 'amount' | 'huge';
}

const healthy: AlipayTrouble = {
  down: false,
  slow: 0,
  status: undefined,
  html: false,
  signature: 'right',
  clockAhead: 0,
  lies: {},
  bill: 'right',
};

/** Alipay on a real socket, with one application and books of its own. */
export interface AlipayGateway extends Pick<PayServer, 'asked' | 'close'> {
  /** Where its interface stands. */
  readonly url: string;
  readonly origin: string;
  /** What the merchant copies from its pages. */
  readonly merchant: {
    readonly appId: string;
    readonly sellerId: string;
    readonly privateKey: string;
    readonly platformKey: string;
  };
  /** PEM: Alipay's own key, and the merchant's public one as it was registered there. */
  readonly keys: { readonly platformPrivate: string; readonly merchantPublic: string };
  readonly books: PayBooks;
  readonly trouble: AlipayTrouble;
  now(): number;
  /** Ends all trouble. */
  recover(): void;
  /** The customer scans the code, or opens the page: only now there is a trade. */
  scan(outTradeNo: string): PayOrder;
  /** The customer pays. */
  pay(outTradeNo: string): PayOrder;
  /** The parameters of the notification of a trade as it stands, without signature. */
  params(outTradeNo: string): Params;
  /** The same, signed and ready to be sent. */
  envelope(outTradeNo: string, changes?: Params): PayNotice;
  /** Sends a notification whether it is due or not; gives the answer. */
  notify(outTradeNo: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Sends what is due by the clock; gives how many were sent. */
  deliver(): Promise<number>;
}

/** Minutes from one try of a notification to the next. */
const RETRIES = [4, 10, 10, 60, 120, 360, 900];

const STATUS = { shown: '', wait: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' } as const;

/** What Alipay notifies of a trade. */
const paramsOf = ({ merchant, now }: AlipayGateway, order: PayOrder): Params => ({
  gmt_create: chinaTime(now()),
  charset: 'utf-8',
  gmt_payment: chinaTime(order.paidAt),
  notify_time: chinaTime(now()),
  subject: String(order.made['subject']),
  buyer_id: '2088102116773037',
  body: '',
  invoice_amount: yuanOfFen(order.fen),
  version: '1.0',
  notify_id: `${order.theirs}${order.tries}`,
  fund_bill_list: `[{"amount":"${yuanOfFen(order.fen)}","fundChannel":"ALIPAYACCOUNT"}]`,
  notify_type: 'trade_status_sync',
  out_trade_no: order.outTradeNo,
  total_amount: yuanOfFen(order.fen),
  // Of payments too.
  refund_fee: yuanOfFen(order.refundedFen),
  ...(order.refundedFen > 0 && { gmt_refund: `${chinaTime(now())}.123`, out_biz_no: `R${order.refundedFen}` }),
  trade_status: STATUS[order.status],
  trade_no: order.theirs,
  auth_app_id: merchant.appId,
  receipt_amount: yuanOfFen(order.fen),
  point_amount: '0.00',
  app_id: merchant.appId,
  buyer_pay_amount: yuanOfFen(order.fen),
  seller_id: merchant.sellerId,
});

const noticeOf = (url: string, params: Params): PayNotice => ({
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  body: formOf(params),
});

/** Starts Alipay on loopback, with fresh keys. */
export const startAlipay = async (
  given: { readonly clock?: () => Date; readonly series?: string } = {},
): Promise<AlipayGateway> => {
  const { clock = () => new Date(), series = '20261121220014' } = given;
  const [merchant, platform] = [freshPair(), freshPair()];
  const trouble = { ...healthy };
  const books = new PayBooks(series, RETRIES);
  const server = await startPayServer(
    trouble,
    (request) => answerTo(gateway, request),
    // A customer has paid on our page: the notification goes its own way.
    async ({ headers }) => headers['location'] !== undefined && gateway.deliver(),
  );
  const gateway: AlipayGateway = {
    origin: server.url,
    url: `${server.url}gateway.do`,
    asked: server.asked,
    close: server.close,
    merchant: {
      appId: '2021000122671080',
      sellerId: '2088102119685838',
      privateKey: bareKey(merchant.privateKey),
      platformKey: bareKey(platform.publicKey),
    },
    keys: { platformPrivate: platform.privateKey, merchantPublic: merchant.publicKey },
    books,
    trouble,
    now: () => clock().getTime() + trouble.clockAhead,
    recover: () => void Object.assign(trouble, healthy),
    scan: (outTradeNo) => {
      const order = books.get(outTradeNo);
      if (order.status === 'shown') order.status = 'wait';
      return order;
    },
    pay: (outTradeNo) => {
      const order = gateway.scan(outTradeNo);
      books.pay(order, gateway.now());
      return order;
    },
    params: (outTradeNo) => paramsOf(gateway, books.get(outTradeNo)),
    envelope: (outTradeNo, changes = {}) => {
      const params = { ...gateway.params(outTradeNo), ...changes };
      return noticeOf(books.get(outTradeNo).notifyUrl, signNotice(params, platform.privateKey));
    },
    notify: async (outTradeNo) => {
      const order = books.get(outTradeNo);
      const answer = await postNotice(gateway.envelope(outTradeNo));
      // As the real one: the seven characters and nothing else.
      books.tried(order, answer.body === 'success', gateway.now());
      return answer;
    },
    deliver: async () => {
      const due = books.due(gateway.now());
      // A test may clear the books while notifications are sent.
      for (const { outTradeNo } of due) if (books.orders.has(outTradeNo)) await gateway.notify(outTradeNo);
      return due.length;
    },
  };
  return gateway;
};
