import { rawCalls } from '@skyport/contract';
import { codes } from '@skyport/contract/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from './app.ts';
import { refusal } from './answers.ts';
import { refusedBy } from './roles.ts';
import { callerOf } from './session.ts';

interface Params {
  kind: string;
  userId: string;
  userkey: string;
}

/** Mounts the subscription documents; the route's own text is all that is ever logged of an address. */
export const mountDocuments = (gate: Gate): void => {
  const row = rawCalls.subscript;
  gate.app.route<{ Params: Params; Querystring: Record<string, string | string[]> }>({
    method: ['GET', 'HEAD'],
    url: row.path,
    config: { access: row.access },
    handler: async (request, reply) => sendDocument(gate, request, reply),
  });
};

/** Routes outside the envelope whose feature is not built yet answer 1198, after their access policy. */
export const mountUnbuiltRoutes = (gate: Gate): void => {
  for (const row of Object.values(rawCalls).filter(({ built }) => !built)) {
    gate.app.route({
      method: row.method,
      url: row.path,
      config: { access: row.access },
      handler: async (request, reply) => {
        const caller = await callerOf(request, { ...gate.deps, reader: gate.reader }, gate.secure(request));
        const reason = refusedBy(row.access, caller) ?? 'notBuilt';
        reply.outcome = { name: row.path, code: codes[reason].code };
        return reply.send(refusal(reason));
      },
    });
  }
};

const sendDocument = async (
  gate: Gate,
  request: FastifyRequest<{ Params: Params; Querystring: Record<string, string | string[]> }>,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (!gate.limits.allows('document', request.ip, undefined)) return reply.code(429).send(refusal('throttled'));
  const query = Object.entries(request.query).map(([key, value]) => [
    key,
    String(Array.isArray(value) ? value[0] : value),
  ]);
  const answer = await gate.document({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    ...request.params,
    query: Object.fromEntries(query),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    address: request.ip,
    host: (request.headers.host ?? '').toLowerCase(),
    secure: gate.secure(request),
  });
  reply.outcome = { name: 'subscription.document', code: answer.status };
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .send(request.method === 'HEAD' ? '' : answer.body);
};
