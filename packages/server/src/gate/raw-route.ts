import type { RawCall } from '@skyport/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './answers.ts';
import type { Gate } from './gate.ts';

/** How a raw route is served. */
export interface RawRoute {
  /** Answers HEAD too: for files that clients and caches probe. */
  readonly head?: boolean;
  /** Further methods that it answers. */
  readonly also?: readonly RawCall['method'][];
  /** Largest body that is read, in bytes. */
  readonly bodyLimit?: number;
  /**
   * Answers a client that asks too often; by default HTTP 429 with the refusal `throttled`. `unlimited`: the route has
   * a limit of its own.
   */
  readonly throttled?: ((reply: FastifyReply, request: FastifyRequest) => FastifyReply) | 'unlimited';
  /** Before the body is read and a token of the address is taken; an answer ends the request. */
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Where it is mounted when not on the gate itself. */
  readonly app?: FastifyInstance;
}

const throttled = (reply: FastifyReply): FastifyReply => reply.code(429).send(refusal('throttled'));

/**
 * Mounts a route outside the envelope by its row: its path and method, its access policy, and its limit of an address,
 * which is asked before the body is read.
 */
export const mountRaw = (gate: Gate, row: RawCall, route: RawRoute): void => {
  const limit = route.throttled ?? throttled;
  (route.app ?? gate.app).route({
    method: [row.method, ...(route.also ?? []), ...(route.head === true ? ['HEAD'] : [])],
    url: row.path,
    config: { access: row.access },
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    onRequest: async (request, reply) => {
      await route.onRequest?.(request, reply);
      if (reply.sent || limit === 'unlimited' || gate.rateLimiter.allowsAddress(row.rate, request.ip)) return undefined;
      return limit(reply, request);
    },
    handler: route.handler,
  });
};
