import { toBase64, toBase64Url, toBytes } from './text/base64.ts';

/**
 * Placeholder for a line's credential: `uri` percent-encodes it, `raw` is for texts and quoted YAML or JSON strings.
 */
export interface Slot {
  readonly slot: number;
  readonly as: 'raw' | 'uri';
}

/**
 * Texts of one subscriber. `link`: address of the document. `usage`: status line of Shadowrocket. `used` and `left`:
 * bytes. `quota`: remaining traffic and its end as a line name, percent-encoded.
 */
export type PersonalText = 'link' | 'usage' | 'used' | 'left' | 'quota';

/** Placeholder for one of the person's texts. It is put in as it is. */
export interface PersonalSlot {
  readonly personal: PersonalText;
}

/** A piece that is base64 of what its parts give, with padding, or URL-safe without (`url`). */
export interface Encoded {
  readonly base64: readonly Part[];
  readonly url: boolean;
}

export type Part = string | Slot | PersonalSlot | Encoded;

/**
 * A document whose credentials are still open. Made by `template` only: its texts are kept as UTF-8 bytes, one
 * character a byte, so that filling never encodes a character twice.
 */
export interface Template {
  readonly parts: readonly Part[];
}

/** A placeholder for line `num`'s credential. */
export const slot = (num: number, as: Slot['as'] = 'raw'): Slot => ({ slot: num, as });

/** A placeholder for one of the person's texts. */
export const personal = (which: PersonalText): PersonalSlot => ({ personal: which });

/** Base64 (standard alphabet, padded, UTF-8) of what the parts give. */
export const base64 = (parts: readonly Part[]): Encoded => ({ base64: parts, url: false });

/** URL-safe base64 without padding of what the parts give. */
export const base64Url = (parts: readonly Part[]): Encoded => ({ base64: parts, url: true });

const encode = (bytes: string, url: boolean): string => (url ? toBase64Url(bytes) : toBase64(bytes));

/** Joins neighbouring texts as bytes, and encodes at once what holds no slot. */
const normalized = (parts: readonly Part[]): Part[] => {
  const out: Part[] = [];
  const push = (part: Part): void => {
    const last = out.at(-1);
    if (typeof part === 'string' && typeof last === 'string') out[out.length - 1] = last + part;
    else if (part !== '') out.push(part);
  };
  for (const part of parts) {
    if (typeof part === 'string') push(toBytes(part));
    else if ('slot' in part || 'personal' in part) push(part);
    else {
      const inner = normalized(part.base64);
      const constant = inner.every((p) => typeof p === 'string');
      push(constant ? encode(inner.join(''), part.url) : { base64: inner, url: part.url });
    }
  }
  return out;
};

/** A template of these parts. All work that does not depend on a credential is done here, once. */
export const template = (parts: readonly Part[]): Template => ({ parts: normalized(parts) });

/** Every credential is of this alphabet, which no YAML, JSON or INI quoting has to escape. */
const SAFE = /^[A-Za-z0-9+/=_-]+$/;

const percent = (credential: string): string =>
  credential.replaceAll('+', '%2B').replaceAll('/', '%2F').replaceAll('=', '%3D');

/** One line without quotes, as documents of every kind can carry it. */
const PERSONAL_SAFE = /^[^\p{Cc}"\\]*$/u;

/** One of the person's texts as a byte string. Throws a RangeError for characters that would need quoting. */
export const personalBytes = (which: PersonalText, texts: Fields['personal']): string => {
  const text = texts(which);
  if (!PERSONAL_SAFE.test(text)) throw new RangeError(`the text ${which} has characters that need quoting`);
  return toBytes(text);
};

const fillParts = (parts: readonly Part[], fields: Fields): string => {
  let out = '';
  for (const part of parts) {
    if (typeof part === 'string') out += part;
    else if ('slot' in part) {
      const text = fields.credential(part.slot);
      if (!SAFE.test(text)) throw new RangeError(`credential of line ${part.slot} has characters that need quoting`);
      out += part.as === 'uri' ? percent(text) : text;
    } else if ('personal' in part) out += personalBytes(part.personal, fields.personal);
    else out += encode(fillParts(part.base64, fields), part.url);
  }
  return out;
};

/** What is put into a template for one person. */
export interface Fields {
  /** Credential on a line, by the line's number. */
  readonly credential: (lineNum: number) => string;
  readonly personal: (which: PersonalText) => string;
}

/** Which of the person's texts a template has placeholders for. */
export const personalTextsOf = ({ parts }: Template): PersonalText[] => {
  const inside = (some: readonly Part[]): PersonalText[] =>
    some.flatMap((part) => {
      if (typeof part === 'string' || 'slot' in part) return [];
      return 'personal' in part ? [part.personal] : inside(part.base64);
    });
  return [...new Set(inside(parts))];
};

/**
 * The finished document as a text, for whoever wants to read it; `compile` makes those that are sent. Throws
 * a RangeError for a credential with characters outside `A-Z a-z 0-9 + / = _ -`, and for a text of the person with a
 * quote, backslash or control character.
 */
export const fill = (t: Template, fields: Fields): string =>
  Buffer.from(fillParts(t.parts, fields), 'latin1').toString('utf8');
