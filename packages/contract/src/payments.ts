import { access, planned } from './call.ts';

export const paymentsCalls = {
  tradeStatus: planned({
    path: '/api/shop/trade_status',
    access: access.customer,
    rate: 'read',
    summary: 'Whether a trade is paid, and what it granted.',
  }),
  tradeList: planned({
    path: '/api/admin/trades/tradelist',
    access: access.admin,
    rate: 'read',
    summary: 'The newest trades by e-mail or trade number.',
  }),
  getOrderForTrade: planned({
    path: '/api/admin/trades/get_order_for_trade',
    access: access.admin,
    rate: 'read',
    summary: 'The order behind a trade.',
  }),
} as const;
