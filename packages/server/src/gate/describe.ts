import { rawCalls } from '@skyport/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import type { Gate } from './gate.ts';
import { acceptsGzip } from '../platform/accepts-gzip.ts';
import { mountRaw } from './raw-route.ts';

const HOUR_SECONDS = 3600;

/** Mounts the files below `/describe`: for everybody, cached for an hour by whoever fetches them. */
export const mountDescribe = (gate: Gate): void => {
  mountRaw(gate, rawCalls.describeFilter, { head: true, handler: sendFile(gate, () => null) });
  const nameOf = (request: FastifyRequest) => (request.params as { file: string }).file;
  mountRaw(gate, rawCalls.describeRules, { head: true, handler: sendFile(gate, nameOf) });
};

const sendFile =
  (gate: Gate, nameOf: (request: FastifyRequest) => string | null) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const host = (request.headers.host ?? '').toLowerCase();
    const file = await gate.describe({ name: nameOf(request), host });
    if (!file)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('not found');
    const compressed = acceptsGzip(String(request.headers['accept-encoding'] ?? '')) ? file.gzip : undefined;
    const { body, etag } = compressed ?? file;
    void reply.headers({ etag, vary: 'accept-encoding', 'cache-control': `public, max-age=${HOUR_SECONDS}` });
    if (fresh(request.headers, { etag })) return reply.code(304).send();
    if (compressed) void reply.header('content-encoding', 'gzip');
    void reply.headers({ 'content-type': file.contentType, 'content-length': body.length });
    return reply.send(request.method === 'HEAD' ? '' : body);
  };
