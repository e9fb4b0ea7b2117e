import { rawCalls } from '@skyport/contract';
import type { LinkAnswer } from '@skyport/contract/accounts';
import type { RawCall } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConfirmAnswer, ConfirmRequest } from '../platform/confirm-route.ts';
import type { Gate } from './app.ts';
import { markOf } from './browser-mark.ts';
import { callerOf, startSession } from './session.ts';

/** Mounts what the confirm page asks with the query of a mailed link: plain JSON (`LinkAnswer`); 0 may log in too. */
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
      const Code = codes[answer.code].code;
      reply.outcome = { name: row.path, code: Code };
      const { asked, otherAccount } = answer;
      const sent: LinkAnswer = { Code, ...(asked && { asked }), ...(otherAccount && { other_account: true }) };
      return reply.code(answer.code === 'throttled' ? 429 : 200).send(sent);
    },
  });
};

const confirm = async (
  gate: Gate,
  row: RawCall,
  kind: ConfirmRequest['kind'],
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
): Promise<ConfirmAnswer> => {
  // Only the page asks here: a link elsewhere that leads straight to this address must not change anything.
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return { code: 'roleForbidden' };
  if (!gate.limits.allowsAddress(row.rate, request.ip)) return { code: 'throttled' };
  const { serial_id: serialId, key } = request.query;
  if (typeof serialId !== 'string' || typeof key !== 'string') return { code: 'invalidPayload' };
  const [deps, secure] = [{ ...gate.deps, reader: gate.reader }, gate.secure(request)];
  const { account } = await callerOf(request, deps, secure);
  const mark = markOf(request, secure);
  const answer = await gate.confirm({ kind, serialId, key, address: request.ip, mark, accountId: account?.id });
  if (answer.session) {
    await startSession(answer.session, reply, request.headers['user-agent'] ?? '', deps, secure);
  }
  return answer;
};
