/**
 * Printable text: what a server or a node says goes to a browser, and into a database whose JSON takes neither NUL nor
 * half of a surrogate pair. Control characters (but tab and line feed), colours of a terminal and what is written by
 * surrogates are taken out.
 */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- exactly these are taken out
  text.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uD800-\uDFFF]/g, '');
