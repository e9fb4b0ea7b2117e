import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An object store that takes only requests that are signed right (AWS Signature Version 4), and keeps
 * objects in memory.
 */
export interface SignedStore {
  readonly url: string;
  /** Keys that are stored now, with the bucket in front. */
  readonly keys: () => readonly string[];
  /** Requests that were turned away. */
  readonly refused: () => number;
  readonly stop: () => Promise<void>;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const field = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? '').trim();

/** Whether a request carries the signature that its own parts and the secret make. */
const isSigned = (request: IncomingMessage, { accessKey, secretKey }: { accessKey: string; secretKey: string }) => {
  const [, key, day = '', region = '', names = '', signature = ''] =
    AUTHORIZATION.exec(field(request, 'authorization')) ?? [];
  const at = field(request, 'x-amz-date');
  if (key !== accessKey || !at.startsWith(day) || !names.split(';').includes('host')) return false;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${field(request, name)}\n`);
  const body = field(request, 'x-amz-content-sha256');
  const canonical = [request.method, pathname, query, headers.join(''), names, body].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha(canonical)].join('\n');
  const signing = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request');
  return timingSafeEqual(hmac(signing, text), Buffer.from(signature, 'hex'));
};

/** Starts one for a pair of keys. */
export const startSignedStore = async (keys: { accessKey: string; secretKey: string }): Promise<SignedStore> => {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  let refused = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://store').pathname;
    if (!isSigned(request, keys)) {
      refused += 1;
      response.writeHead(403, { 'content-type': 'application/xml' });
      return response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    if (request.method === 'PUT') {
      objects.set(path, { bytes: Buffer.concat(chunks), type: String(request.headers['content-type'] ?? '') });
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    const found = objects.get(path);
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    return response
      .writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length })
      .end(found.bytes);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: () => [...objects.keys()],
    refused: () => refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
