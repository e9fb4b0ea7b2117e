import { Email } from '@skyport/contract/shapes';
import { dropSecondStep, grantAdmin } from './accounts/index.ts';
import { endWith, inInstallation, type CommandDeps } from './command.ts';
import type { Deps } from './platform/deps.ts';
import type { Env } from './platform/env.ts';
import { databaseJobs } from './platform/jobs.ts';
import { servedAddress } from './platform/serving.ts';
import { createSettingsReader } from './settings/index.ts';

/** Option that removes the account's second step. */
const RESCUE = '--without-second-step';

/**
 * `npm run admin -- EMAIL`: makes an existing account an admin and ends its sessions; for an unknown address prints a
 * one-time link with which its owner makes the account. With `--without-second-step` it also removes the second step
 * of an admin who lost it. Works while the panel runs and while it does not.
 */
const main = async (typed: string | undefined, option: string | undefined): Promise<void> => {
  const email = Email.safeParse(typed ?? '');
  if (!email.success || (option !== undefined && option !== RESCUE)) {
    throw new Error(`Usage: npm run admin -- EMAIL [${RESCUE}]`);
  }
  await inInstallation(async (given) => {
    const settings = await createSettingsReader(given);
    try {
      await grant({ ...given, settings, jobs: databaseJobs }, email.data, option !== undefined);
    } finally {
      settings.stop();
    }
  });
};

const grant = async (
  deps: CommandDeps & Pick<Deps, 'settings' | 'jobs'>,
  email: string,
  withoutSecondStep: boolean,
): Promise<void> => {
  const { base, hint } = placeOf(deps.env, deps.dataDir);
  const link = await grantAdmin(deps, email, base);
  if (withoutSecondStep && (await dropSecondStep(deps, email))) process.stdout.write('The second step is removed.\n');
  process.stdout.write(
    link
      ? `There is no account ${email} yet. This link, valid for 24 hours and once, makes it an admin:\n${link}\n${hint}`
      : `${email} is an admin now and has to log in again.\n`,
  );
};

/**
 * Where links lead: to the address that is served; while no panel runs, to where one would serve with this environment.
 */
const placeOf = (env: Env, dataDir: string): { base: string; hint: string } => {
  const served = servedAddress(dataDir);
  if (served) return { base: served, hint: '' };
  const base = (env.PUBLIC_URL || `http://${env.HOST}:${env.PORT}`).replace(/\/$/, '');
  return {
    base,
    hint: `No panel runs on ${dataDir} now: start it, with the same PORT and PUBLIC_URL, to open the link.\n`,
  };
};

main(process.argv[2], process.argv[3]).catch(endWith);
