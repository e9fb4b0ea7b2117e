import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { binary, root, run } from './run.ts';

/** What the console is made of. */
const SOURCES = [
  'packages/web/src',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/public',
  'packages/contract/src',
  'package-lock.json',
];

const newest = (path: string): number => {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
};

/** Builds the console when it is missing or older than what it is made of. */
const built = join(root, 'packages/web/dist/index.html');
const stale =
  !existsSync(built) || statSync(built).mtimeMs < Math.max(...SOURCES.map((path) => newest(join(root, path))));
if (stale) process.exitCode = await run(binary('vite'), ['build', 'packages/web', '--logLevel', 'warn']);
