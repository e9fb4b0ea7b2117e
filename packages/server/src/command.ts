import { createDb } from '@skyport/db';
import { joinDatabase } from './find-database.ts';
import { systemClock } from './platform/clock.ts';
import { dataDirOf, secretKeyOf } from './platform/data-dir.ts';
import type { Deps } from './platform/deps.ts';
import { readEnv } from './platform/env.ts';
import { createIds, systemRandom } from './platform/ids.ts';
import { createLog, type Log } from './platform/log.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openSecrets } from './rotation/index.ts';

/** What a short command of the installation works with. */
export interface CommandDeps extends Pick<Deps, 'db' | 'env' | 'secrets' | 'clock' | 'ids'> {
  readonly dataDir: string;
  readonly log: Log;
}

/**
 * Does the work of a command beside the installation of this environment: on the database of a panel that runs, or on
 * the bundled one, which is started for it and stopped again. Tables are brought up to date first.
 */
export const inInstallation = async <T>(work: (deps: CommandDeps) => Promise<T>): Promise<T> => {
  const env = readEnv(process.env);
  const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
  const log = createLog('warn');
  const database = await joinDatabase({ env, dataDir, log });
  try {
    const keys = { secretKey: secretKeyOf(env.SECRET_KEY, dataDir), oldKeys: env.SECRET_KEY_OLD };
    await prepareDatabase(database, keys);
    const { db, close } = createDb(database.url);
    try {
      const secrets = await openSecrets({ db, clock: systemClock, random: systemRandom }, keys);
      const ids = createIds(systemClock, systemRandom);
      return await work({ db, env, dataDir, log, secrets, clock: systemClock, ids });
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
};

/** One sentence about what ended a command. */
export const endWith = (fault: unknown): never => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
};
