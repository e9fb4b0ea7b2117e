import { createReadStream } from 'node:fs';
import { rawCalls } from '@skyport/contract';
import type { RawCall } from '@skyport/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './answers.ts';
import type { Gate } from './app.ts';

/** Mounts what servers fetch during an install. */
export const mountInstall = (gate: Gate): void => {
  mount(gate, rawCalls.installScript, false);
  mount(gate, rawCalls.installKit, true);
};

const mount = (gate: Gate, row: RawCall, kit: boolean): void => {
  gate.app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: row.path,
    config: { access: row.access },
    handler: async (request, reply) => sendFile(gate, row, kit, request, reply),
  });
};

const sendFile = async (
  gate: Gate,
  row: RawCall,
  kit: boolean,
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (!gate.limits.allowsAddress(row.rate, request.ip)) return reply.code(429).send(refusal('throttled'));
  const base = `${gate.secure(request) ? 'https' : 'http'}://${(request.headers.host ?? '').toLowerCase()}`;
  const file = await gate.install({ file: request.params.file, kit, base });
  void reply.header('cache-control', 'no-store');
  if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('not found');
  void reply.headers({ 'content-type': file.contentType, 'content-length': file.bytes });
  if (request.method === 'HEAD') return reply.send('');
  return reply.send('text' in file.body ? file.body.text : createReadStream(file.body.path));
};
