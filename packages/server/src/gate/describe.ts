import { rawCalls } from '@skyport/contract';
import type { RawCall } from '@skyport/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from './app.ts';
import { refusal } from './answers.ts';

const HOUR_SECONDS = 3600;

/** Mounts the files below `/describe`: for everybody, kept an hour by whoever fetches them. */
export const mountDescribe = (gate: Gate): void => {
  mount(gate, rawCalls.describeFilter, () => null);
  mount(gate, rawCalls.describeRules, (request) => (request.params as { file: string }).file);
};

const mount = (gate: Gate, row: RawCall, nameOf: (request: FastifyRequest) => string | null): void => {
  gate.app.route({
    method: ['GET', 'HEAD'],
    url: row.path,
    config: { access: row.access },
    handler: async (request, reply) => sendFile(gate, row, nameOf(request), request, reply),
  });
};

const sendFile = async (
  gate: Gate,
  row: RawCall,
  name: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (!gate.limits.allowsAddress(row.rate, request.ip)) return reply.code(429).send(refusal('throttled'));
  const file = await gate.describe({ name, host: (request.headers.host ?? '').toLowerCase() });
  if (!file)
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('not found');
  void reply.headers({ etag: file.etag, 'cache-control': `public, max-age=${HOUR_SECONDS}` });
  if (names(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  void reply.headers({ 'content-type': file.contentType, 'content-length': file.body.length });
  return reply.send(request.method === 'HEAD' ? '' : file.body);
};

/** Whether a header of this form names the tag; one that a proxy has made weak counts too. */
const names = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
