import { rawCalls } from '@skyport/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TelegramTaken } from '../platform/telegram-route.ts';
import type { Gate } from './gate.ts';
import { mountRaw } from './raw-route.ts';

const STATUS: Readonly<Record<TelegramTaken, number>> = { taken: 200, forbidden: 401, away: 404 };

/** Room for an update of Telegram with what it answers and quotes, in bytes. Nobody else's body is read. */
const BODY_BYTES = 256 * 1024;

/** Mounts the bot's webhook. Whoever knows its secret is not limited; whoever does not is. */
export const mountTelegram = (gate: Gate): void => {
  const row = rawCalls.telegramWebhook;
  const answer = (reply: FastifyReply, status: number): FastifyReply => {
    reply.outcome = { name: row.path, code: status };
    return reply.code(status).send({});
  };
  const admit = (request: FastifyRequest): TelegramTaken => {
    const header = request.headers['x-telegram-bot-api-secret-token'];
    return gate.telegram.admit(typeof header === 'string' ? header : '');
  };
  mountRaw(gate, row, {
    bodyLimit: BODY_BYTES,
    throttled: 'unlimited',
    onRequest: async (request, reply) => {
      const admitted = admit(request);
      if (admitted === 'taken') return undefined;
      return answer(reply, gate.rateLimiter.allowsAddress(row.rate, request.ip) ? STATUS[admitted] : 429);
    },
    handler: async (request, reply) => answer(reply, STATUS[await gate.telegram.take(request.body)]),
  });
};
