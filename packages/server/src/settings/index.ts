import { settingProblem, type SettingName, type Settings } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import { refuse } from '../platform/refuse.ts';
import type { Secrets } from '../platform/secrets.ts';
import { isSecret, settingAssociatedData } from './rules.ts';
import { changeStoredSettings } from './store.ts';

export { createSettingsReader, type LivingSettingsReader } from './reader.ts';

/** How settings are changed: when, with which keys secrets are encrypted, and which secrets are taken away. */
interface SettingsWrite {
  readonly at: Date;
  readonly secrets: Secrets;
  readonly clear?: readonly SettingName[];
}

/**
 * Changes settings in the caller's transaction; every process sees them within a second of the commit. An empty secret
 * keeps the stored one. Refuses `invalidPayload` with the reason for a value outside the table's bounds.
 */
export const changeSettings = async (
  trx: Db,
  changes: Partial<Settings>,
  { at, secrets, clear = [] }: SettingsWrite,
): Promise<void> => {
  const written = Object.entries(changes).flatMap(([name, value]) => {
    const key = name as SettingName;
    const problem = settingProblem(key, value);
    if (problem) refuse('invalidPayload', problem);
    if (!isSecret(key)) return [{ key, value: value as unknown }];
    if (value === '') return [];
    return [{ key, value: secrets.encrypt(String(value), settingAssociatedData(key)).toString('base64') as unknown }];
  });
  const values = [...clear.map((key) => ({ key, value: '' })), ...written];
  if (values.length > 0) await changeStoredSettings(trx, values, at);
};
