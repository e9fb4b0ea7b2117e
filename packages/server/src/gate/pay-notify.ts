import { rawCalls } from '@skyport/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../platform/database-away.ts';
import { notTaken, type NotificationAnswer } from '../platform/pay-notify-route.ts';
import type { Gate } from './gate.ts';
import { mountRaw } from './raw-route.ts';

/** Room for a notification, in bytes: providers send a form or an object of a dozen fields. */
const BODY_BYTES = 16 * 1024;

const row = rawCalls.payNotify;

const send = (reply: FastifyReply, { status, contentType, body }: NotificationAnswer): FastifyReply => {
  reply.outcome = { name: row.path, code: status };
  return reply.code(status).type(contentType).send(body);
};

const queryOf = ({ url }: FastifyRequest): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]));

const take = async (gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { instance, opaque } = request.params as { instance: string; opaque: string };
  const { body } = request;
  const headers = headersOf(request);
  const answer = await gate.payNotify({
    instance,
    opaque,
    method: request.method === 'GET' ? 'GET' : 'POST',
    query: queryOf(request),
    contentType: headers['content-type'] ?? '',
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  });
  return send(reply, answer);
};

/** Whether a request is for a provider's address: what the gate itself refuses of it is never HTTP 200. */
export const isPayNotify = (url: string): boolean => url.startsWith('/api/pay/notify/');

/** Refuses a notification unread, and has that counted for staff. */
const turnAway = (gate: Gate, reply: FastifyReply, status: number): FastifyReply => {
  gate.payTurnedAway(reply.request.url, status);
  return send(reply, notTaken(status));
};

/** Refuses a notification whose address or headers are too long to be read. */
export const refuseNotification = (gate: Gate, reply: FastifyReply): FastifyReply => turnAway(gate, reply, 400);

/** Mounts the addresses to which payment providers notify. */
export const mountPayNotify = async (gate: Gate): Promise<void> => {
  // In a plugin's scope of its own: here alone a body is taken as it comes, whatever it says to be.
  await gate.app.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
    app.setErrorHandler(async (fault: FastifyError, request, reply) => {
      const { statusCode: status = 500 } = fault;
      if (status >= 400 && status < 500) return turnAway(gate, reply, status === 413 ? 413 : 400);
      if (!isDatabaseAway(fault)) await gate.faults(fault, { call: row.path, requestId: request.id });
      return send(reply, notTaken(isDatabaseAway(fault) ? 503 : 500));
    });
    mountRaw(gate, row, {
      app,
      also: ['GET'],
      bodyLimit: BODY_BYTES,
      throttled: (reply) => turnAway(gate, reply, 429),
      handler: (request, reply) => take(gate, request, reply),
    });
  });
};
