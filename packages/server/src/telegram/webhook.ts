import { botOf, type BotAccess } from '../chat/index.ts';
import type { Deps } from '../platform/deps.ts';
import { sameBytes, sha256, type Secrets } from '../platform/secrets.ts';
import type { TelegramRoute } from '../platform/telegram-route.ts';
import { takeUpdates } from './updates.ts';

/** What Telegram proves itself with, different for each bot; made of letters and digits as `setWebhook` wants it. */
export const webhookSecret = (secrets: Pick<Secrets, 'mac'>, { token }: Pick<BotAccess, 'token'>): string =>
  secrets.mac('telegram-webhook', token).toString('hex');

/** Takes updates that Telegram delivers, while the settings want that. */
export const createTelegramRoute =
  (deps: Deps): TelegramRoute =>
  async ({ secret, body }) => {
    const bot = botOf(deps.settings.current());
    if (!bot?.webhook) return 'away';
    if (!sameBytes(sha256(secret), sha256(webhookSecret(deps.secrets, bot)))) return 'forbidden';
    await takeUpdates(deps, Number(bot.botId), [body]);
    return 'taken';
  };
