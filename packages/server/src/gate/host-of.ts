import type { FastifyRequest } from 'fastify';

/** Name of the host that a request came to: its Host header without port, lower-case. */
export const hostOf = (request: FastifyRequest): string =>
  (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
