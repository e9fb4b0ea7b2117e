import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** One file of a package that cannot be a dependency: for another machine, or with a script that refuses npm. */
export interface PackageFile {
  /** Name and exact version, `name@1.2.3`. */
  readonly spec: string;
  /** Integrity of the archive as registries state it (`sha512-` and base64). */
  readonly integrity: string;
  /** Path inside of the archive, which begins with `package/`. */
  readonly file: string;
}

const PATIENCE_MS = 300_000;

/**
 * Brings one file of a package to `target` with this machine's npm, unless it is there already. Packing runs no script
 * of the package and asks the registry that npm is set to. Throws when npm or tar cannot bring it, or when the archive
 * is not the pinned one.
 */
export const bringPackageFile = async ({ spec, integrity, file }: PackageFile, target: string): Promise<void> => {
  if (existsSync(target)) return;
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const room = await mkdtemp(join(folder, 'bring-'));
  try {
    const options = { cwd: room, timeout: PATIENCE_MS, maxBuffer: 4 * 1024 * 1024 };
    const { stdout } = await execFileAsync('npm', ['pack', spec, '--loglevel=error', '--ignore-scripts'], options);
    const archive = join(room, stdout.trim());
    const found = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`;
    if (found !== integrity) throw new Error(`its content is ${found} and not the pinned ${integrity}`);
    await execFileAsync('tar', ['-xzf', archive, file], options);
    await rename(join(room, file), target);
  } finally {
    await rm(room, { recursive: true, force: true });
  }
};
