import type { PayMode } from '@skyport/contract/orders';
import type { GatewayOrder } from '../../../testkit/epay/books.ts';
import { flowsAt, type Cashier } from '../cashier-flows.ts';
import type { PayFlow } from '../provider.ts';
import { pay, payStray, tillOf } from './payers.ts';
import { notify } from './post.ts';

const MODES: readonly PayMode[] = ['alipay', 'wxpay'];

const cashierOf = (mode: PayMode): Cashier<GatewayOrder> => ({
  name: mode,
  mode,
  takesOther: true,
  pay: (world, { user, trade }, more) => pay(world, { user, trade: trade!, till: tillOf(world, mode) }, more),
  notify: (world, order) => notify(world, tillOf(world, mode), order),
  referenceOf: ({ tradeNo }) => tradeNo,
  payStray: (world) => payStray(world, tillOf(world, mode)),
});

/** Every way by which money comes at a gateway. */
export const flows: readonly PayFlow[] = MODES.flatMap((mode) => flowsAt(cashierOf(mode)));
