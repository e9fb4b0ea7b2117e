import { botOf, type BotAccess } from '../chat/index.ts';
import type { Deps } from '../platform/deps.ts';
import { sameBytes, sha256, type Secrets } from '../platform/secrets.ts';
import type { TelegramRoute } from '../platform/telegram-route.ts';
import { takeUpdates } from './updates.ts';

/** What Telegram proves itself with, different for each bot; made of letters and digits as `setWebhook` wants it. */
export const webhookSecret = (secrets: Pick<Secrets, 'mac'>, { token }: Pick<BotAccess, 'token'>): string =>
  secrets.mac('telegram-webhook', token).toString('hex');

/** Takes updates that Telegram delivers, while the settings want that. */
export const createTelegramRoute = (deps: Deps): TelegramRoute => {
  const webhookBot = (): BotAccess | undefined => {
    const bot = botOf(deps.settings.current());
    return bot?.webhook ? bot : undefined;
  };
  return {
    admit: (secret) => {
      const bot = webhookBot();
      if (!bot) return 'away';
      return sameBytes(sha256(secret), sha256(webhookSecret(deps.secrets, bot))) ? 'taken' : 'forbidden';
    },
    take: async (body) => {
      const bot = webhookBot();
      if (!bot) return 'away';
      await takeUpdates(deps, Number(bot.botId), [body]);
      return 'taken';
    },
  };
};
