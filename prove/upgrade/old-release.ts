import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Panel } from '../../testkit/panel.ts';
import { root } from '../../tools/run.ts';

const run = promisify(execFile);

/** An account of the old release with a session, and money for any number of purchases. */
export interface Buyer {
  readonly num: number;
  readonly cookie: string;
}

/** The product that everybody buys, and who buys. */
export interface Buyers {
  readonly comboId: string;
  readonly users: readonly Buyer[];
}

/** A panel of the old release on a database of its own. */
export interface OldRig {
  readonly panel: Pick<Panel, 'url' | 'databaseUrl' | 'environment' | 'query' | 'stop'>;
  readonly pid: number;
  readonly users: readonly Buyer[];
}

/** Functions of the old checkout's `bench/rig.ts` and `bench/purchases.ts`. */
export interface OldRelease {
  startRig(): Promise<OldRig>;
  makeBuyers(databaseUrl: string, users: OldRig['users']): Promise<Buyers>;
}

export const loadOld = async (folder: string): Promise<OldRelease> => {
  const { startRig } = (await import(join(folder, 'bench/rig.ts'))) as OldRelease;
  const { makeBuyers } = (await import(join(folder, 'bench/purchases.ts'))) as OldRelease;
  return { startRig, makeBuyers };
};

/** Puts an earlier commit of this checkout into a folder. Throws a sentence where the history is cut off. */
export const checkOutOld = async (commit: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const script = 'git -C "$1" archive "$2" | tar -x -C "$3"';
  await run('bash', ['-o', 'pipefail', '-c', script, 'bash', root, commit, folder]).catch((cause: unknown) => {
    throw new Error(`This checkout does not have commit ${commit}: fetch its whole history.`, { cause });
  });
  const { stdout } = await run('git', ['-C', root, 'diff', '--stat', commit, '--', 'package-lock.json']);
  if (stdout !== '') {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    return;
  }
  // Links of the workspaces are relative: copied, they lead into the folder.
  const copy = (at: string): void =>
    cpSync(join(root, at), join(folder, at), { recursive: true, verbatimSymlinks: true });
  copy('node_modules');
  for (const name of readdirSync(join(root, 'packages')))
    if (existsSync(join(root, 'packages', name, 'node_modules'))) copy(join('packages', name, 'node_modules'));
};
