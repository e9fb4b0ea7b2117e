import { gzip } from 'node:zlib';
import type { Client } from '@skyport/documents';
import type { DocumentAnswer, DocumentRequest } from '../platform/document-route.ts';
import type { BodyPool } from './body-pool.ts';
import type { SharedHeaders, Unpacked } from './prepared.ts';
import { acceptsGzip, matching, type Validators } from './validators.ts';

/** One user's document: everything of an answer but the form that the client wants it in. */
export interface OwnDocument {
  readonly userNum: number;
  readonly client: Client;
  readonly headers: SharedHeaders;
  /** Value of `subscription-userinfo`. */
  readonly usage: string;
  readonly validators: Validators;
  readonly makeBody: (allocate: Allocate) => Buffer;
  /** The same compressed, from what all users share; otherwise why not. */
  readonly makeGzip: (allocate: Allocate) => Buffer | Unpacked;
}

type Allocate = (length: number) => Buffer;

/** A body in the forms that it is sent in. */
export interface Forms {
  plain(): Buffer;
  /** Undefined as long as it is not there. */
  gzip(): Buffer | undefined;
  /** Takes a body back that has been sent; absent where it is kept. */
  readonly release?: (body: Buffer) => void;
}

/** A body that is made when it is asked for, in room of the pool: for whoever asks once. */
export const onceForm = ({ makeBody, makeGzip }: OwnDocument, { take, give }: BodyPool): Forms => ({
  plain: () => makeBody(take),
  gzip: () => {
    const made = makeGzip(take);
    return typeof made === 'string' ? undefined : made;
  },
  release: give,
});

/** A body that is kept in both forms. */
export interface KeptForms extends Forms {
  /** Bytes of both, as far as they are there. */
  bytes(): number;
}

/**
 * Makes each form once, when it is first asked for; until the compressed one is there the plain form goes out. What
 * cannot be put together from compressed pieces is compressed as a whole, in another thread: a document is always
 * compressed in the same way, because its validator stands for its very bytes. `grown` hears of every form that is there.
 */
export const keptForms = ({ makeBody, makeGzip }: OwnDocument, grown: () => void): KeptForms => {
  let body: Buffer | undefined;
  let small: Buffer | undefined;
  let working = false;
  const plain = (): Buffer => {
    if (body) return body;
    body = makeBody(Buffer.allocUnsafeSlow);
    grown();
    return body;
  };
  const keep = (made: Buffer): void => {
    small = made;
    grown();
  };
  const compress = (): void => {
    const made = makeGzip(Buffer.allocUnsafeSlow);
    if (typeof made !== 'string') return keep(made);
    if (made === 'underway') return;
    working = true;
    gzip(plain(), (fault, result) => {
      if (!fault) keep(result);
    });
  };
  return {
    plain,
    gzip: () => {
      if (!small && !working) compress();
      return small;
    },
    bytes: () => (body?.length ?? 0) + (small?.length ?? 0),
  };
};

const EMPTY = Buffer.alloc(0);
const GZIP = ['content-encoding', 'gzip'];
const PLAIN: readonly string[] = [];

const unchanged = ({ headers, usage }: OwnDocument, etag: string): DocumentAnswer => ({
  status: 304,
  headers: headers.unchanged.concat('subscription-userinfo', usage, 'etag', etag),
  body: EMPTY,
});

const whole = (
  { headers, usage }: OwnDocument,
  etag: string,
  { body, coding, release }: { body: Buffer; coding: readonly string[]; release?: Forms['release'] },
): DocumentAnswer => ({
  status: 200,
  headers: headers.full.concat('subscription-userinfo', usage, 'etag', etag, coding),
  body,
  ...(release && { release: () => release(body) }),
});

/**
 * The answer that fits a request: 304 when the client has this very document, compressed when the client can read it
 * and the compressed body is there, plain otherwise.
 */
export const answerWith = (
  document: OwnDocument,
  forms: Forms,
  { ifNoneMatch, acceptEncoding }: Pick<DocumentRequest, 'ifNoneMatch' | 'acceptEncoding'>,
): DocumentAnswer => {
  const { validators } = document;
  const known = matching(ifNoneMatch, validators);
  if (known !== undefined) return unchanged(document, known);
  const small = acceptsGzip(acceptEncoding) ? forms.gzip() : undefined;
  if (small) return whole(document, validators.gzip, { body: small, coding: GZIP, release: forms.release });
  return whole(document, validators.plain, { body: forms.plain(), coding: PLAIN, release: forms.release });
};
