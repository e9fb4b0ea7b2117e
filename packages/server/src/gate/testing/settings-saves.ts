import { defaultRules } from '@skyport/documents';
import { rowOf, settingNames } from '@skyport/contract/settings-rules';
import type { SettingName, SettingRow, TextFormat } from '@skyport/contract/settings-table';
import { AUDIT, type FieldCase, type SaveCases, type SaveScene } from './save-case.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

/** What others need to be there before they can be switched on; what locks people out comes last. */
const FIRST: readonly SettingName[] = [
  'smtp_user',
  'smtp_host',
  's3_endpoint',
  's3_bucket',
  's3_access_key',
  's3_secret_key',
  'notice_content',
  'usdtpay',
  'usdt_trc20_nodes',
];
const LAST: readonly SettingName[] = ['staff_second_step'];

const inOrder: readonly SettingName[] = [
  ...FIRST,
  ...settingNames.filter((name) => !FIRST.includes(name) && !LAST.includes(name)),
  ...LAST,
];

/** A text of every format, of a host and of the ids of two accounts. */
const formatted = (host: string, [one = '', two = '']: readonly string[]): Readonly<Record<TextFormat, string>> => ({
  url: `https://${host}`,
  base: `https://${host}`,
  host,
  hostAndPort: host,
  email: `someone@${host}`,
  account: one,
  accounts: two,
  channelCode: host.toUpperCase().replaceAll('.', '-'),
  timezone: 'Asia/Tokyo',
  pem: PEM,
  receiving: `0x${'a'.repeat(40)}`,
  endpoints: `https://${host}`,
});

/** A value of a setting that no other one shares. */
const textOf = (name: SettingName, row: SettingRow, people: readonly string[]): string => {
  if (name === 'smtp_user') return 'mailer@example.com';
  const choices = 'choices' in row ? Object.keys(row.choices ?? {}) : [];
  if (choices.length > 0) return choices.at(-1)!;
  const host = `${name.replaceAll('_', '-').toLowerCase()}.example`;
  const format = 'format' in row ? row.format : undefined;
  return format === undefined ? `${name} 的内容` : formatted(host, people)[format];
};

const valueOf = (name: SettingName, people: readonly string[]): unknown => {
  const row = rowOf(name);
  if (row.kind === 'flag') return !row.default;
  if (row.kind === 'number')
    return row.default === row.max ? row.min : Math.min(row.max, row.default + (row.whole ? 1 : 0.01));
  return textOf(name, row, people);
};

const caseOf = (name: SettingName, people: readonly string[]): FieldCase => {
  const more = name === 'yunying_list' ? ['users[it].type', 'sessions-'] : [];
  return {
    value: valueOf(name, people),
    changes: [`settings[${name}]+`, 'versions[settings].value', 'versions[catalogue].value', ...AUDIT, ...more],
  };
};

/** A payment instance that is on, of a kind that serves these ways to pay. */
const instanceName = async ({ ask }: SaveScene, kind: 'epay_v1' | 'tokenpay'): Promise<string> => {
  // An account of its own: only one instance of an account can be on.
  const gateway = `https://${crypto.randomUUID()}.example.com/`;
  const form = { kind, label: '通道', gateway, pid: '1001', key: 'key' };
  const { _id, version, name } = await ask('/api/admin/pay_instance/create', form);
  await ask('/api/admin/pay_instance/switch', { _id, version, on: true });
  return name;
};

const settingsThing = async (scene: SaveScene) => {
  const { app, ask } = scene;
  const [instance, usdt] = [await instanceName(scene, 'epay_v1'), await instanceName(scene, 'tokenpay')];
  const [operator, staff] = [await app.account({ type: 'admin' }), await app.account()];
  const ids = [operator.userId, staff.userId];
  const fields = inOrder.map((name) => {
    const ofRow = caseOf(name, ids);
    return [name, 'serves' in rowOf(name) ? { ...ofRow, value: name === 'usdt' ? usdt : instance } : ofRow] as const;
  });
  return {
    names: new Map([[staff.userId, 'it']]),
    read: () => ask('/api/admin/config/get'),
    fields: Object.fromEntries(fields),
  };
};

/** The operator's settings and rules. */
export const settingsSaves: SaveCases = {
  'rules.save': {
    make: async ({ ask }) => ({
      names: new Map(),
      read: async () => {
        const { version, rules } = await ask('/api/rules/get');
        return { base: version, rules };
      },
      fields: {
        rules: {
          value: { ...defaultRules, lists: defaultRules.lists.slice(1) },
          changes: [],
        },
      },
    }),
    controls: ['base'],
    // A version more, whatever is in it.
    always: ['rule_sets+', 'versions[catalogue].value', ...AUDIT],
    tables: [],
  },
  'settings.setConfig': {
    make: settingsThing,
    controls: ['version', 'clear', 'undoes'],
    tables: ['settings'],
  },
};
