import type { Db } from '@skyport/db';
import type { Settings } from '@skyport/contract/settings-table';

/**
 * The operator's settings. `current()` is this process's copy, at most one second old; `fresh(trx)` reads them inside a
 * transaction, for decisions about money and bytes; after `refresh()` the copy has what was stored before.
 */
export interface SettingsReader {
  current(): Settings;
  fresh(trx: Db): Promise<Settings>;
  refresh(): Promise<void>;
}

/** Settings that stay as they are. */
export const fixedSettings = (settings: Settings): SettingsReader => ({
  current: () => settings,
  fresh: async () => settings,
  refresh: async () => undefined,
});
