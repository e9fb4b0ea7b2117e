import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PRODUCT_DIR = join(import.meta.dirname, '../../../..');

/** Version of the running program, and its commit; empty where nothing tells it. */
export interface ProductVersion {
  readonly version: string;
  readonly commit: string;
}

/** Name of the file in which images and installed releases, which have no git, keep their commit. */
const COMMIT_FILE = 'commit';
/** Digits of a commit that are shown. */
const COMMIT_DIGITS = 8;

const commitIn = (dir: string): string => {
  const file = join(dir, COMMIT_FILE);
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim().slice(0, COMMIT_DIGITS);
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: dir, stdio: 'pipe' }).toString().trim();
  } catch {
    return '';
  }
};

/** The version of the program in a folder. */
export const versionIn = (dir: string): ProductVersion => {
  const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: commitIn(dir) };
};

let known: ProductVersion | undefined;

/** The version of the running program, asked for once: the folder may be replaced while it runs. */
export const readVersion = (): ProductVersion => (known ??= versionIn(PRODUCT_DIR));

/** Both in one word, as backups name the program that made them. */
export const versionText = ({ version, commit }: ProductVersion): string =>
  commit === '' ? version : `${version}+${commit}`;
