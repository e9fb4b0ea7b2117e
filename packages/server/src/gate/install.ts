import { createReadStream } from 'node:fs';
import { rawCalls } from '@skyport/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from './gate.ts';
import { mountRaw } from './raw-route.ts';

/** Mounts what servers fetch during an install. */
export const mountInstall = (gate: Gate): void => {
  mountRaw(gate, rawCalls.installScript, { head: true, handler: sendFile(gate, false) });
  mountRaw(gate, rawCalls.installKit, { head: true, handler: sendFile(gate, true) });
};

const sendFile =
  (gate: Gate, kit: boolean) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const base = `${gate.secure(request) ? 'https' : 'http'}://${(request.headers.host ?? '').toLowerCase()}`;
    const file = await gate.install({ file: (request.params as { file: string }).file, kit, base });
    void reply.header('cache-control', 'no-store');
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('not found');
    void reply.headers({ 'content-type': file.contentType, 'content-length': file.bytes });
    if (request.method === 'HEAD') return reply.send('');
    return reply.send('text' in file.body ? file.body.text : createReadStream(file.body.path));
  };
