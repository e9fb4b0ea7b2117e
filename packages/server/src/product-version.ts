import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PRODUCT_DIR = join(import.meta.dirname, '../../..');

/** Version of the product, with its commit if git knows it. */
export const productVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(PRODUCT_DIR, 'package.json'), 'utf8')) as { version: string };
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: PRODUCT_DIR, stdio: 'pipe' });
    return `${version}+${commit.toString().trim()}`;
  } catch {
    return version;
  }
};
