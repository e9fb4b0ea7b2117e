import { createDb, migrate } from '@skyport/db';
import { acceptChain, problemText, verifyChain } from './audit/index.ts';
import { joinDatabase } from './find-database.ts';
import { systemClock } from './platform/clock.ts';
import { dataDirOf, secretKeyOf } from './platform/data-dir.ts';
import { readEnv } from './platform/env.ts';
import { createIds, systemRandom } from './platform/ids.ts';
import { createLog } from './platform/log.ts';
import { createSecrets } from './platform/secrets.ts';

/** What makes verification begin anew behind what was found. */
const ACCEPT = 'accept';

/**
 * `npm run audit`: walks the audit's chain and says what is wrong with it; ends with 1 when something is. With `accept`
 * what is wrong is taken as seen, and an entry says so: verification begins behind it. Works while the panel runs and
 * while it does not.
 */
const main = async (option: string | undefined): Promise<number> => {
  if (option !== undefined && option !== ACCEPT) throw new Error(`Usage: npm run audit [-- ${ACCEPT}]`);
  const env = readEnv(process.env);
  const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
  const log = createLog('warn');
  const database = await joinDatabase({ env, dataDir, log });
  try {
    await migrate(database.ownerUrl, { appUrl: database.url });
    const { db, close } = createDb(database.url);
    const secrets = createSecrets(secretKeyOf(env.SECRET_KEY, dataDir), systemRandom);
    const deps = { db, env, log, secrets, clock: systemClock, ids: createIds(systemClock, systemRandom) };
    const { from, to, problems } = await (option ? acceptChain(deps) : verifyChain(deps)).finally(close);
    for (const problem of problems) process.stdout.write(`${problemText(problem)}\n`);
    process.stdout.write(`${from} – ${to}: ${problems.length} problems${option ? ', accepted' : ''}\n`);
    return problems.length === 0 || option ? 0 : 1;
  } finally {
    await database.stop();
  }
};

main(process.argv[2]).then(
  // A bundled server that was taken over goes on being watched otherwise.
  (code) => process.exit(code),
  (fault: unknown) => {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exit(1);
  },
);
