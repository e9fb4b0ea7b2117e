import { access, planned } from './call.ts';

export const ordersCalls = {
  orderList: planned({
    path: '/api/order/order_list',
    access: access.customer,
    rate: 'read',
    summary: 'Orders of the account.',
  }),
  cancelOrder: planned({
    path: '/api/order/cancel_order',
    access: access.customer,
    rate: 'change',
    summary: 'Cancels an unpaid order; coupon and wallet money come back.',
  }),
  feedback: planned({
    path: '/api/order/feedback',
    access: access.customer,
    rate: 'change',
    summary: 'Reports a problem with an order in at most 30 characters.',
  }),
} as const;
