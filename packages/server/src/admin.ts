import { Email } from '@skyport/contract/shapes';
import { createDb, migrate } from '@skyport/db';
import { dropSecondStep, grantAdmin } from './accounts/index.ts';
import { joinDatabase } from './find-database.ts';
import { systemClock } from './platform/clock.ts';
import { dataDirOf, secretKeyOf } from './platform/data-dir.ts';
import { readEnv, type Env } from './platform/env.ts';
import { createIds, systemRandom } from './platform/ids.ts';
import { databaseJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { createSecrets } from './platform/secrets.ts';
import { servedAddress } from './platform/serving.ts';
import { createSettingsReader } from './settings/index.ts';

/** Option that removes the account's second step. */
const RESCUE = '--without-second-step';

/**
 * `npm run admin -- EMAIL`: makes an existing account an admin and ends its sessions; for an unknown address prints a
 * one-time link with which its owner makes the account. With `--without-second-step` it also removes the second step
 * of an admin who lost it. Works while the panel runs and while it does not.
 */
const main = async (given: string | undefined, option: string | undefined): Promise<void> => {
  const email = Email.safeParse(given ?? '');
  if (!email.success || (option !== undefined && option !== RESCUE)) {
    throw new Error(`Usage: npm run admin -- EMAIL [${RESCUE}]`);
  }
  const env = readEnv(process.env);
  const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
  const log = createLog('warn');
  const database = await joinDatabase({ env, dataDir, log });
  try {
    await migrate(database.ownerUrl, { appUrl: database.url });
    const { db, close } = createDb(database.url);
    const secrets = createSecrets(secretKeyOf(env.SECRET_KEY, dataDir), systemRandom);
    const settings = await createSettingsReader({ db, secrets, log });
    const ids = createIds(systemClock, systemRandom);
    const deps = { db, secrets, settings, env, jobs: databaseJobs, clock: systemClock, ids };
    const { base, hint } = placeOf(env, dataDir);
    const link = await grantAdmin(deps, email.data, base)
      .then(async (made) => {
        if (option && (await dropSecondStep(deps, email.data))) process.stdout.write('The second step is removed.\n');
        return made;
      })
      .finally(() => {
        settings.stop();
        return close();
      });
    process.stdout.write(
      link
        ? `There is no account ${email.data} yet. This link, valid for 24 hours and once, makes it an admin:\n${link}\n${hint}`
        : `${email.data} is an admin now and has to log in again.\n`,
    );
  } finally {
    await database.stop();
  }
};

/** Where links lead: to the address that is served; while no panel runs, to where one would serve with this environment. */
const placeOf = (env: Env, dataDir: string): { base: string; hint: string } => {
  const served = servedAddress(dataDir);
  if (served) return { base: served, hint: '' };
  const base = (env.PUBLIC_URL || `http://${env.HOST}:${env.PORT}`).replace(/\/$/, '');
  return {
    base,
    hint: `No panel runs on ${dataDir} now: start it, with the same PORT and PUBLIC_URL, to open the link.\n`,
  };
};

main(process.argv[2], process.argv[3]).catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
});
