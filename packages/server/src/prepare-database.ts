import { checkMigrations, createDb, migrate } from '@skyport/db';
import { systemClock } from './platform/clock.ts';
import { systemRandom } from './platform/ids.ts';
import { checkKeys, type Keys } from './rotation/index.ts';

/**
 * Migrates the database. Throws a sentence, and changes nothing, when the database is newer than the program, or when
 * the keys do not decrypt the stored values. `onBusy` hears of migrations that wait for locks.
 */
export const prepareDatabase = async (
  { ownerUrl, url }: { readonly ownerUrl: string; readonly url: string },
  keys: Keys,
  onBusy?: (migration: string) => void,
): Promise<void> => {
  await checkMigrations(ownerUrl);
  // The app's role gets its rights by the migrations.
  const { db, close } = createDb(ownerUrl);
  try {
    await checkKeys({ db, clock: systemClock, random: systemRandom }, keys);
  } finally {
    await close();
  }
  await migrate(ownerUrl, { appUrl: url, ...(onBusy && { onBusy }) });
};
