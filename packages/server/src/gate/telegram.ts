import { rawCalls } from '@skyport/contract';
import type { TelegramTaken } from '../platform/telegram-route.ts';
import type { Gate } from './app.ts';

const STATUS: Readonly<Record<TelegramTaken, number>> = { taken: 200, forbidden: 401, away: 404 };

/** Mounts the bot's webhook. Whoever knows its secret is not limited; whoever does not is. */
export const mountTelegram = (gate: Gate): void => {
  const row = rawCalls.telegramWebhook;
  gate.app.route({
    method: row.method,
    url: row.path,
    config: { access: row.access },
    handler: async (request, reply) => {
      const header = request.headers['x-telegram-bot-api-secret-token'];
      const secret = typeof header === 'string' ? header : '';
      const taken = await gate.telegram({ secret, body: request.body });
      const allowed = taken === 'taken' || gate.limits.allowsAddress(row.rate, request.ip);
      const status = allowed ? STATUS[taken] : 429;
      reply.outcome = { name: row.path, code: status };
      return reply.code(status).send({});
    },
  });
};
