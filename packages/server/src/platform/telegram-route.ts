/** A delivery to the bot's webhook, not looked at yet. */
export interface TelegramDelivery {
  /** Header X-Telegram-Bot-Api-Secret-Token; empty when it was not sent. */
  readonly secret: string;
  readonly body: unknown;
}

/** `away`: there is no webhook now. */
export type TelegramTaken = 'taken' | 'forbidden' | 'away';

/** The Telegram feature behind the gate's webhook. */
export type TelegramRoute = (delivery: TelegramDelivery) => Promise<TelegramTaken>;
