import { GIB, MIB } from '@skyport/contract/units';

/** An hour and a day in ms. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A number with at most so many decimals, without zeros at its end and never "-0": "50", "0.5". */
export const plain = (n: number, decimals: number): string => String(Number(n.toFixed(decimals)));

/** A share of 0 to 1 as a percent with at most two decimals: "20%", "12.5%". */
export const percent = (share: number): string => `${plain(share * 100, 2)}%`;

/** Yuan with 2 decimals: "19.90". */
export const yuan = (amount: number): string => amount.toFixed(2);

/** Bytes as GB with 2 decimals, e.g. "126.40". */
export const gb = (bytes: number): string => (bytes / GIB).toFixed(2);

/** Bytes as GB with at most 2 decimals and without zeros at the end: "50", "0.5". */
export const plainGb = (bytes: number): string => plain(bytes / GIB, 2);

/** The units of traffic, and how much of one is written. */
const trafficUnits: readonly { readonly unit: string; readonly size: number; readonly show: (n: number) => string }[] =
  [
    { unit: 'B', size: 1, show: (n) => plain(n, 0) },
    { unit: 'K', size: 1024, show: (n) => plain(n, 0) },
    { unit: 'M', size: MIB, show: (n) => plain(n, n >= 10 ? 0 : 1) },
    { unit: 'G', size: GIB, show: (n) => n.toFixed(2) },
  ];

/**
 * Bytes with the unit that suits them: "800 B", "12 K", "512 M", "18.52 G", "3.82 T"; none are "0 M". What is rounded
 * to 1024 of a unit is one of the next.
 */
export const traffic = (bytes: number): string => {
  if (bytes === 0) return '0 M';
  // Written as every other amount that is taken away.
  if (bytes < 0) return `−${traffic(-bytes)}`;
  for (const { unit, size, show } of trafficUnits) {
    const shown = show(bytes / size);
    if (Number(shown) < 1024) return `${shown} ${unit}`;
  }
  return `${(bytes / 1024 ** 4).toFixed(2)} T`;
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
