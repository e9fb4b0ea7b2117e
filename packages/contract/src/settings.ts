import { access, planned } from './call.ts';

export const settingsCalls = {
  get: planned({
    path: '/api/admin/config/get',
    access: access.admin,
    rate: 'read',
    summary: 'All settings; secrets as empty texts.',
  }),
  setConfig: planned({
    path: '/api/admin/config/set_config',
    access: access.admin,
    rate: 'change',
    stepUp: 'sometimes',
    summary: 'Saves the settings; an empty secret keeps the stored one.',
  }),
} as const;
