import { access, planned } from './call.ts';

export const shopCalls = {
  list: planned({
    path: '/api/shop/list',
    access: access.anyone,
    rate: 'read',
    summary: 'Products on sale; visitors see them too, agency customers are refused.',
  }),
  createOrder: planned({
    path: '/api/shop/create_order',
    access: access.customer,
    rate: 'change',
    summary: 'Makes an order for one product.',
  }),
  orderUseCoupon: planned({
    path: '/api/coupon/orderUseCoupon',
    access: access.customer,
    rate: 'guess',
    summary: 'Applies a discount or cash coupon to an order.',
  }),
  orderCancleCoupon: planned({
    path: '/api/coupon/orderCancleCoupon',
    access: access.customer,
    rate: 'change',
    summary: 'Takes the coupon off an order again.',
  }),
  walletCheck: planned({
    path: '/api/shop/wallet_check',
    access: access.customer,
    rate: 'read',
    summary: 'Computes what the wallet would cover of an order.',
  }),
  doBuy: planned({
    path: '/api/shop/dobuy',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Pays an order from the wallet and starts a trade for the rest.',
  }),
  updateCombo: planned({
    path: '/api/admin/combo/update_combo',
    access: access.admin,
    rate: 'change',
    summary: 'Creates a product (without _id) or saves one.',
  }),
  deleteCombo: planned({
    path: '/api/admin/combo/delete_combo',
    access: access.admin,
    rate: 'change',
    summary: 'Deletes a product.',
  }),
} as const;
