import { access, planned } from './call.ts';

export const statisticsCalls = {
  basicStastic: planned({
    path: '/api/admin/users/basic_stastic',
    access: access.admin,
    rate: 'read',
    summary: 'Daily figures, remaining traffic of all accounts and the number of members.',
  }),
} as const;
