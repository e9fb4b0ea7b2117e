import { settingsTable, type SettingName } from '@skyport/contract/settings-table';
import { bytesPlace, payInstancesPlace, settingsPlace } from './store.ts';

const place = (table: string, column: string, prefix: string, key: readonly string[] = ['id']) =>
  bytesPlace(table, column, { key, contextOf: (values) => [prefix, ...values].join(':') });

const secretSettings = (Object.keys(settingsTable) as SettingName[]).filter(
  (name) => settingsTable[name].kind === 'secret',
);

/** The HMAC keys. A rotation rewrites them last: a start that opens them opens everything. */
export const macKeys = place('mac_keys', 'key_enc', 'mac_keys.key', ['purpose']);

/** Values that every installation has had since its first version. */
export const firstPlaces = [
  place('panel_keys', 'private_enc', 'panel_keys.private', ['name']),
  place('users', 'userkey_enc', 'users.userkey'),
];

/** Every column with values encrypted under SECRET_KEY, without the HMAC keys. */
export const places = [
  ...firstPlaces,
  settingsPlace(secretSettings, ([name]) => `settings.value:${name}`),
  payInstancesPlace(([name, field]) => `pay_instances.secrets:${name}:${field}`),
  place('second_steps', 'secret_enc', 'second_steps.secret', ['user_id']),
  place('nodes', 'ssh_password_enc', 'nodes.ssh'),
  place('nodes', 'warp_keys_enc', 'nodes.warp'),
  place('lines', 'secrets_enc', 'lines.secrets'),
  place('node_enrolments', 'code_enc', 'node_enrolments.code', ['node_id']),
  place('install_keys', 'private_enc', 'install_keys.private', ['name']),
  bytesPlace('line_probe', 'userkey_enc', { key: ['one'], contextOf: () => 'line_probe.userkey' }),
  place('mail_outbox', 'sealed', 'mail_outbox.sealed'),
  place('chat_outbox', 'sealed', 'chat_outbox.sealed'),
  place('tg_update', 'sealed', 'tg_update.sealed', ['bot_id', 'update_id']),
];
