import { GIB, MIB } from '@skyport/contract/units';

/** Where a notification may lead: a route of the console, or a page over HTTPS. Nothing else is ever a link. */
export const isSafeHref = (href: string): boolean => {
  if (/^#\/[^\s]*$/.test(href) || /^\/#\/[^\s]*$/.test(href)) return true;
  return URL.canParse(href) && new URL(href).protocol === 'https:';
};

/** Bytes as people read them: whole and tenths of G, or M below one. */
export const amount = (bytes: number): string =>
  bytes >= GIB ? `${Math.round((bytes / GIB) * 10) / 10} G` : `${Math.ceil(bytes / MIB)} M`;

/** Hour of an instant in a time zone, 0 to 23. */
export const hourOf = (instant: Date, timezone: string): number =>
  Number(instant.toLocaleString('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' }));

/** `YYYY-MM-DD HH:mm` of an instant in a time zone. */
export const minuteText = (instant: Date, timezone: string): string =>
  instant.toLocaleString('sv-SE', { timeZone: timezone }).slice(0, 16);
