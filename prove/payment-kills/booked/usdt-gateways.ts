import { startEpusdtGateway, type EpusdtGateway } from '../../../testkit/epusdt/gateway.ts';
import { startTokenPayGateway, type TokenPayGateway } from '../../../testkit/tokenpay/gateway.ts';
import type { Answered } from '../send.ts';
import type { BookedGateway, BookedKind } from './till.ts';
import { usualTroubles } from './troubles.ts';

/** How a dialect says things. */
interface Dialect {
  readonly form: object;
  isTaken(answered: Answered): boolean;
  /** Fields that say of a trade that it is paid, under a number of payment that was never given. */
  paidBy(reference: string): Record<string, string | number>;
}

/**
 * A gateway that takes USDT, as the proof sees it. What it says is asked back by the number that it gave when a payment
 * began: nobody pays another amount, or astray.
 */
const gatewayOf = (gateway: EpusdtGateway | TokenPayGateway, { form, isTaken, paidBy }: Dialect): BookedGateway => {
  const { books, trouble, recover, close, merchant } = gateway;
  return {
    form: { gateway: gateway.url, key: merchant.key, ...form },
    trouble,
    recover,
    close,
    payments: () =>
      [...books.orders.values()].map(({ outTradeNo, no, paidFen, acknowledged }) => ({
        number: outTradeNo,
        reference: no,
        paidFen,
        acknowledged,
      })),
    takings: () => books.takings(),
    asks: (number) => {
      const order = books.orders.get(number);
      return order?.status === 'unpaid' ? order.fen : undefined;
    },
    pay: (number, fen) => {
      books.of(number).fen = fen;
      gateway.pay(number);
    },
    envelope: (number) => gateway.envelope(number),
    forge: (number, reference) => gateway.envelope(number, paidBy(reference)),
    tried: (number, answered) => {
      const taken = answered !== undefined && isTaken(answered);
      books.tried(books.of(number), taken, gateway.now());
      return taken;
    },
  };
};

/** The dialect of epusdt, spoken by BEpusdt. */
export const epusdt: BookedKind = {
  name: 'epusdt',
  mode: 'usdt',
  takesOther: false,
  troubles: usualTroubles,
  start: async (clock) =>
    gatewayOf(await startEpusdtGateway('bepusdt', { clock }), {
      form: { kind: 'epusdt', route: 'v1' },
      isTaken: ({ status }) => status === 200,
      paidBy: (reference) => ({ trade_id: reference, status: 2 }),
    }),
};

export const tokenpay: BookedKind = {
  name: 'TokenPay',
  mode: 'usdt',
  takesOther: false,
  troubles: usualTroubles,
  start: async (clock) =>
    gatewayOf(await startTokenPayGateway({ clock }), {
      form: { kind: 'tokenpay' },
      isTaken: ({ status, body }) => status === 200 && body === 'ok',
      paidBy: (reference) => ({ Id: reference, Status: 1 }),
    }),
};
