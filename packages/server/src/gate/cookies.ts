import type { FastifyRequest } from 'fastify';

/** A cookie as a browser sends it: name and value. */
export type SentCookie = readonly [name: string, value: string];

/**
 * Cookies of a request in the order in which they were sent, as they were sent: the values of our own need no decoding.
 * They are read once a call; the plugin that sets cookies would read them at every request, for a record that only few
 * calls look at.
 */
export const cookiesOf = (request: Pick<FastifyRequest, 'headers'>): readonly SentCookie[] => {
  const header = request.headers.cookie;
  if (header === undefined) return [];
  return header.split(';').map((pair): SentCookie => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair.trim(), ''] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
  });
};

/** The value of the first cookie of a name; undefined when none was sent. */
export const cookieNamed = (cookies: readonly SentCookie[], name: string): string | undefined =>
  cookies.find(([of]) => of === name)?.[1];
