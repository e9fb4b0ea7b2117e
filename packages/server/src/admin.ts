import { Email } from '@skyport/contract/shapes';
import { createDb, migrate } from '@skyport/db';
import { dropSecondStep, grantAdmin } from './accounts/index.ts';
import { findDatabase } from './find-database.ts';
import { systemClock } from './platform/clock.ts';
import { dataDirOf } from './platform/data-dir.ts';
import { readEnv } from './platform/env.ts';
import { createIds, systemRandom } from './platform/ids.ts';
import { createLog } from './platform/log.ts';

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
  const database = await findDatabase(env, dataDirOf(env.DATA_DIR, process.cwd()), createLog('warn'));
  try {
    await migrate(database.ownerUrl, { appUrl: database.url });
    const { db, close } = createDb(database.url);
    const deps = { db, clock: systemClock, ids: createIds(systemClock, systemRandom) };
    const base = (env.PUBLIC_URL || `http://${env.HOST}:${env.PORT}`).replace(/\/$/, '');
    const link = await grantAdmin(deps, email.data, base)
      .then(async (made) => {
        if (option && (await dropSecondStep(db, email.data))) process.stdout.write('The second step is removed.\n');
        return made;
      })
      .finally(close);
    process.stdout.write(
      link
        ? `There is no account ${email.data} yet. This link, valid for 24 hours and once, makes it an admin:\n${link}\n`
        : `${email.data} is an admin now and has to log in again.\n`,
    );
  } finally {
    if (!database.shared) await database.stop();
  }
  // A bundled server that was taken over goes on being watched otherwise.
  process.exit(0);
};

main(process.argv[2], process.argv[3]).catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
});
