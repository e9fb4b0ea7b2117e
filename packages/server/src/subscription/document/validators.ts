import { hash } from 'node:crypto';
import fresh from 'fresh';

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

/**
 * The validator that the client's `If-None-Match` names (RFC 9110, section 13.1.2): the client then has this document,
 * in whichever form. Undefined when it names neither.
 */
export const matching = (ifNoneMatch: string, { plain, gzip }: Validators): string | undefined =>
  [plain, gzip].find((etag) => fresh({ 'if-none-match': ifNoneMatch }, { etag }));
