import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { binary, root, run } from './run.ts';

/** What the console is made of. */
const SOURCES = [
  'packages/web/src',
  'packages/web/index.html',
  'packages/web/browser-floor.ts',
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

/** Files below this gain nothing from being compressed. */
const WORTH_BYTES = 1024;

/** Puts a brotli and a gzip copy beside every file of the build, so that serving never compresses. */
const compress = (dir: string): void => {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|html|svg|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = readFileSync(path);
    if (plain.length < WORTH_BYTES) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(plain));
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  }
};

/** Builds the console when it is missing or older than what it is made of. */
const dist = join(root, 'packages/web/dist');
const built = join(dist, 'index.html');
const stale =
  !existsSync(built) || statSync(built).mtimeMs < Math.max(...SOURCES.map((path) => newest(join(root, path))));
if (stale) {
  process.exitCode = await run(binary('vite'), ['build', 'packages/web', '--logLevel', 'warn']);
  if (process.exitCode === 0) compress(dist);
}
