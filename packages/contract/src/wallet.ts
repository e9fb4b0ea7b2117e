import { access, planned } from './call.ts';

export const walletCalls = {
  myWallet: planned({
    path: '/api/wallet/mywallet',
    access: access.customer,
    rate: 'read',
    summary: 'Balance, payout address and the smallest withdrawal.',
  }),
  chargeList: planned({
    path: '/api/wallet/charge_list',
    access: access.customer,
    rate: 'read',
    summary: 'Withdrawals of the account.',
  }),
  spendList: planned({
    path: '/api/wallet/spend_list',
    access: access.customer,
    rate: 'read',
    summary: 'Wallet money spent and given back.',
  }),
  changeRewardAdress: planned({
    path: '/api/wallet/change_reward_adress',
    access: access.customerStrict,
    rate: 'change',
    stepUp: 'always',
    summary: 'Sets the payout address.',
  }),
  makeCharge: planned({
    path: '/api/wallet/make_charge',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Asks for the whole balance to be paid out.',
  }),
  adminChargeList: planned({
    path: '/api/admin/charge/charge_list',
    access: access.admin,
    rate: 'read',
    summary: 'All withdrawals.',
  }),
  checkoutCharge: planned({
    path: '/api/admin/charge/checkout_charge',
    access: access.admin,
    rate: 'change',
    stepUp: 'always',
    summary: 'Settles a withdrawal.',
  }),
  adminWallet: planned({
    path: '/api/admin/charge/wallet',
    access: access.admin,
    rate: 'read',
    summary: 'The wallet of an account.',
  }),
  chargeMessage: planned({
    path: '/api/admin/charge/message',
    access: access.admin,
    rate: 'change',
    summary: 'Leaves a message on a withdrawal.',
  }),
} as const;
