import { rawCalls } from '@skyport/contract';
import type { LinkAnswer } from '@skyport/contract/accounts';
import type { RawCall } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConfirmAnswer, ConfirmRequest } from '../platform/confirm-route.ts';
import { browserIdHashOf } from './browser-id.ts';
import type { Gate } from './gate.ts';
import { mountRaw } from './raw-route.ts';
import { askingOf, callerOf, startSession } from './session.ts';

/** Mounts what the confirm page asks with the query of a mailed link: plain JSON (`LinkAnswer`); 0 may log in too. */
export const mountConfirm = (gate: Gate): void => {
  mount(gate, rawCalls.signupConfirm, 'signup');
  mount(gate, rawCalls.changePassword, 'password');
  mount(gate, rawCalls.emailConfirm, 'email');
};

const mount = (gate: Gate, row: RawCall, kind: ConfirmRequest['kind']): void => {
  const send = (reply: FastifyReply, { code, asked, otherAccount }: ConfirmAnswer): FastifyReply => {
    const Code = codes[code].code;
    reply.outcome = { name: row.path, code: Code };
    const sent: LinkAnswer = { Code, ...(asked && { asked }), ...(otherAccount && { other_account: true }) };
    return reply.code(code === 'throttled' ? 429 : 200).send(sent);
  };
  mountRaw(gate, row, {
    throttled: (reply) => send(reply, { code: 'throttled' }),
    // Before the limit, so that no other site can use up its visitors' tokens with pictures of this address.
    onRequest: async (request, reply) => (isAskedByPage(request) ? undefined : send(reply, { code: 'roleForbidden' })),
    handler: async (request, reply) => send(reply, await confirm(gate, kind, { request, reply })),
  });
};

/** Only the page asks here: a link elsewhere that leads straight to this address must not change anything. */
const isAskedByPage = ({ headers }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
};

const confirm = async (
  gate: Gate,
  kind: ConfirmRequest['kind'],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<ConfirmAnswer> => {
  const { serial_id: serialId, key } = request.query as Record<string, unknown>;
  if (typeof serialId !== 'string' || typeof key !== 'string') return { code: 'invalidPayload' };
  const [deps, secure] = [{ ...gate.deps, reader: gate.reader }, gate.secure(request)];
  const { account } = await callerOf(askingOf(gate, request), deps);
  const browserIdHash = browserIdHashOf(request, secure);
  const answer = await gate.confirm({
    kind,
    serialId,
    key,
    address: request.ip,
    browserIdHash,
    accountId: account?.id,
  });
  // Where the account has changed since, the link has worked all the same: nobody is logged in by it, that is all.
  if (answer.session) await startSession(answer.session, { request, reply, secure }, deps);
  return answer;
};
