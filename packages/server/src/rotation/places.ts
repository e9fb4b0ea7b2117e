import { settingsTable, type SettingName } from '@skyport/contract/settings-table';
import { bytesPlace, payInstancesPlace, settingsPlace } from './store.ts';

/** Most values are bound to a prefix and the key of their row. */
const place = (table: string, column: string, { prefix, key }: { prefix: string; key: readonly string[] }) =>
  bytesPlace(table, column, { key, contextOf: (values) => [prefix, ...values].join(':') });

const secretSettings = (Object.keys(settingsTable) as SettingName[]).filter(
  (name) => settingsTable[name].kind === 'secret',
);

/** The HMAC keys. A rotation rewrites them last: a start that opens them opens everything. */
export const macKeys = place('mac_keys', 'key_enc', { prefix: 'mac_keys.key', key: ['purpose'] });

/** Values that every installation has had since its first version. */
export const firstPlaces = [
  place('panel_keys', 'private_enc', { prefix: 'panel_keys.private', key: ['name'] }),
  place('users', 'userkey_enc', { prefix: 'users.userkey', key: ['id'] }),
];

/** Every column with values encrypted under SECRET_KEY, without the HMAC keys. */
export const places = [
  ...firstPlaces,
  settingsPlace(secretSettings, ([name]) => `settings.value:${name}`),
  payInstancesPlace(([name, field]) => `pay_instances.secrets:${name}:${field}`),
  place('second_steps', 'secret_enc', { prefix: 'second_steps.secret', key: ['user_id'] }),
  place('nodes', 'ssh_password_enc', { prefix: 'nodes.ssh', key: ['id'] }),
  place('nodes', 'warp_keys_enc', { prefix: 'nodes.warp', key: ['id'] }),
  place('lines', 'secrets_enc', { prefix: 'lines.secrets', key: ['id'] }),
  place('node_enrolments', 'code_enc', { prefix: 'node_enrolments.code', key: ['node_id'] }),
  place('install_keys', 'private_enc', { prefix: 'install_keys.private', key: ['name'] }),
  bytesPlace('line_probe', 'userkey_enc', { key: ['one'], contextOf: () => 'line_probe.userkey' }),
  place('mail_outbox', 'sealed', { prefix: 'mail_outbox.sealed', key: ['id'] }),
  place('chat_outbox', 'sealed', { prefix: 'chat_outbox.sealed', key: ['id'] }),
  place('tg_update', 'sealed', { prefix: 'tg_update.sealed', key: ['bot_id', 'update_id'] }),
];
