import { access, planned } from './call.ts';

export const errorsCalls = {
  list: planned({
    path: '/api/admin/errors/list',
    access: access.admin,
    rate: 'read',
    summary: 'Error log of the last days.',
  }),
  clear: planned({
    path: '/api/admin/errors/clear',
    access: access.admin,
    rate: 'change',
    summary: 'Empties the error log.',
  }),
} as const;
