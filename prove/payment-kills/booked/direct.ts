import { startAlipay, type AlipayGateway } from '../../../testkit/alipay/gateway.ts';
import { copiedFromAlipay } from '../../../testkit/alipay/till.ts';
import { startWechat, type WechatGateway } from '../../../testkit/wechat/gateway.ts';
import { copiedFromWechat } from '../../../testkit/wechat/till.ts';
import type { Answered } from '../send.ts';
import type { BookedGateway, BookedKind } from './till.ts';
import { usualTroubles } from './troubles.ts';

/** What is wrong with providers that sign what they answer. */
const troubles = [
  ...usualTroubles,
  ['its answers are not signed', { signature: 'missing' }],
  ['its answers are signed by others', { signature: 'foreign' }],
] as const;

/** Alipay or WeChat Pay, as the proof sees it. */
const gatewayOf = (
  gateway: AlipayGateway | WechatGateway,
  form: object,
  isTaken: (answered: Answered) => boolean,
): BookedGateway => {
  const { books, trouble, recover, close } = gateway;
  return {
    form,
    trouble,
    recover,
    close,
    payments: () =>
      [...books.orders.values()].map(({ outTradeNo, theirs, paidFen, acknowledged }) => ({
        number: outTradeNo,
        reference: theirs,
        paidFen,
        acknowledged,
      })),
    takings: () => books.takings(),
    asks: (number) => {
      const order = books.orders.get(number);
      return order?.status === 'shown' || order?.status === 'wait' ? order.fen : undefined;
    },
    pay: (number, fen) => {
      Object.assign(books.get(number), { fen });
      gateway.pay(number);
    },
    payStray: (number, { fen, notifyUrl }) => {
      const made = { subject: 'stray' };
      books.make({ outTradeNo: number, fen, notifyUrl, returnUrl: notifyUrl, made, status: 'wait' });
      gateway.pay(number);
    },
    envelope: (number) => gateway.envelope(number),
    tried: (number, answered) => {
      const taken = answered !== undefined && isTaken(answered);
      books.tried(books.get(number), taken, gateway.now());
      return taken;
    },
  };
};

export const alipay: BookedKind = {
  name: 'Alipay',
  mode: 'alipay',
  takesOther: true,
  troubles,
  start: async (clock) => {
    const gateway = await startAlipay({ clock });
    const form = { kind: 'alipay_f2f', ...copiedFromAlipay(gateway) };
    return gatewayOf(gateway, form, ({ body }) => body === 'success');
  },
};

export const wechat: BookedKind = {
  name: 'WeChat',
  mode: 'wxpay',
  takesOther: true,
  troubles,
  start: async (clock) => {
    const gateway = await startWechat({ clock });
    const form = { kind: 'wechat_native', ...copiedFromWechat(gateway) };
    return gatewayOf(gateway, form, ({ status }) => status === 200 || status === 204);
  },
};
