/** Where "now" comes from. Everything that needs the time takes a Clock, so that tests decide what time it is. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of a zone, made once: making one takes far longer than using it. */
const formatOf = (timezone: string): Intl.DateTimeFormat => {
  let format = formats.get(timezone);
  if (!format) {
    const style = { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const;
    formats.set(timezone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, ...style })));
  }
  return format;
};

/** `YYYY-MM-DD HH:mm:ss` of an instant in an IANA time zone. */
export const timeText = (at: Date, timezone: string): string => formatOf(timezone).format(at);

/**
 * The newest answer of each zone, good for the quarter of an hour it was asked in: no zone changes its day within one.
 */
const newestDays = new Map<string, { quarter: number; day: string }>();
const QUARTER_MS = 15 * 60_000;

/** Calendar day `YYYY-MM-DD` of an instant in an IANA time zone: the one place that decides what a day is. */
export const dayOf = (instant: Date, timezone: string): string => {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const newest = newestDays.get(timezone);
  if (newest?.quarter === quarter) return newest.day;
  const day = timeText(instant, timezone).slice(0, 'YYYY-MM-DD'.length);
  newestDays.set(timezone, { quarter, day });
  return day;
};

/** The calendar day `n` days after `day` (negative: before). */
export const addDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10);

/** The last day, in ms, that JavaScript and PostgreSQL both write with a year of four digits. */
export const LATEST_MS = Date.parse('9999-12-31T00:00:00Z');

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
