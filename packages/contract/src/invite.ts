import { access, planned } from './call.ts';

export const inviteCalls = {
  channelInfo: planned({
    path: '/api/channel/channel_info',
    access: access.customer,
    rate: 'read',
    summary: 'Invite code and rebate rate of the account.',
  }),
  rewardList: planned({
    path: '/api/channel/reward_list',
    access: access.customer,
    rate: 'read',
    summary: 'Rebates received.',
  }),
  invitedUsers: planned({
    path: '/api/channel/invited_users',
    access: access.customer,
    rate: 'read',
    summary: 'Accounts that signed up with the code.',
  }),
} as const;
