import { DEFAULT_TIMEZONE } from '@skyport/contract/units';

/*
 * The shop's time: staff all over the world speak of the same days, which are those by which the shop counts. The zone
 * belongs to the installation; the page knows it before any list of staff is drawn.
 */

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

let zone: string = DEFAULT_TIMEZONE;
let format: Intl.DateTimeFormat | undefined;

/** The zone in which the shop's days begin (IANA), as the host says it. */
export const setShopZone = (timezone: string): void => {
  if (timezone === zone) return;
  zone = timezone;
  format = undefined;
};

/** Calendar and clock of the shop at an instant (ms): `YYYY-MM-DD HH:mm:ss`. */
const written = (at: number): string => {
  format ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return format.format(at);
};

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** `YYYY-MM-DD HH:mm:ss` of an instant in the shop's zone; empty for none. */
export const shopTime = (instant: string | null | undefined): string => (instant ? written(Date.parse(instant)) : '');

/** The shop's day of an instant, `YYYY-MM-DD`; empty for none. */
export const shopDate = (instant: string | null | undefined): string => shopTime(instant).slice(0, DAY_LENGTH);

const dayAt = (at: number): string => written(at).slice(0, DAY_LENGTH);

/** How far the shop's clock is ahead of UTC at an instant, in ms. */
const offsetAt = (at: number): number => {
  const seconds = Math.floor(at / SECOND_MS) * SECOND_MS;
  return Date.parse(`${written(seconds).replace(' ', 'T')}Z`) - seconds;
};

/**
 * The first ms of a day (`YYYY-MM-DD`) of the shop; undefined for what is no day. Where clocks are changed at midnight,
 * the day begins when its date is first shown.
 */
export const startOfShopDay = (day: string): number | undefined => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return undefined;
  const starts = [midnight - DAY_MS, midnight, midnight + DAY_MS].map((near) => midnight - offsetAt(near));
  const shown = starts.filter((at) => dayAt(at) === day);
  return Math.min(...(shown.length > 0 ? shown : starts));
};

/** The last second of a day of the shop as an instant; empty for no day. */
export const endOfShopDay = (day: string): string => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return '';
  const next = startOfShopDay(new Date(midnight + DAY_MS).toISOString().slice(0, DAY_LENGTH));
  return next === undefined ? '' : new Date(next - SECOND_MS).toISOString();
};
