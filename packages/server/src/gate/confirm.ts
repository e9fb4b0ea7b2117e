import { rawCalls } from '@skyport/contract';
import type { RawCall } from '@skyport/contract/call';
import { codes, type CodeName } from '@skyport/contract/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConfirmRequest } from '../platform/confirm-route.ts';
import type { Gate } from './app.ts';
import { startSession } from './session.ts';

/** Mounts what the confirm page asks with the query of a mailed link: plain JSON `{Code}`; 0 may log in too. */
export const mountConfirm = (gate: Gate): void => {
  mount(gate, rawCalls.signupConfirm, 'signup');
  mount(gate, rawCalls.changePassword, 'password');
  mount(gate, rawCalls.emailConfirm, 'email');
};

const mount = (gate: Gate, row: RawCall, kind: ConfirmRequest['kind']): void => {
  gate.app.route<{ Querystring: Record<string, unknown> }>({
    method: row.method,
    url: row.path,
    config: { access: row.access },
    handler: async (request, reply) => {
      const answer = await confirm(gate, row, kind, request, reply);
      reply.outcome = { name: row.path, code: codes[answer].code };
      return reply.code(answer === 'throttled' ? 429 : 200).send({ Code: codes[answer].code });
    },
  });
};

const confirm = async (
  gate: Gate,
  row: RawCall,
  kind: ConfirmRequest['kind'],
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
): Promise<CodeName> => {
  // Only the page asks here: a link elsewhere that leads straight to this address must not change anything.
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'roleForbidden';
  if (!gate.limits.allowsAddress(row.rate, request.ip)) return 'throttled';
  const { serial_id: serialId, key } = request.query;
  if (typeof serialId !== 'string' || typeof key !== 'string') return 'invalidPayload';
  const { code, session } = await gate.confirm({ kind, serialId, key, address: request.ip });
  if (session) {
    const deps = { ...gate.deps, reader: gate.reader };
    await startSession(session, reply, request.headers['user-agent'] ?? '', deps, gate.secure(request));
  }
  return code;
};
