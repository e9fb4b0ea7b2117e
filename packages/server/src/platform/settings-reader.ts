import type { Db } from '@skyport/db';
import type { Settings } from '@skyport/contract/settings-table';

/**
 * The operator's settings. `current()` is this process's copy, at most one second old; `fresh(trx)` reads them inside a
 * transaction, for decisions about money and bytes.
 */
export interface SettingsReader {
  current(): Settings;
  fresh(trx: Db): Promise<Settings>;
}
