import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PRODUCT_DIR = join(import.meta.dirname, '../../../..');

/** Version of the running program, and its commit; empty where git does not tell it. */
export interface ProductVersion {
  readonly version: string;
  readonly commit: string;
}

const ask = (): ProductVersion => {
  const { version } = JSON.parse(readFileSync(join(PRODUCT_DIR, 'package.json'), 'utf8')) as { version: string };
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: PRODUCT_DIR, stdio: 'pipe' });
    return { version, commit: commit.toString().trim() };
  } catch {
    return { version, commit: '' };
  }
};

let known: ProductVersion | undefined;

/** The version of the running program, asked for once: the folder may be replaced while it runs. */
export const readVersion = (): ProductVersion => (known ??= ask());

/** Both in one word, as backups name the program that made them. */
export const versionText = ({ version, commit }: ProductVersion): string =>
  commit === '' ? version : `${version}+${commit}`;
