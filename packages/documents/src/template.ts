import { toBase64, toBase64Url, toBytes } from './text/base64.ts';

/** The place of a line's credential: `uri` percent-encodes it, `raw` is for texts and quoted YAML or JSON strings. */
export interface Slot {
  readonly slot: number;
  readonly as: 'raw' | 'uri';
}

/** A piece that is base64 of what its parts give, with padding, or URL-safe without (`url`). */
export interface Encoded {
  readonly base64: readonly Part[];
  readonly url: boolean;
}

export type Part = string | Slot | Encoded;

/**
 * A document whose credentials are still open. Made by `template` only: its texts are kept as UTF-8 bytes, one character
 * a byte, so that filling never encodes a character twice.
 */
export interface Template {
  readonly parts: readonly Part[];
}

/** Marks the place of line `num`'s credential. */
export const slot = (num: number, as: Slot['as'] = 'raw'): Slot => ({ slot: num, as });

/** Base64 (standard alphabet, padded, UTF-8) of what the parts give. */
export const base64 = (parts: readonly Part[]): Encoded => ({ base64: parts, url: false });

/** URL-safe base64 without padding of what the parts give. */
export const base64Url = (parts: readonly Part[]): Encoded => ({ base64: parts, url: true });

const encode = (bytes: string, url: boolean): string => (url ? toBase64Url(bytes) : toBase64(bytes));

/** Joins neighbouring texts as bytes, and encodes at once what holds no slot. */
const settle = (parts: readonly Part[]): Part[] => {
  const out: Part[] = [];
  const push = (part: Part): void => {
    const last = out.at(-1);
    if (typeof part === 'string' && typeof last === 'string') out[out.length - 1] = last + part;
    else if (part !== '') out.push(part);
  };
  for (const part of parts) {
    if (typeof part === 'string') push(toBytes(part));
    else if ('slot' in part) push(part);
    else {
      const inner = settle(part.base64);
      const constant = inner.every((p) => typeof p === 'string');
      push(constant ? encode(inner.join(''), part.url) : { base64: inner, url: part.url });
    }
  }
  return out;
};

/** Prepares parts for filling. All work that does not depend on a credential is done here. */
export const template = (parts: readonly Part[]): Template => ({ parts: settle(parts) });

/** Every credential is of this alphabet, which no YAML, JSON or INI quoting has to escape. */
const SAFE = /^[A-Za-z0-9+/=_-]+$/;

const percent = (credential: string): string =>
  credential.replaceAll('+', '%2B').replaceAll('/', '%2F').replaceAll('=', '%3D');

const fillParts = (parts: readonly Part[], credential: (lineNum: number) => string): string => {
  let out = '';
  for (const part of parts) {
    if (typeof part === 'string') out += part;
    else if ('slot' in part) {
      const text = credential(part.slot);
      if (!SAFE.test(text)) throw new RangeError(`credential of line ${part.slot} has characters that need quoting`);
      out += part.as === 'uri' ? percent(text) : text;
    } else out += encode(fillParts(part.base64, credential), part.url);
  }
  return out;
};

/**
 * The finished document in UTF-8, ready to be sent. `credential` gives the text of a line's credential; a RangeError is
 * thrown when it has characters outside `A-Z a-z 0-9 + / = _ -`. Costs little more than joining strings.
 */
export const fillBytes = (t: Template, credential: (lineNum: number) => string): Buffer =>
  Buffer.from(fillParts(t.parts, credential), 'latin1');

/** The same as a text, for whoever wants to read it; sending it would encode it once more. */
export const fill = (t: Template, credential: (lineNum: number) => string): string =>
  fillBytes(t, credential).toString('utf8');
