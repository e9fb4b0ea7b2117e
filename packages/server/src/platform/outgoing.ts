import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { guardedLookup, isPrivateAddress } from './addresses.ts';
import { SECOND_MS } from './clock.ts';

/** What a server that is not ours is asked. */
export interface OutgoingRequest {
  readonly url: URL;
  /** Fields of a form that is posted; without one it is a GET. */
  readonly form?: URLSearchParams;
  /** JSON that is posted in the place of a form. */
  readonly json?: string;
  /** Headers beside our own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Bytes of an answer that are taken, in the place of the usual ones. */
  readonly maxBytes?: number;
}

/** What it answered, whatever the status: nobody follows a redirect. */
export interface OutgoingAnswer {
  readonly status: number;
  readonly text: string;
  /** The same as it came, for files and for what is signed. */
  readonly bytes: Buffer;
  /** Its headers by their names in small letters. */
  readonly headers: IncomingHttpHeaders;
  /** Seconds for which it wants to be left alone, as it says them. */
  readonly retryAfter?: string;
}

/** Why an address is not asked. */
export type AddressProblem = 'insecure' | 'private';

/** Asks servers that are not ours, by addresses that operators have typed. */
export interface Outgoing {
  /** Why this address would not be asked, as far as its spelling says. */
  problemOf(url: URL): AddressProblem | undefined;
  /** Asks. Throws OutgoingFault when there is no whole answer. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
}

/** Nobody has answered. Neither code nor message says what was asked: addresses may hold keys. */
export class OutgoingFault extends Error {
  readonly code: AddressProblem | 'slow' | 'large' | 'certificate' | 'unreachable';

  constructor(code: OutgoingFault['code']) {
    super(`no answer from outside: ${code}`);
    this.code = code;
  }
}

/** Limits of one exchange. */
interface Limits {
  /** Whether http and addresses inside are allowed: tests and demo only. */
  readonly allowPrivate: boolean;
  readonly patienceMs?: number;
  readonly maxBytes?: number;
}

const PATIENCE_MS = 6 * SECOND_MS;
const MAX_BYTES = 256 * 1024;

/** Codes of Node and OpenSSL for a certificate that is not believed, or a handshake that failed. */
const CERTIFICATE = /CERT|TLS|SSL|SIGNATURE|EPROTO|HOSTNAME/;

/**
 * HTTP to the outside: https with a certificate that is verified, no address inside, no redirect, one bounded answer in
 * bounded time, and no connection that is kept.
 */
export const createOutgoing = (limits: Limits): Outgoing => {
  const { allowPrivate, patienceMs = PATIENCE_MS, maxBytes = MAX_BYTES } = limits;
  const problemOf = ({ protocol, hostname }: URL): AddressProblem | undefined => {
    if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'insecure';
    return !allowPrivate && isPrivateAddress(hostname) ? 'private' : undefined;
  };
  const send = async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const problem = problemOf(request.url);
    if (problem) throw new OutgoingFault(problem);
    const late = AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)]);
    try {
      const response = await begin(request, { signal: late, lookup: guardedLookup(allowPrivate) });
      const retryAfter = response.headers['retry-after'];
      const bytes = await readBytes(response, request.maxBytes ?? maxBytes);
      const { statusCode: status = 0, headers } = response;
      const answer = { status, text: bytes.toString('utf8'), bytes, headers };
      return retryAfter === undefined ? answer : { ...answer, retryAfter };
    } catch (fault) {
      throw fault instanceof OutgoingFault ? fault : new OutgoingFault(late.aborted ? 'slow' : codeOf(fault));
    }
  };
  return { problemOf, send };
};

const codeOf = (fault: unknown): OutgoingFault['code'] => {
  const { code = '', message = '' } = fault as { code?: string; message?: string };
  if (CERTIFICATE.test(code)) return 'certificate';
  return message.endsWith('leads to a private address') ? 'private' : 'unreachable';
};

const begin = (
  { url, form, json, headers: more }: OutgoingRequest,
  given: { readonly signal: AbortSignal; readonly lookup: ReturnType<typeof guardedLookup> },
): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const body = json ?? form?.toString();
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const headers = {
    accept: 'application/json, */*',
    'user-agent': 'Skyport',
    ...(body !== undefined && {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
    }),
    ...more,
  };
  const options = { ...given, headers, method: body === undefined ? 'GET' : 'POST', agent: false };
  const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, options, resolve);
  request.on('error', reject).end(body);
  return promise;
};

const readBytes = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    // Leaving the loop ends the connection.
    if (bytes > maxBytes) throw new OutgoingFault('large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};
