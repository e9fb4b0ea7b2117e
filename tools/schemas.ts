import { join } from 'node:path';
import { cacheFolder } from './engines.ts';
import { bringPackageFile } from './npm-package.ts';

/** The JSON Schema of mihomo's configuration (MIT). Its install script refuses npm, so it cannot be a dependency. */
const SCHEMA = {
  spec: 'meta-json-schema@1.19.24',
  integrity: 'sha512-gCdz/f1D5P1bctTCED0pXqUV3GAvV0Uw1lfXkTzFgTp8hq6Wufuubx6inHd1nt6ynlX86NbuZ/KLWrSUKNlxKw==',
  file: 'package/schemas/meta-json-schema.json',
} as const;

/**
 * Path of the JSON Schema that mihomo's documents are checked against; brings it once with this machine's npm into the
 * cache folder of the engines. Throws one clear sentence when it cannot be had.
 */
export const mihomoSchema = async (): Promise<string> => {
  const target = join(cacheFolder(), `${SCHEMA.spec.replace('@', '-')}.json`);
  try {
    await bringPackageFile(SCHEMA, target);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.slice(-800) : String(cause);
    throw new Error(
      `The schema of mihomo's documents (${SCHEMA.spec}) could not be brought with npm and tar: ${detail}`,
      {
        cause,
      },
    );
  }
  return target;
};

if (import.meta.main) process.stdout.write(`${await mihomoSchema()}\n`);
