import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Done } from './shapes.ts';
import { Id, SearchLine } from './units.ts';

/** What customers say of money that has not arrived; apart from what staff see of it, which they need not load. */
export const claimMoneyCalls = {
  claimMoney: call({
    path: '/api/order/claim_money',
    access: access.customerStrict,
    rate: 'change',
    summary:
      'Says that money for an order was paid and has not arrived. Its provider is asked again; USDT that only the caller can have sent are given to them, else staff look. The answer is the same whatever is known of the number.',
    input: z.object({
      order_id: Id,
      reference: field('付款单号', SearchLine(128).min(4, '至少 4 个字符'), {
        help: '支付宝、微信账单中的订单号或商户单号；USDT 请填写交易哈希（TxID）',
      }),
    }),
    output: Done,
    fails: ['notFound', 'throttled'],
  }),
} as const;
