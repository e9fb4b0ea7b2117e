import { join } from 'node:path';
import { encryptFile } from '@skyport/server/backup/encrypted-file';
import { startPanelProgram, startProgram, type Program } from '../../testkit/program.ts';
import type { OldRig } from './old-release.ts';

const PASSPHRASE = 'a passphrase of the way back';
const NEWER = '9999_of_a_newer_release.sql';

type Environment = OldRig['panel']['environment'];

export const startPanel = async (environment: Environment): Promise<Program> => {
  const panel = startPanelProgram({ ...environment, ROLES: 'api,worker' });
  await panel.says(/Skyport is ready/);
  return panel;
};

/** Runs a command to its end; throws its last line unless a line matches `said`. */
const command = async (file: string, args: readonly string[], env: Environment, said: RegExp): Promise<void> => {
  const program = startProgram(`packages/server/src/${file}`, args, env);
  const code = await program.over;
  if (!program.lines.some((line) => said.test(line)))
    throw new Error(`${file} ended with ${code}: ${program.lines.at(-1)}`);
};

/**
 * Goes back as the runbook says: a backup, a newer release's migration, this release refuses, the encrypted backup is
 * restored and this release serves again. Gives the panel that serves; throws a sentence where a step fails.
 */
export const goBack = async (rig: OldRig, panel: Program, folder: string): Promise<Program> => {
  const env = { ...rig.panel.environment, BACKUP_PASSPHRASE: PASSPHRASE };
  const [backup, encrypted] = [join(folder, 'before.tar'), join(folder, 'before.tar.age')];
  await command('backup-command.ts', [backup], env, /before\.tar: \d+ tables/);
  await encryptFile(backup, encrypted, PASSPHRASE);
  await panel.stop();
  await rig.panel.query(
    `insert into schema_migrations (name, sha256, applied_at) select '${NEWER}', sha256, now() from schema_migrations limit 1`,
  );
  await command('main.ts', [], env, /newer than this program/);
  await command('restore-command.ts', [encrypted, '--replace'], env, /The ledger is in order/);
  return startPanel(rig.panel.environment);
};
