import { rawCalls } from '@skyport/contract';
import type { Gate } from './gate.ts';
import { mountRaw } from './raw-route.ts';

/** Mounts the public status page. Where it is switched off, the path is like any other that there is not. */
export const mountStatus = (gate: Gate): void => {
  mountRaw(gate, rawCalls.status, {
    handler: async (_request, reply) => {
      const html = await gate.status();
      if (html === undefined) {
        reply.callNotFound();
        return reply;
      }
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
    },
  });
};
