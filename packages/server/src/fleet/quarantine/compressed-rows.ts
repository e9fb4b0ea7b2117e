import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { UsageRow } from '@skyport/contract/fleet';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The first byte of JSON of rows: those that were kept by earlier versions are not compressed, nor is none at all. */
const BRACKET = 0x5b;

/** Rows as they are kept until somebody decides about them: whole and compressed. */
export const compressRows = (rows: readonly UsageRow[]): Promise<Buffer> => compress(JSON.stringify(rows));

/** The rows that were compressed. Throws when the bytes are damaged. */
export const decompressRows = async (compressed: Buffer): Promise<UsageRow[]> => {
  const text = compressed[0] === BRACKET ? compressed : await decompress(compressed);
  return JSON.parse(text.toString('utf8')) as UsageRow[];
};
