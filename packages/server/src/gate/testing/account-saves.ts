import { GIB } from '@skyport/contract/units';
import type { TestSession } from '../../testing-app.ts';
import { AUDIT, columnsOf, type FieldCase, type SaveCases, type SaveScene } from './save-case.ts';

/** Hex SHA-256 of the password of everybody in the field matrix. */
export const PASSWORD = 'a'.repeat(64);

const UNTIL = '2027-01-01T00:00:00.000Z';

const namesOf = ({ userId, num }: Pick<TestSession, 'userId' | 'num'>): Map<string, string> =>
  new Map([
    [userId, 'it'],
    [String(num), 'it'],
  ]);

const toldNodes = [...AUDIT, 'fleet_changes+'];

/** Money and traffic: an adjustment, which the ledger posts. */
const adjusted = (value: unknown, more: readonly string[]): FieldCase => ({
  value,
  along: { reason: '补偿' },
  changes: [...more, ...AUDIT],
});
const POSTED = ['ledger_account+', 'ledger_entry+', 'ledger_tx+'];

const userFields = (agency: TestSession, permission: string): Record<string, FieldCase> => ({
  ...columnsOf('users', {
    paidUser: [true, 'paid'],
    canChangeDescribeKey: [false, 'can_change_key'],
    canChangePassword: [false, 'can_change_password'],
    forceReward: [true, 'force_reward'],
    describe_host: ['sub.example', 'describe_host'],
    preferDomain: ['best.example', 'prefer_domain'],
  }),
  ...columnsOf('users', { normalPermission: [true, 'normal_permission'] }, toldNodes),
  scale: { value: 2, changes: ['users[it].scale_ppm', 'traffic_account[it].scale_ppm', ...toldNodes] },
  dailyUnlimitTraffic: { value: 3, changes: ['users[it].daily_unlimited_gb', ...toldNodes] },
  specialDailyUnlimitTraffic: {
    value: true,
    changes: ['users[it].daily_unlimited', 'traffic_account[it].unlimited_gb', ...toldNodes],
  },
  permissions: { value: [{ id: permission, expireTime: UNTIL }], changes: ['user_permissions[it]+', ...toldNodes] },
  wallet_money: adjusted(5, POSTED),
  traffic: adjusted(GIB, ['traffic_account[it].granted', 'traffic_records[it]+', 'fleet_changes+', ...POSTED]),
  // It stands in the record of the day that the traffic made.
  vipExpireTime: adjusted(UNTIL, ['traffic_account[it].vip_until', 'traffic_records[it].updated_at', 'fleet_changes+']),
  is_agency: { value: true, changes: ['users[it].is_agency', ...AUDIT] },
  is_agency_user: {
    value: true,
    along: { is_agency: false, wallet_money: 0, reason: '补偿' },
    changes: [
      'users[it].is_agency',
      'users[it].is_agency_user',
      'traffic_account[it].is_agency_user',
      'sessions-',
      'ledger_account.balance',
      'ledger_account.last_tx',
      'ledger_entry+',
      'ledger_tx+',
      ...toldNodes,
    ],
  },
  agent_id: { value: agency.userId, changes: ['users[it].agent_id', ...AUDIT] },
  disable: { value: true, changes: ['users[it].disabled', ...toldNodes] },
});

const userThing = async ({ app, ask, sessions }: SaveScene) => {
  const user = await app.account();
  const { _id } = await ask('/api/admin/permissions/update', { name: app.deps.ids.next() });
  return {
    names: namesOf(user),
    read: async () => {
      const shown = await ask('/api/admin/users/user', { uid: user.userId });
      return { ...shown, shown };
    },
    fields: userFields(sessions.agency, _id),
  };
};

const channelThing = async ({ app, ask }: SaveScene) => {
  const user = await app.account();
  const code = app.deps.ids.next().slice(-12);
  const form = { email: user.email, name: '合作', code: `A${code}`, rewardRate: 0.2, comsumerDuration: 30 };
  await ask('/api/admin/users/update_channel', form);
  const fields = columnsOf('channels', {
    name: ['伙伴', 'name'],
    rewardRate: [0.25, 'reward_bp'],
    comsumerDuration: [60, 'consumer_days'],
  });
  return {
    names: namesOf(user),
    read: () => ask('/api/admin/users/get_user_channel', { user_id: user.userId }),
    fields: {
      ...fields,
      code: { value: `B${code}`, changes: ['channels[it].code', 'channel_codes+', ...AUDIT] },
    },
  };
};

/** An image that an account uploaded, without its bytes. */
const imageOf = async ({ app }: SaveScene, user: TestSession): Promise<string> => {
  const { db, random } = app.deps;
  const [id, at] = [random.bytes(16).toString('hex'), app.clock.now()];
  const times = { created_at: at, stored_at: at, unused_since: at };
  await db
    .insertInto('files')
    .values({ id, user_id: user.userId, ext: 'png', bytes: 9, store: 'disk', ...times })
    .execute();
  return `${id}.png`;
};

/** Accounts, by admins and by their owners. */
export const accountSaves: SaveCases = {
  'users.updateUser': {
    make: userThing,
    controls: ['_id', 'shown', 'reason', 'change'],
    tables: ['users', 'traffic_account'],
  },
  'users.updateChannel': { make: channelThing, controls: ['email', 'shown'], tables: ['channels'] },
  'accounts.changeUseInfo': {
    make: async (scene, who) => {
      const user = scene.sessions[who];
      const icon = await imageOf(scene, user);
      return {
        names: namesOf(user),
        read: async () => (await scene.app.call('/api/user/userinfo', {}, user)).data,
        fields: {
          ...columnsOf(
            'users',
            {
              inXinjiang: [true, 'in_xinjiang'],
              in_foreign: [true, 'in_foreign'],
              use_english_node: [true, 'use_english_node'],
            },
            [],
          ),
          icon: { value: icon, changes: ['users[it].icon', 'file_uses+'] },
          email: {
            value: `new-${user.num}@example.com`,
            along: { password: PASSWORD },
            changes: ['users[it].email', 'notifications+'],
          },
        },
      };
    },
    controls: ['password', 'host'],
    tables: ['users'],
  },
  'notices.saveChannels': {
    make: async (scene, who) => ({
      names: namesOf(scene.sessions[who]),
      read: async () => ({ channels: [] }),
      fields: {
        channels: { value: [{ kind: 'membership', mail: false, telegram: false }], changes: ['notice_channels[it]+'] },
      },
    }),
    controls: [],
    tables: ['notice_channels', 'users'],
  },
};
