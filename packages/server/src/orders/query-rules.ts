import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';

/** How old a trade is when its provider is asked about it, in ms; then again each half an hour. */
const AGES_MS: readonly number[] = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
];
const THEN_MS = 30 * MINUTE_MS;
/** For how long a trade is asked about when its time is over, in ms. */
const AFTER_END_MS = 24 * HOUR_MS;

/** What a trade's queries are reckoned by. */
interface Asked {
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** When the provider of a trade that nothing has paid is asked next; undefined when nobody asks any more. */
export const nextQuery = ({ created_at, expires_at }: Asked, now: Date): Date | undefined => {
  const age = now.getTime() - created_at.getTime();
  const planned = AGES_MS.find((each) => each > age);
  const next = planned === undefined ? now.getTime() + THEN_MS : created_at.getTime() + planned;
  return next <= expires_at.getTime() + AFTER_END_MS ? new Date(next) : undefined;
};
