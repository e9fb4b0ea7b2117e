import { access, planned } from './call.ts';

export const prizesCalls = {
  list: planned({
    path: '/api/prize/list',
    access: access.customer,
    rate: 'read',
    summary: 'Prizes and the cost of a draw.',
  }),
  draw: planned({
    path: '/api/prize/draw',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Draws once for permanent traffic.',
  }),
  adminList: planned({
    path: '/api/yunying/prize/list',
    access: access.yunying,
    rate: 'read',
    summary: 'All prizes with their weights.',
  }),
  update: planned({
    path: '/api/yunying/prize/update',
    access: access.yunying,
    rate: 'change',
    summary: 'Creates a prize (without _id) or saves one.',
  }),
  delete: planned({
    path: '/api/yunying/prize/delete',
    access: access.yunying,
    rate: 'change',
    summary: 'Deletes a prize.',
  }),
} as const;
