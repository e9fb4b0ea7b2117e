import { hash } from 'node:crypto';

/** Characters of a digest: 96 bits. */
const DIGEST_LENGTH = 16;

/** A short text for an ETag that differs for different texts. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);

/** Ends the ETag of a compressed body, which is another representation than the plain one. */
const GZIP_SUFFIX = '-g';

/** Strong validators (RFC 9110, section 8.8.1) of a document's plain and compressed form. */
export interface Validators {
  readonly plain: string;
  readonly gzip: string;
}

/** Validators of the document that these texts stand for; none of them may contain a quote. */
export const validatorsOf = (...parts: readonly string[]): Validators => {
  const name = parts.join('.');
  return { plain: `"${name}"`, gzip: `"${name}${GZIP_SUFFIX}"` };
};

const TAGS = /(?:W\/)?("[^"]*")/g;

/**
 * The validator that the client's `If-None-Match` names, by weak comparison as RFC 9110 (section 13.1.2) asks for: the
 * client then has this very document, in whichever form. Undefined when it names none of them.
 */
export const matching = (ifNoneMatch: string, { plain, gzip }: Validators): string | undefined => {
  if (ifNoneMatch === '') return undefined;
  if (ifNoneMatch.trim() === '*' || ifNoneMatch === plain) return plain;
  for (const [, tag] of ifNoneMatch.matchAll(TAGS)) if (tag === plain || tag === gzip) return tag;
  return undefined;
};

const WEIGHT_ZERO = /;\s*q\s*=\s*0(?:\.0*)?\s*$/i;

/** Whether an `Accept-Encoding` allows gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = (acceptEncoding: string): boolean => {
  if (acceptEncoding === '') return false;
  const codings = acceptEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  const named =
    codings.find((coding) => /^(?:x-)?gzip\s*(?:;|$)/.test(coding)) ?? codings.find((coding) => coding.startsWith('*'));
  return named !== undefined && !WEIGHT_ZERO.test(named);
};
