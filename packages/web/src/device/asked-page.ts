/*
 * Which page somebody asked for before they had to log in. It travels in the state of the history's entry and not in
 * the address, so that no link from elsewhere can name it; it is held against the form of our own routes all the same.
 */

const KEY = 'askedFor';

/** What the log-in page is told of the route that was asked for, with its query. */
export const askedFor = (route: string): Readonly<Record<string, string>> => ({ [KEY]: route });

/** A route of ours: one slash in front, and neither a second one nor a backslash behind it. */
const ROUTE = /^\/(?![/\\])[^\s\\]*$/;

/** Pages that nobody asks for to be shown after a log-in. */
const NEVER = /^\/(?:login|register|reset|confirm|setup)(?:[/?]|$)/;

/** The page that was asked for, by the state of the history's entry; undefined for nothing that is a page of ours. */
export const pageAskedFor = (state: unknown): string | undefined => {
  const asked = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[KEY] : undefined;
  return typeof asked === 'string' && ROUTE.test(asked) && !NEVER.test(asked) ? asked : undefined;
};
