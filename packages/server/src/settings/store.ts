import { settingsTable, type SettingName } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { bumpVersions, readVersion } from '../platform/versions-store.ts';

/** A setting as it is stored; secrets are base64 of their encrypted form. */
export interface StoredSetting {
  readonly key: SettingName;
  readonly value: unknown;
}

/** Every stored setting; rows of settings that no longer exist are left out. */
export const listSettings = async (db: Db): Promise<StoredSetting[]> => {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  return rows.flatMap((row) => (isSetting(row.key) ? [{ key: row.key, value: row.value }] : []));
};

const isSetting = (key: string): key is SettingName => Object.hasOwn(settingsTable, key);

/** Version of the settings: it grows with every change. */
export const settingsVersion = (db: Db): Promise<number> => readVersion(db, 'settings');

/** Locks the settings until the transaction ends; gives their version. */
export const lockSettings = async (trx: Db): Promise<number> => {
  const row = await trx
    .selectFrom('versions')
    .select('value')
    .where('name', '=', 'settings')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Number(row.value);
};

/** Stores values and makes every process notice: documents and nodes depend on settings too. */
export const changeStoredSettings = async (trx: Db, values: readonly StoredSetting[], at: Date): Promise<void> => {
  for (const { key, value } of values) {
    const json = sql<string>`${JSON.stringify(value)}::jsonb`;
    await trx
      .insertInto('settings')
      .values({ key, value: json, updated_at: at })
      .onConflict((c) => c.column('key').doUpdateSet({ value: json, updated_at: at }))
      .execute();
  }
  await bumpVersions(trx, 'settings', 'catalogue');
};
