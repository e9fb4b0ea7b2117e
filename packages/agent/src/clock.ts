/** The agent's source of time; tests pass a fixed one. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
};

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Refuses (RangeError) a zone that this machine does not know, else gives its formatter of calendar days. */
const dayFormat = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timezone, made);
  return made;
};
const formats = new Map<string, Intl.DateTimeFormat>();

/** Business day (YYYY-MM-DD) of an instant in an IANA zone. Throws RangeError for an unknown zone. */
export const businessDay = (now: number, timezone: string): string => {
  const parts = new Map(
    dayFormat(timezone)
      .formatToParts(now)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
};
