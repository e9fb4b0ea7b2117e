import { GIB, MIB } from '@skyport/contract/units';

/** An hour and a day in ms. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A number with at most so many decimals, without zeros at its end and never "-0": "50", "0.5". */
export const plain = (n: number, decimals: number): string => String(Number(n.toFixed(decimals)));

/** Bytes as GB with 2 decimals, e.g. "126.40". */
export const gb = (bytes: number): string => (bytes / GIB).toFixed(2);

/** Bytes with the unit that suits them: "800 B", "12 K", "512 M", "18.52 G", "3.82 T"; none are "0 M". */
export const traffic = (bytes: number): string => {
  const size = Math.abs(bytes);
  if (size >= 1024 ** 4) return `${(bytes / 1024 ** 4).toFixed(2)} T`;
  if (size >= GIB) return `${(bytes / GIB).toFixed(2)} G`;
  if (size >= MIB) return `${plain(bytes / MIB, size >= 10 * MIB ? 0 : 1)} M`;
  if (size >= 1024) return `${plain(bytes / 1024, 0)} K`;
  return size === 0 ? '0 M' : `${plain(bytes, 0)} B`;
};

const two = (n: number): string => String(n).padStart(2, '0');

/** `YYYY-MM-DD` of an instant in this browser's zone; empty for none. */
export const date = (instant: string | null | undefined): string => {
  if (!instant) return '';
  const d = new Date(instant);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
};

/** `YYYY-MM-DD HH:mm:ss` of an instant in this browser's zone; empty for none. */
export const dateTime = (instant: string | null | undefined): string => {
  if (!instant) return '';
  const d = new Date(instant);
  return `${date(instant)} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
};

/** Whole days (rounded) from `now` (ms) until an instant, never below 0. */
export const daysLeft = (instant: string | null, now: number): number =>
  instant === null ? 0 : Math.max(0, Math.round((Date.parse(instant) - now) / DAY_MS));
