import type { SettingName, Settings } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { SettingsReader } from '../platform/settings-reader.ts';
import { settingAssociatedData, settingsFrom } from './rules.ts';
import { listSettings, settingsVersion } from './store.ts';

/** How often a process asks whether the settings have changed. */
const CHECK_EVERY_MS = 500;

/** A settings reader with a life: it asks the database twice a second until it is stopped. */
export interface LivingSettingsReader extends SettingsReader {
  /** Reads again now when the version has grown. */
  refresh(): Promise<void>;
  stop(): void;
}

/**
 * The operator's settings: read once, then kept well below a second old by watching their version. A failed reading
 * keeps the copy and is logged; throws only when the first read fails.
 */
export const createSettingsReader = async (deps: {
  db: Db;
  secrets: Secrets;
  log: Pick<Log, 'warn'>;
}): Promise<LivingSettingsReader> => {
  const decrypt = (name: SettingName, encrypted: string): string =>
    deps.secrets.decrypt(Buffer.from(encrypted, 'base64'), settingAssociatedData(name));
  const read = async (db: Db): Promise<Settings> => settingsFrom(await listSettings(db), decrypt);

  let version = await settingsVersion(deps.db);
  let settings = await read(deps.db);
  const refresh = async (): Promise<void> => {
    const newest = await settingsVersion(deps.db);
    if (newest === version) return;
    settings = await read(deps.db);
    version = newest;
  };

  let reading = false;
  const poll = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      await refresh();
    } catch (error) {
      deps.log.warn({ err: error }, 'settings could not be read again; the last copy stays in use');
    } finally {
      reading = false;
    }
  };
  const timer = setInterval(() => void poll(), CHECK_EVERY_MS).unref();

  return { current: () => settings, fresh: read, refresh, stop: () => clearInterval(timer) };
};
