import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';
import { Refusal } from './refusal.ts';

/** Bodies are refused above this size, packed or unpacked: a whole set of 100,000 users on 8 lines is below it. */
const MAX_BODY = 128 * 1024 * 1024;

/** Answers below this size are not worth packing. */
const PACK_ABOVE = 1024;

const unpackers: Record<string, (body: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  zstd: promisify(zstdDecompress),
};

const packers: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: promisify(gzip),
  zstd: promisify(zstdCompress),
};

/** A request's body as parsed JSON, undefined when it is empty. Refuses (413, 415, 400) what cannot be read. */
export const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) throw new Refusal(413, 'the body is too large');
    parts.push(part);
  }
  if (size === 0) return undefined;
  const text = await unpack(Buffer.concat(parts), request.headers['content-encoding']);
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
};

const unpack = async (body: Buffer, packing: string | undefined): Promise<Buffer> => {
  if (packing === undefined || packing === 'identity') return body;
  const unpacker = Object.hasOwn(unpackers, packing) ? unpackers[packing] : undefined;
  if (!unpacker) throw new Refusal(415, 'the body is packed in a way that is not known here');
  try {
    return await unpacker(body, { maxOutputLength: MAX_BODY });
  } catch {
    throw new Refusal(400, 'the body cannot be unpacked, or is too large');
  }
};

/** An answer's body as it is sent: compressed when it is large and the caller can read that. */
export const packFor = async (
  request: IncomingMessage,
  body: Buffer,
): Promise<{ packed: Buffer; packing: string | undefined }> => {
  const packing = body.length > PACK_ABOVE ? acceptedPacking(request) : undefined;
  const packer = packing === undefined ? undefined : packers[packing];
  return packer ? { packed: await packer(body), packing } : { packed: body, packing: undefined };
};

const acceptedPacking = (request: IncomingMessage): string | undefined => {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(',');
  return ['zstd', 'gzip'].find((name) => accepted.some((encoding) => encoding.trim() === name));
};
