/** What became of a delivery: taken, refused because of its secret, or `away` because no webhook is set up now. */
export type TelegramTaken = 'taken' | 'forbidden' | 'away';

/** The Telegram feature behind the gate's webhook. */
export interface TelegramRoute {
  /** Whether a delivery with this secret (header X-Telegram-Bot-Api-Secret-Token) may be read at all. */
  admit(secret: string): TelegramTaken;
  /** Takes the body of a delivery that was admitted. */
  take(body: unknown): Promise<TelegramTaken>;
}
