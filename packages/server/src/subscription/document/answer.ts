import { gzip } from 'node:zlib';
import type { Client } from '@skyport/documents';
import type { DocumentAnswer, DocumentRequest } from '../../platform/document-route.ts';
import type { BodyPool } from './body-pool.ts';
import type { Uncompressed } from './prepared.ts';
import type { OwnHeaders } from './document-headers.ts';
import { acceptsGzip } from '../../platform/accepts-gzip.ts';
import { matching, type Validators } from './validators.ts';

/** One user's document: everything of an answer apart from the form that the client wants it in. */
export interface OwnDocument {
  readonly userNum: number;
  readonly client: Client;
  readonly headers: OwnHeaders;
  readonly validators: Validators;
  readonly makeBody: (allocate: Allocate) => Buffer;
  /** The same compressed, from what all users share; otherwise why not. */
  readonly makeGzip: (allocate: Allocate) => Buffer | Uncompressed;
}

type Allocate = (length: number) => Buffer;

/** The plain and the compressed form of a body. */
export interface Forms {
  plain(): Buffer;
  /** Undefined as long as it is not made. */
  gzip(): Buffer | undefined;
  /** Takes back a body that has been sent; absent where it is cached. */
  readonly release?: (body: Buffer) => void;
}

/** A body that is made when it is asked for, in a buffer of the pool: for users who ask once. */
export const uncachedForms = ({ makeBody, makeGzip }: OwnDocument, { take, give }: BodyPool): Forms => ({
  plain: () => makeBody(take),
  gzip: () => {
    const made = makeGzip(take);
    return typeof made === 'string' ? undefined : made;
  },
  release: give,
});

/** A body that is cached in both forms. */
export interface CachedForms extends Forms {
  /** Bytes of both, as far as they are made. */
  bytes(): number;
}

/**
 * Makes each form once, when it is first asked for; until the compressed one is made, the plain form is sent. What
 * cannot be put together from compressed pieces is compressed as a whole, in another thread: a document is always
 * compressed in the same way, because a strong validator stands for its exact bytes. `changed` is called for every
 * form that is made.
 */
export const cachedForms = ({ makeBody, makeGzip }: OwnDocument, changed: () => void): CachedForms => {
  let body: Buffer | undefined;
  let compressed: Buffer | undefined;
  let compressing = false;
  const plain = (): Buffer => {
    if (body) return body;
    body = makeBody(Buffer.allocUnsafeSlow);
    changed();
    return body;
  };
  const keep = (made: Buffer): void => {
    compressed = made;
    changed();
  };
  const compress = (): void => {
    const made = makeGzip(Buffer.allocUnsafeSlow);
    if (typeof made !== 'string') return keep(made);
    if (made === 'underway') return;
    compressing = true;
    gzip(plain(), (fault, result) => {
      if (!fault) keep(result);
    });
  };
  return {
    plain,
    gzip: () => {
      if (!compressed && !compressing) compress();
      return compressed;
    },
    bytes: () => (body?.length ?? 0) + (compressed?.length ?? 0),
  };
};

const EMPTY = Buffer.alloc(0);
const GZIP = ['content-encoding', 'gzip'];
const PLAIN: readonly string[] = [];

const unchanged = ({ headers }: OwnDocument, etag: string): DocumentAnswer => ({
  status: 304,
  headers: headers.unchanged.concat('etag', etag),
  body: EMPTY,
});

const whole = (
  { headers }: OwnDocument,
  etag: string,
  { body, coding, release }: { body: Buffer; coding: readonly string[]; release?: Forms['release'] },
): DocumentAnswer => ({
  status: 200,
  headers: headers.full.concat('etag', etag, coding),
  body,
  ...(release && { release: () => release(body) }),
});

/**
 * The answer to a request: 304 when the client has this document already, compressed when the client accepts that and
 * the compressed body is made, plain otherwise.
 */
export const answerWith = (
  document: OwnDocument,
  forms: Forms,
  { ifNoneMatch, acceptEncoding }: Pick<DocumentRequest, 'ifNoneMatch' | 'acceptEncoding'>,
): DocumentAnswer => {
  const { validators } = document;
  const matched = matching(ifNoneMatch, validators);
  if (matched !== undefined) return unchanged(document, matched);
  const compressed = acceptsGzip(acceptEncoding) ? forms.gzip() : undefined;
  if (compressed) return whole(document, validators.gzip, { body: compressed, coding: GZIP, release: forms.release });
  return whole(document, validators.plain, { body: forms.plain(), coding: PLAIN, release: forms.release });
};
