import { randomBytes } from 'node:crypto';
import { PaidBooks, type BookedOrder } from '../gateways/paid-books.ts';
import {
  envelopeOf,
  healthy,
  json,
  page,
  payPage,
  sendEnvelope,
  serveGateway,
  type Envelope,
  type Heard,
  type Reply,
  type Served,
  type Trouble,
} from '../gateways/serve.ts';
import { goSign, goSignText, type Params } from './go-signing.ts';

/** Whose gateway it is: each has its own interface, numbers, ways of signing and of repeating itself. */
export type Flavour = 'epusdt' | 'bepusdt' | 'gmpay';

/** What it says wrongly, when it is told to. */
export interface Lies {
  /** Fields of the answer that begins a payment. */
  begin: Params;
  /** Fields of the answer about a payment. */
  status: Params;
}

/** A gateway of the epusdt family on a real socket, with one shop and books of its own. */
export interface EpusdtGateway extends Served {
  readonly flavour: Flavour;
  readonly merchant: { readonly pid: string; readonly key: string };
  readonly books: PaidBooks;
  readonly trouble: Trouble;
  readonly lies: Lies;
  /** Its clock now, in milliseconds. */
  now(): number;
  /** Ends all trouble and every lie. */
  recover(): void;
  /** The customer pays an order. Throws when there is no such order. */
  pay(outTradeNo: string): BookedOrder;
  /** The notification of an order as it would be sent now; `more` says other things, and is signed. */
  envelope(outTradeNo: string, more?: Params): Envelope;
  /** Sends a notification whether it is due or not; gives the answer. */
  notify(outTradeNo: string, more?: Params): Promise<{ readonly status: number; readonly body: string }>;
  /** Sends what is due by the clock; gives how many were sent. */
  deliver(): Promise<number>;
}

const MINUTE_MS = 60_000;
const PAUSES: Record<Flavour, readonly number[]> = {
  epusdt: [1, 2, 4, 8].map((minutes) => minutes * MINUTE_MS),
  bepusdt: [2, 4, 8, 16, 32, 64, 128, 256, 512].map((minutes) => minutes * MINUTE_MS),
  gmpay: [1, 2, 4, 5, 5].map((minutes) => minutes * MINUTE_MS),
};
const PATHS: Record<Flavour, string> = {
  epusdt: '/api/v1/order/create-transaction',
  bepusdt: '/api/v1/order/create-transaction',
  gmpay: '/payments/gmpay/v1/order/create-transaction',
};
const WINDOW_MS = 10 * MINUTE_MS;
const STATUS = { unpaid: 1, paid: 2, expired: 3 } as const;
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** What a gateway is made of. */
interface Parts {
  readonly flavour: Flavour;
  readonly books: PaidBooks;
  readonly merchant: EpusdtGateway['merchant'];
  readonly algorithm: 'md5' | 'hmac';
  readonly lies: Lies;
  now(): number;
  base(): string;
}

const signatureOf = ({ flavour, merchant, algorithm }: Parts, params: Params): string => {
  const text = goSignText(params, { style: flavour === 'bepusdt' ? 'v' : 'f', withEmpty: flavour !== 'bepusdt' });
  return goSign(text, merchant.key, algorithm);
};

const refused = (message: string, code = 400): Reply => json({ status_code: code, message, data: null });

const usdtOf = (fen: number): number => Math.ceil((fen / 100 / 7.2) * 100) / 100;

/** Each way in which a gateway says when the time to pay is over. */
const endOf = ({ flavour }: Parts, at: number): number => {
  if (flavour === 'epusdt') return at + WINDOW_MS;
  return flavour === 'gmpay' ? Math.floor((at + WINDOW_MS) / 1000) : WINDOW_MS / 1000;
};

const begun = (parts: Parts, order: BookedOrder): Reply => {
  const { flavour, lies } = parts;
  const data = {
    trade_id: order.no,
    order_id: order.outTradeNo,
    // BEpusdt says its money as a text.
    amount: flavour === 'bepusdt' ? (order.fen / 100).toFixed(2) : order.fen / 100,
    actual_amount: usdtOf(order.fen),
    token: flavour === 'gmpay' ? 'USDT' : ADDRESS,
    ...(flavour === 'gmpay' && { receive_address: ADDRESS, currency: 'CNY', status: 1 }),
    expiration_time: endOf(parts, order.at),
    payment_url: `${parts.base()}pay/checkout-counter/${order.no}`,
    ...lies.begin,
  };
  return json({ status_code: 200, message: 'success', data, request_id: 'r' });
};

const signatureRefusal = (parts: Parts, asked: Params): Reply | undefined => {
  const { flavour, merchant } = parts;
  if (flavour === 'gmpay' && String(asked['pid']) !== merchant.pid) return refused('签名校验失败', 401);
  if (asked['signature'] === signatureOf(parts, asked)) return undefined;
  return flavour === 'bepusdt' ? refused('签名错误') : refused('signature verification failed', 401);
};

const fieldRefusal = ({ flavour }: Parts, { order_id, amount, ...asked }: Params): Reply | undefined => {
  if (typeof amount !== 'number' || amount <= 0.01 || !asked['notify_url']) return refused('请求参数错误', 10009);
  if (typeof order_id !== 'string' || !/^[\w-]{1,32}$/.test(order_id)) return refused('请求参数错误', 10009);
  const isWhole = asked['currency'] === 'cny' && asked['token'] && asked['network'];
  return flavour === 'gmpay' && !isWhole ? refused('参数错误', 10009) : undefined;
};

/** Makes an order, or refuses as the real ones do: the signature before anything else. */
const create = (parts: Parts, body: string): Reply => {
  const asked = JSON.parse(body) as Params;
  const { flavour, books } = parts;
  const refusal = signatureRefusal(parts, asked) ?? fieldRefusal(parts, asked);
  if (refusal) return refusal;
  const { order_id, amount, notify_url, redirect_url } = asked as { order_id: string; amount: number } & Params;
  const known = books.orders.get(order_id);
  if (known && flavour !== 'bepusdt') return refused('支付交易已存在，请勿重复创建', 10002);
  const order =
    known ??
    books.make({
      no: `${flavour}${randomBytes(8).toString('hex')}`,
      outTradeNo: order_id,
      fen: Math.round(amount * 100),
      notifyUrl: String(notify_url),
      returnUrl: String(redirect_url),
      at: parts.now(),
    });
  return begun(parts, order);
};

const checkStatus = ({ flavour, books, lies }: Parts, no: string): Reply => {
  const order = books.byNo(no);
  if (!order) return refused('订单不存在', 10008);
  const said = { trade_id: no, status: STATUS[order.status], ...lies.status };
  return json(flavour === 'bepusdt' ? { ...said, trade_hash: '', return_url: '' } : { status_code: 200, data: said });
};

const answerTo = (parts: Parts, { method, path, body }: Heard): Reply => {
  if (method === 'POST' && path === PATHS[parts.flavour]) return create(parts, body);
  if (path.startsWith('/pay/check-status/')) return checkStatus(parts, path.slice('/pay/check-status/'.length));
  const order = parts.books.byNo(path.replace('/pay/checkout-counter/', ''));
  if (!order) return page('404', 404);
  if (method !== 'POST') return payPage(path);
  parts.books.pay(order, parts.now());
  return { ...page(''), status: 303, location: order.returnUrl };
};

const noticeOf = (parts: Parts, order: BookedOrder, more: Params): Params => {
  const { flavour, merchant } = parts;
  const said: Params = {
    ...(flavour === 'gmpay' && { pid: merchant.pid, receive_address: ADDRESS }),
    trade_id: order.no,
    order_id: order.outTradeNo,
    amount: order.fen / 100,
    actual_amount: flavour === 'bepusdt' ? String(usdtOf(order.fen)) : usdtOf(order.fen),
    token: flavour === 'gmpay' ? 'USDT' : ADDRESS,
    block_transaction_id: order.status === 'paid' ? 'f'.repeat(64) : '',
    status: STATUS[order.status],
    ...more,
  };
  return { ...said, signature: signatureOf(parts, said) };
};

/** Whether an answer ends the notifications: BEpusdt looks at the status alone, the others want the word. */
const isTaken = (flavour: Flavour, { status, body }: { status: number; body: string }): boolean =>
  status === 200 && (flavour === 'bepusdt' || /^(?:ok|success)$/i.test(body.trim()));

/** Starts a gateway on loopback, with a fresh token. */
export const startEpusdtGateway = async (
  flavour: Flavour,
  given: { readonly clock?: () => Date; readonly algorithm?: 'md5' | 'hmac' } = {},
): Promise<EpusdtGateway> => {
  const { clock = () => new Date(), algorithm = flavour === 'gmpay' ? 'hmac' : 'md5' } = given;
  const trouble = { ...healthy };
  const books = new PaidBooks(PAUSES[flavour]);
  const now = (): number => clock().getTime();
  const merchant = { pid: flavour === 'gmpay' ? '1000' : '', key: randomBytes(16).toString('hex') };
  const lies: Lies = { begin: {}, status: {} };
  const parts: Parts = { flavour, books, merchant, algorithm, lies, now, base: () => served.url };
  const served: Served = await serveGateway(trouble, {
    answer: (heard) => answerTo(parts, heard),
    afterPaying: () => gateway.deliver(),
  });
  const gateway: EpusdtGateway = {
    ...served,
    flavour,
    merchant,
    books,
    trouble,
    lies,
    now,
    recover: () => {
      Object.assign(trouble, healthy);
      Object.assign(lies, { begin: {}, status: {} });
    },
    pay: (outTradeNo) => {
      const order = books.of(outTradeNo);
      books.pay(order, now());
      return order;
    },
    envelope: (outTradeNo, more = {}) => {
      const order = books.of(outTradeNo);
      return envelopeOf(order.notifyUrl, JSON.stringify(noticeOf(parts, order, more)));
    },
    notify: async (outTradeNo, more = {}) => {
      const order = books.of(outTradeNo);
      const answer = await sendEnvelope(gateway.envelope(outTradeNo, more));
      if (order.status === 'paid') books.tried(order, isTaken(flavour, answer), now());
      return answer;
    },
    deliver: async () => {
      const due = books.due(now());
      // A test may clear the books while notifications are sent.
      for (const { outTradeNo } of due) if (books.orders.has(outTradeNo)) await gateway.notify(outTradeNo);
      return due.length;
    },
  };
  return gateway;
};
