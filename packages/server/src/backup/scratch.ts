import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { SCRATCH_FOLDER } from './folder.ts';
import type { CheckedBackup } from './read-backup.ts';
import { restoreBackup, type RestoreTarget } from './restore-backup.ts';
import { BACKUP_SESSION, dropScratch, makeScratch } from './store.ts';

/** PostgreSQL cuts longer names. */
const LONGEST_NAME = 63;
const SUFFIX = '_restore_test';

/** Where a test restore happens: next to the installation's own database, by the owner of its tables. */
export interface ScratchPlace extends Pick<RestoreTarget, 'ownerUrl' | 'appUrl' | 'secretKey' | 'now' | 'prepareJobs'> {
  /** Folder with room for the images. */
  readonly folder: string;
}

const scratchOf = (url: string): { readonly name: string; readonly url: string } => {
  const address = new URL(url);
  const own = decodeURIComponent(address.pathname.slice(1));
  const name = `${own.slice(0, LONGEST_NAME - SUFFIX.length)}${SUFFIX}`;
  address.pathname = `/${encodeURIComponent(name)}`;
  return { name, url: address.href };
};

/**
 * Restores a checked backup into a database and a folder of its own, which are removed afterwards. Gives what the
 * ledger's check finds there, a sentence each.
 */
export const tryRestore = async (backup: CheckedBackup, place: ScratchPlace): Promise<readonly string[]> => {
  const scratch = scratchOf(place.ownerUrl);
  const client = new Client({ connectionString: place.ownerUrl, application_name: BACKUP_SESSION });
  // Each statement on a lost connection reports the loss itself.
  client.on('error', () => undefined);
  await client.connect();
  const dataDir = await mkdtemp(join(place.folder, SCRATCH_FOLDER));
  try {
    await makeScratch(client, scratch.name);
    const { ledgerProblems } = await restoreBackup(backup, {
      ...place,
      ownerUrl: scratch.url,
      dataDir,
      // The key of the installation is not written again.
      isKeyConfigured: true,
      replace: false,
      say: () => undefined,
    });
    return ledgerProblems;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await dropScratch(client, scratch.name).catch(() => undefined);
    await client.end();
  }
};
