import { chinaTime, type PayOrder } from '../pay-books.ts';
import type { PayNotice } from '../pay-server.ts';
import type { WechatGateway } from './gateway.ts';
import { sealed, signedHeaders, type PlatformKey } from './signing.ts';

/** How a notification differs from the true one. */
export interface NoticeChanges {
  /** Members of what is closed in it. */
  readonly inside?: Readonly<Record<string, unknown>>;
  /** Members beside that. */
  readonly outside?: Readonly<Record<string, unknown>>;
  /** Members of the closed object itself, before it is signed. */
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly key?: PlatformKey;
  readonly apiKey?: string;
  /** Seconds that the signature is older than now. */
  readonly age?: number;
}

const STATES = { shown: 'NOTPAY', wait: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' } as const;

const timeOf = (ms: number): string => `${chinaTime(ms).replace(' ', 'T')}+08:00`;

/** What a trade is, as it stands in notifications and answers. */
export const transactionOf = ({ merchant }: WechatGateway, order: PayOrder): Readonly<Record<string, unknown>> => ({
  mchid: merchant.mchid,
  appid: merchant.appId,
  out_trade_no: order.outTradeNo,
  trade_state: STATES[order.status],
  trade_state_desc: '',
  attach: '',
  ...(order.status === 'paid' && {
    transaction_id: order.theirs,
    trade_type: 'NATIVE',
    bank_type: 'OTHERS',
    success_time: timeOf(order.paidAt),
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    // A coupon of WeChat's has paid a fen of it.
    amount: { total: order.fen, payer_total: order.fen - 1, currency: 'CNY', payer_currency: 'CNY' },
  }),
});

/** The notification of a trade as it stands, signed and ready to be sent. */
export const noticeOf = (gateway: WechatGateway, order: PayOrder, changes: NoticeChanges): PayNotice => {
  const { merchant, keys } = gateway;
  const inside = JSON.stringify({ ...gateway.transaction(order.outTradeNo), ...changes.inside });
  const told = {
    id: `EV-${order.theirs}`,
    create_time: timeOf(gateway.now()),
    resource_type: 'encrypt-resource',
    event_type: 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    resource: { ...sealed(inside, changes.apiKey ?? merchant.apiKey, 'transaction'), ...changes.resource },
    ...changes.outside,
  };
  const body = JSON.stringify(told);
  const seconds = Math.floor(gateway.now() / 1000) - (changes.age ?? 0);
  const headers = signedHeaders(body, changes.key ?? keys[gateway.signsBy], seconds);
  return { url: order.notifyUrl, headers: { 'content-type': 'application/json', ...headers }, body };
};
