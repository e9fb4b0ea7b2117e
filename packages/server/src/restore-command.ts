import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decryptFile, isEncrypted, keyOf, readBackup, restoreBackup } from './backup/index.ts';
import { endWith } from './command.ts';
import { startDatabase } from './find-database.ts';
import { systemClock } from './platform/clock.ts';
import { dataDirOf, findSecretKey } from './platform/data-dir.ts';
import { readEnv, type Env } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { prepareJobs } from './worker.ts';

const USAGE = 'Usage: npm run restore -- FILE [--replace] [--key-file FILE]';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Passes a readable path to `work`: an encrypted backup is decrypted into a temporary file first. */
const withPlain = async <T>(path: string, passphrase: string, work: (plain: string) => Promise<T>): Promise<T> => {
  if (!(await isEncrypted(path))) return work(path);
  const folder = mkdtempSync(join(tmpdir(), 'skyport-restore-'));
  try {
    const plain = join(folder, 'backup.tar');
    await decryptFile(path, plain, passphrase);
    return await work(plain);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * `npm run restore`: checks a backup and puts it into the database and the data directory of this environment, while no
 * panel works on them. Ends with 1 when the ledger's own check finds something in the restored database.
 */
const main = async (): Promise<number> => {
  const options = { replace: { type: 'boolean', default: false }, 'key-file': { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Error(USAGE);
  const env = readEnv(process.env);
  return withPlain(path, env.BACKUP_PASSPHRASE, (plain) =>
    restore(plain, env, { replace: values.replace, keyFile: values['key-file'] }),
  );
};

const restore = async (
  path: string,
  env: Env,
  { replace, keyFile }: { readonly replace: boolean; readonly keyFile: string | undefined },
): Promise<number> => {
  const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
  const backup = await readBackup(path);
  const secretKey = await keyOf(backup, {
    own: findSecretKey(env.SECRET_KEY, dataDir),
    apart: keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8').trim(),
    passphrase: env.BACKUP_PASSPHRASE,
  });
  if (env.SECRET_KEY && env.SECRET_KEY !== secretKey)
    throw new Error('The environment has another SECRET_KEY than the backup. Remove it or set that of the backup.');
  const database = await startDatabase({ env, dataDir, log: createLog('warn') }, async () => undefined);
  try {
    const { ledgerProblems } = await restoreBackup(backup, {
      ownerUrl: database.ownerUrl,
      appUrl: database.url,
      dataDir,
      secretKey,
      isKeyConfigured: env.SECRET_KEY !== '',
      replace,
      now: systemClock.now(),
      prepareJobs,
      say,
    });
    for (const problem of ledgerProblems) say(problem);
    say(ledgerProblems.length === 0 ? 'Restored. The ledger is in order.' : 'Restored as it was; look at the ledger.');
    return ledgerProblems.length === 0 ? 0 : 1;
  } finally {
    await database.stop();
  }
};

main().then((code) => process.exit(code), endWith);
