import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupName, folderOfBackups, makeBackup } from './backup/index.ts';
import { endWith } from './command.ts';
import { joinDatabase } from './find-database.ts';
import { systemClock } from './platform/clock.ts';
import { dataDirOf, findSecretKey, secretKeyFile } from './platform/data-dir.ts';
import { readEnv } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { readVersion, versionText } from './platform/version.ts';

const USAGE = 'Usage: npm run backup [-- FILE] [--key-file FILE]';

/**
 * `npm run backup`: writes tables, images and a manifest into one file, while the panel works or not. SECRET_KEY is
 * inside when BACKUP_PASSPHRASE is set, goes to the file of `--key-file`, or stays where it is.
 */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options: { 'key-file': { type: 'string' } }, allowPositionals: true });
  if (positionals.length > 1) throw new Error(USAGE);
  const env = readEnv(process.env);
  const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
  const secretKey = findSecretKey(env.SECRET_KEY, dataDir);
  if (secretKey === undefined) throw new Error(`There is nothing to back up: no panel was started on ${dataDir}.`);
  const keyFile = values['key-file'];
  if (keyFile !== undefined && existsSync(keyFile)) throw new Error(`${keyFile} exists already; name another file.`);
  const now = systemClock.now();
  const path = resolve(positionals[0] ?? join(folderOfBackups(env, dataDir), backupName(now)));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = await joinDatabase({ env, dataDir, log: createLog('warn') });
  try {
    const source = { ownerUrl: database.ownerUrl, dataDir, secretKey, passphrase: env.BACKUP_PASSPHRASE };
    const { tables, files, missingFiles } = await makeBackup({
      ...source,
      path,
      version: versionText(readVersion()),
      now,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(`${path}: ${tables.length} tables, ${rows} rows, ${files.length} images.\n`);
    for (const name of missingFiles) process.stdout.write(`The image ${name} is missing in ${dataDir}/files.\n`);
  } finally {
    await database.stop();
  }
  if (keyFile !== undefined) writeFileSync(keyFile, `${secretKey}\n`, { mode: 0o600, flag: 'wx' });
  else if (!env.BACKUP_PASSPHRASE)
    process.stdout.write(
      `SECRET_KEY is not inside. Keep ${env.SECRET_KEY ? 'it' : secretKeyFile(dataDir)} in another place: without it this file cannot be restored.\n`,
    );
};

main().then(() => process.exit(0), endWith);
