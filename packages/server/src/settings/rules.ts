import {
  defaultSettings,
  settingProblem,
  settingsTable,
  type SettingName,
  type Settings,
} from '@skyport/contract/settings-table';

/** A value as it is stored. */
interface Stored {
  readonly key: SettingName;
  readonly value: unknown;
}

/** Whether the setting is write-only on the wire and encrypted at rest. */
export const isSecret = (name: SettingName): boolean => settingsTable[name].kind === 'secret';

/**
 * Settings from what is stored, defaults for the rest and for values that no longer fit the table. Secrets are
 * decrypted by `decrypt` when they are first read, so that reading other settings costs no cryptography.
 */
export const settingsFrom = (
  stored: readonly Stored[],
  decrypt: (name: SettingName, encrypted: string) => string,
): Settings => {
  const settings: Record<string, unknown> = { ...defaultSettings };
  for (const { key, value } of stored) {
    if (isSecret(key) && typeof value === 'string' && value !== '')
      defineLazily(settings, key, () => decrypt(key, value));
    else if (settingProblem(key, value) === undefined) settings[key] = value;
  }
  return Object.freeze(settings) as unknown as Settings;
};

const defineLazily = (target: object, key: string, read: () => string): void => {
  let value: string | undefined;
  Object.defineProperty(target, key, { enumerable: true, get: () => (value ??= read()) });
};

/** Settings without their secrets, and which of these are set: what may leave the server. */
export interface ShownSettings {
  /** Secrets are empty texts. */
  readonly values: Settings;
  readonly secrets: readonly SettingName[];
}

/** What of the stored settings may be shown; nothing is decrypted. */
export const shownSettings = (stored: readonly Stored[]): ShownSettings => ({
  values: settingsFrom(stored, () => ''),
  secrets: stored.flatMap(({ key, value }) => (isSecret(key) && value !== '' ? [key] : [])),
});

/** Associated data of a setting's encryption: the row it belongs to. */
export const settingAssociatedData = (name: SettingName): string => `settings.value:${name}`;
