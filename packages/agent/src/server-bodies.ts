import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';
import { Refusal } from './refusal.ts';

/** What a caller may send: bytes of a body, compressed or not, and whether it may be compressed. */
export type BodyLimit = { most: number; mayBeCompressed: boolean };

/** Bodies of a panel that is known: a whole set of 100,000 users on 8 lines is below it. */
export const panelBodies: BodyLimit = { most: 128 * 1024 * 1024, mayBeCompressed: true };
/** Bodies of whoever calls: two certificates and a proof are far below it. */
export const unknownCallerBodies: BodyLimit = { most: 64 * 1024, mayBeCompressed: false };

/** Answers below this size are not worth compressing. */
const COMPRESS_ABOVE = 1024;

const decompressors: Record<string, (body: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  zstd: promisify(zstdDecompress),
};

const compressors: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: promisify(gzip),
  zstd: promisify(zstdCompress),
};

/** A request's body as parsed JSON, undefined when it is empty. Refuses (413, 415, 400) what cannot be read. */
export const readBody = async (request: IncomingMessage, { most, mayBeCompressed }: BodyLimit): Promise<unknown> => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && !mayBeCompressed) throw new Refusal(415, 'the body must not be compressed');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new Refusal(413, 'the body is too large');
    parts.push(part);
  }
  if (size === 0) return undefined;
  const text = await decompress(Buffer.concat(parts), encoding, most);
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
};

const decompress = async (body: Buffer, encoding: string | undefined, most: number): Promise<Buffer> => {
  if (encoding === undefined || encoding === 'identity') return body;
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (!decompressor) throw new Refusal(415, 'the body is compressed in a way that is not known here');
  try {
    return await decompressor(body, { maxOutputLength: most });
  } catch {
    throw new Refusal(400, 'the body cannot be decompressed, or is too large');
  }
};

/** An answer's body as it is sent: compressed when it is large and the caller can read that. */
export const compressFor = async (
  request: IncomingMessage,
  body: Buffer,
): Promise<{ compressed: Buffer; encoding: string | undefined }> => {
  const encoding = body.length > COMPRESS_ABOVE ? acceptedEncoding(request) : undefined;
  const compressor = encoding === undefined ? undefined : compressors[encoding];
  return compressor ? { compressed: await compressor(body), encoding } : { compressed: body, encoding: undefined };
};

const acceptedEncoding = (request: IncomingMessage): string | undefined => {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(',');
  return ['zstd', 'gzip'].find((name) => accepted.some((encoding) => encoding.trim() === name));
};
