import type { SettingName, Settings } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { SettingsReader } from '../platform/settings-reader.ts';
import { watchCopy, type WatchedCopy } from '../platform/watched-copy.ts';
import { settingAssociatedData, settingsFrom } from './rules.ts';
import { listSettings, settingsVersion } from './store.ts';

/** A settings reader with a life: it asks the database twice a second until it is stopped. */
export interface LivingSettingsReader extends SettingsReader, Pick<WatchedCopy<Settings>, 'refresh' | 'stop'> {}

/** The operator's settings: this process's copy, and a fresh look inside a transaction. */
export const createSettingsReader = async (deps: {
  db: Db;
  secrets: Secrets;
  log: Pick<Log, 'warn'>;
}): Promise<LivingSettingsReader> => {
  const decrypt = (name: SettingName, encrypted: string): string =>
    deps.secrets.decrypt(Buffer.from(encrypted, 'base64'), settingAssociatedData(name));
  const read = async (db: Db): Promise<Settings> => settingsFrom(await listSettings(db), decrypt);
  const copy = await watchCopy({
    version: () => settingsVersion(deps.db),
    read: () => read(deps.db),
    log: deps.log,
    what: 'settings',
  });
  return { ...copy, fresh: read };
};
