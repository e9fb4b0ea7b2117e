/** Pause after the last key before a list is searched at the server, in ms. */
export const PAUSE_MS = 350;

/** Characters of a text that the server searches for. */
const MOST_TEXT = 254;

/** What the server is sent of a text that is typed or pasted: one line, without characters that nobody sees. */
export const searchText = (typed: string): string =>
  typed
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MOST_TEXT);
