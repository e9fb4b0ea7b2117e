import { access, planned } from './call.ts';

export const pushCalls = {
  list: planned({
    path: '/api/push/list',
    access: access.customer,
    rate: 'read',
    summary: 'Traffic transfers of the account, with minimum and fee.',
  }),
  create: planned({
    path: '/api/push/create',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Offers permanent traffic to whoever holds the code.',
  }),
  receive: planned({
    path: '/api/push/receive',
    access: access.customerStrict,
    rate: 'guess',
    summary: 'Takes offered traffic by its code.',
  }),
} as const;
