import { createHash, randomBytes, randomUUID } from 'node:crypto';
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

/** What an object in JSON holds. */
export type Params = Record<string, string | number>;

/** How a release says what it says. */
export interface Release {
  /** States as names, and names of fields that begin with a small letter; before that numbers and capitals. */
  isNamed: boolean;
}

/** What it says wrongly, when it is told to. */
export interface Lies {
  begin: Params;
  query: Params;
}

/** A TokenPay gateway on a real socket, with one shop and books of its own. */
export interface TokenPayGateway extends Served {
  readonly merchant: { readonly key: string };
  readonly books: PaidBooks;
  readonly trouble: Trouble;
  readonly lies: Lies;
  readonly release: Release;
  now(): number;
  /** Ends all trouble and every lie. */
  recover(): void;
  /** The customer pays an order. Throws when there is no such order. */
  pay(outTradeNo: string): BookedOrder;
  /** The time of an order is over: nobody is told. */
  expire(outTradeNo: string): void;
  /** The notification of an order as it would be sent now; `more` says other things, and is signed. */
  envelope(outTradeNo: string, more?: Params): Envelope;
  notify(outTradeNo: string, more?: Params): Promise<{ readonly status: number; readonly body: string }>;
  /** Sends what is due by the clock; gives how many were sent. */
  deliver(): Promise<number>;
}

/** Three tries in all, a minute from one to the next. */
const PAUSES = [60_000, 60_000];
const COINS = ['TRX', 'USDT_TRC20', 'EVM_ETH_USDT_ERC20'];
const NAMES = { unpaid: 'Pending', paid: 'Paid', expired: 'Expired' } as const;
const NUMBERS = { unpaid: 0, paid: 1, expired: 2 } as const;
const RATE = 7.2;

/** As `string.Join("&", …) + ApiToken` over a sorted dictionary, its empty values left out. */
export const tokenPaySignature = (params: Params, token: string): string => {
  let text = '';
  for (const name of Object.keys(params).sort()) {
    if (name === 'Signature' || params[name] === '') continue;
    text += `${text === '' ? '' : '&'}${name}=${params[name]}`;
  }
  return createHash('md5')
    .update(text + token, 'utf8')
    .digest('hex');
};

/** What a gateway is made of. */
interface Parts {
  readonly books: PaidBooks;
  readonly key: string;
  readonly lies: Lies;
  readonly release: Release;
  now(): number;
  base(): string;
}

const refused = (message: string): Reply => json({ success: false, message });

const create = (parts: Parts, body: string): Reply => {
  const { books, key, lies } = parts;
  const asked = JSON.parse(body) as Params;
  const { OutOrderId, OrderUserKey, ActualAmount, Currency, NotifyUrl, RedirectUrl } = asked;
  if (!OutOrderId || !OrderUserKey || !Currency) return refused('外部订单号为必传参数');
  if (asked['Signature'] !== tokenPaySignature(asked, key)) return refused('签名验证失败！');
  if (!COINS.includes(String(Currency)))
    return refused(`不支持的币种【${Currency}】！\n当前支持的币种参数有：${COINS.join(', ')}`);
  if (typeof ActualAmount !== 'number' || ActualAmount <= 0) return refused('金额有误！');
  const order =
    books.orders.get(String(OutOrderId)) ??
    books.make({
      no: randomUUID(),
      outTradeNo: String(OutOrderId),
      fen: Math.round(ActualAmount * 100),
      notifyUrl: String(NotifyUrl),
      returnUrl: String(RedirectUrl),
      at: parts.now(),
    });
  const info = {
    Id: order.no,
    OutOrderId: order.outTradeNo,
    OrderUserKey,
    Amount: (order.fen / 100 / RATE).toFixed(4),
    ActualAmount: String(order.fen / 100),
    BaseCurrency: 'CNY',
    ToAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ExpireTime: '2026-11-21 12:10:00',
    ...lies.begin,
  };
  const data = lies.begin['data'] ?? `${parts.base()}Pay?Id=${order.no}`;
  return json({ success: true, message: '创建订单成功！', data, info });
};

const inSmall = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name[0]!.toLowerCase() + name.slice(1), value]));

const query = ({ books, key, lies, release }: Parts, asked: URLSearchParams): Reply => {
  const Id = asked.get('Id') ?? '';
  if (asked.get('Signature') !== tokenPaySignature({ Id }, key)) return refused('签名验证失败！');
  const order = books.byNo(Id);
  if (!order) return refused('订单不存在！');
  const said: Params = {
    Id,
    OutOrderId: order.outTradeNo,
    ActualAmount: order.fen / 100,
    Currency: 'USDT_TRC20',
    Status: (release.isNamed ? NAMES : NUMBERS)[order.status],
    ...lies.query,
  };
  return json({ success: true, message: '订单信息获取成功！', data: release.isNamed ? inSmall(said) : said });
};

const answerTo = (parts: Parts, heard: Heard): Reply => {
  const { method, path, body } = heard;
  if (method === 'POST' && path === '/CreateOrder') return create(parts, body);
  if (path === '/Query') return query(parts, heard.query);
  const order = path === '/Pay' && parts.books.byNo(heard.query.get('Id') ?? '');
  if (!order) return page('404', 404);
  if (method !== 'POST') return payPage(`/Pay?Id=${order.no}`);
  parts.books.pay(order, parts.now());
  return { ...page(''), status: 303, location: order.returnUrl };
};

const noticeOf = ({ key }: Parts, order: BookedOrder, more: Params): Params => {
  const said: Params = {
    ActualAmount: String(order.fen / 100),
    Amount: (order.fen / 100 / RATE).toFixed(4),
    BaseCurrency: 'CNY',
    BlockChainName: 'TRON',
    BlockTransactionId: 'f'.repeat(64),
    Currency: 'USDT_TRC20',
    CurrencyName: 'USDT',
    FromAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    Id: order.no,
    IsDynamicAmount: 0,
    OrderUserKey: order.outTradeNo,
    OutOrderId: order.outTradeNo,
    PayAmount: (order.fen / 100 / RATE).toFixed(2),
    PayTime: '2026-11-21 12:05:00',
    Status: NUMBERS[order.status],
    ToAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ...more,
  };
  return { ...said, Signature: tokenPaySignature(said, key) };
};

/** Starts a gateway on loopback, with a fresh token. */
export const startTokenPayGateway = async ({
  clock = () => new Date(),
}: { readonly clock?: () => Date } = {}): Promise<TokenPayGateway> => {
  const trouble = { ...healthy };
  const books = new PaidBooks(PAUSES);
  const now = (): number => clock().getTime();
  const key = randomBytes(16).toString('hex');
  const lies: Lies = { begin: {}, query: {} };
  const release: Release = { isNamed: true };
  const parts: Parts = { books, key, lies, release, now, base: () => served.url };
  const served: Served = await serveGateway(trouble, {
    answer: (heard) => answerTo(parts, heard),
    afterPaying: () => gateway.deliver(),
  });
  const gateway: TokenPayGateway = {
    ...served,
    merchant: { key },
    books,
    trouble,
    lies,
    release,
    now,
    recover: () => {
      Object.assign(trouble, healthy);
      Object.assign(lies, { begin: {}, query: {} });
      release.isNamed = true;
    },
    pay: (outTradeNo) => {
      const order = books.of(outTradeNo);
      books.pay(order, now());
      return order;
    },
    expire: (outTradeNo) => void Object.assign(books.of(outTradeNo), { status: 'expired' }),
    envelope: (outTradeNo, more = {}) => {
      const order = books.of(outTradeNo);
      return envelopeOf(order.notifyUrl, JSON.stringify(noticeOf(parts, order, more)));
    },
    notify: async (outTradeNo, more = {}) => {
      const order = books.of(outTradeNo);
      const answer = await sendEnvelope(gateway.envelope(outTradeNo, more));
      books.tried(order, answer.status === 200 && answer.body === 'ok', now());
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
