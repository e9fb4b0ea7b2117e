import type { RawNotification } from './payment-providers.ts';

/** A notification that somebody sent to the address of a provider's instance. */
export interface SentNotification extends RawNotification {
  readonly instance: string;
  /** The part of the address that nobody guesses. */
  readonly opaque: string;
}

/** What is answered to a notification. */
export interface NotificationAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The payments feature behind the addresses to which providers notify. */
export type PayNotifyRoute = (sent: SentNotification) => Promise<NotificationAnswer>;

/** Notes that a request to a provider's address was refused unread, with this HTTP status. */
export type PayTurnedAway = (url: string, status: number) => void;

/** What everybody is told whose notification is not taken: providers look for their own word of success in it. */
export const notTaken = (status: number): NotificationAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: 'refused',
});
