import { stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf } from './backup/backup-key.ts';
import { folderOfBackups } from './backup/folder.ts';
import { makeBackup } from './backup/make-backup.ts';
import { keyOf, readBackup, type CheckedBackup } from './backup/read-backup.ts';
import { tryRestore } from './backup/scratch.ts';
import type { ProgramAnswer, ProgramLine } from './backup/program.ts';
import { joinDatabase } from './find-database.ts';
import { dataDirOf, findSecretKey, secretKeyOf } from './platform/data-dir.ts';
import { readEnv } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { readVersion, versionText } from './platform/version.ts';
import { prepareJobs } from './worker.ts';

/*
 * The work on one backup, in a process of its own: requests of customers do not wait for its compression. Arguments:
 * task, name of the file, time. Writes JSON lines for `backup/program.ts`.
 */

/** Processor and disk go to the panel first. */
const LOWEST_PRIORITY = 19;

const env = readEnv(process.env);
const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
const folder = folderOfBackups(env, dataDir);
const say = (line: ProgramLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const keyFor = async (backup: CheckedBackup): Promise<string> => {
  const own = findSecretKey(env.SECRET_KEY, dataDir);
  const { fingerprint } = backup.manifest.key;
  // A rotation changes the key; older backups have the earlier one.
  const known = [own, ...env.SECRET_KEY_OLD].find((key) => key !== undefined && fingerprintOf(key) === fingerprint);
  return keyOf(backup, { own: known ?? own, apart: undefined, passphrase: known ? '' : env.BACKUP_PASSPHRASE });
};

const answerOf = async (path: string, { manifest }: Pick<CheckedBackup, 'manifest'>) => ({
  createdAt: manifest.createdAt,
  bytes: (await stat(path)).size,
  rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
});

const make = async (path: string, now: Date): Promise<ProgramAnswer> => {
  const database = await joinDatabase({ env, dataDir, log: createLog('silent') });
  try {
    const manifest = await makeBackup({
      ownerUrl: database.ownerUrl,
      dataDir,
      secretKey: secretKeyOf(env.SECRET_KEY, dataDir),
      passphrase: env.BACKUP_PASSPHRASE,
      path,
      version: versionText(readVersion()),
      now,
      onPercent: (percent) => say({ percent }),
    });
    return await answerOf(path, { manifest });
  } finally {
    await database.stop();
  }
};

const check = async (path: string): Promise<ProgramAnswer> => {
  const backup = await readBackup(path);
  await keyFor(backup);
  return answerOf(path, backup);
};

const restore = async (path: string, now: Date): Promise<ProgramAnswer> => {
  const backup = await readBackup(path);
  const secretKey = await keyFor(backup);
  const database = await joinDatabase({ env, dataDir, log: createLog('silent') });
  try {
    const { ownerUrl, url: appUrl } = database;
    const ledgerProblems = await tryRestore(backup, { ownerUrl, appUrl, secretKey, now, prepareJobs, folder });
    return { ...(await answerOf(path, backup)), ledgerProblems };
  } finally {
    await database.stop();
  }
};

const tasks: Readonly<Record<string, (path: string, now: Date) => Promise<ProgramAnswer>>> = { make, check, restore };

const main = async (): Promise<void> => {
  const [task = '', file = '', now = ''] = process.argv.slice(2);
  setPriority(LOWEST_PRIORITY);
  // The panel keeps the pipe open: without it, this process must not hold the bundled server.
  process.stdin.on('end', () => process.exit(1)).resume();
  say({ done: await tasks[task]!(join(folder, file), new Date(now)) });
};

main().then(
  () => process.exit(0),
  (fault: unknown) => {
    say({ problem: fault instanceof Error ? fault.message : String(fault) });
    process.exit(1);
  },
);
