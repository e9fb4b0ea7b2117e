import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { DocumentAnswer, DocumentRequest } from '../platform/document-route.ts';
import type { Gate } from './gate.ts';
import { isHeadBounded, isHostName } from './bounds.ts';
import { DOCUMENT_CALL, hasBody, MAX_AGENT } from './documents.ts';
import { faultAnswer } from './faults.ts';
import { documentSecurityHeaders, strictTransport } from './headers.ts';
import { wantsPage } from './page-request.ts';

/**
 * The fast path of subscription links. Fetches of links are nearly all of the product's requests, and a router, hooks
 * and header objects would cost more than the document; so a plain link is answered right here. It gets the same
 * headers and is logged and counted in the same way. No limit by address stands before it: an account's own limit
 * bounds right links, and wrong ones of a neighbour must not stop them (`subscription/link-watch/suspects.ts`). The
 * console's links end in `?f=kind`, which changes nothing. Everything else goes on to Fastify, links with options in
 * their query or text glued to them, and those that a browser opens as a page, included: it answers them with the same
 * handler, only slower.
 */
const LINK = /^\/api\/subscript\/([a-z0-9]{1,20})\/([0-9a-f-]{36})\/([A-Za-z0-9]{32})(?:\?f=[a-z0-9]{1,20})?$/;

const NO_QUERY: Readonly<Record<string, string>> = Object.freeze({});

/** What every answer carries, as names and values in turn. */
const FIXED: readonly string[] = Object.entries(documentSecurityHeaders).flat();
const FIXED_SECURE: readonly string[] = [...FIXED, 'strict-transport-security', strictTransport];
const NO_STORE = ['cache-control', 'no-store'];

/** One plain link that is being answered. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly link: DocumentRequest;
  readonly id: string;
  readonly began: number;
}

const fieldOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

const linkOf = (request: IncomingMessage, gate: Gate): DocumentRequest | undefined => {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/api/subscript/')) return undefined;
  const [, kind, userId, userkey] = LINK.exec(url) ?? [];
  if (kind === undefined || userId === undefined || userkey === undefined || wantsPage(headers)) return undefined;
  return {
    method,
    url,
    kind,
    userId,
    userkey,
    query: NO_QUERY,
    userAgent: fieldOf(headers['user-agent']).slice(0, MAX_AGENT),
    address: gate.proxies.clientAddressOf(request),
    host: fieldOf(headers.host).toLowerCase(),
    secure: gate.isSecure(request),
    ifNoneMatch: fieldOf(headers['if-none-match']),
    acceptEncoding: fieldOf(headers['accept-encoding']),
  };
};

const send = (gate: Gate, { request, response, link, id, began }: Visit, answer: Sent): void => {
  const { status, code, headers, body, release } = answer;
  const head = (link.secure ? FIXED_SECURE : FIXED).concat('x-request-id', id, headers);
  if (status !== 304) head.push('content-length', String(body.length));
  response.writeHead(status, head);
  if (!hasBody(answer, request.method)) {
    response.end();
    release?.();
  } else if (release) response.end(body, release);
  else response.end(body);
  const ms = performance.now() - began;
  gate.metrics.request(DOCUMENT_CALL, code, ms / 1000);
  gate.requestLog.info({ requestId: id, call: DOCUMENT_CALL, status, answer: code, ms: Math.round(ms) }, 'request');
};

/** An answer, and the code that log and metrics know it by. */
interface Sent extends Pick<DocumentAnswer, 'headers' | 'body' | 'release'> {
  readonly status: number;
  readonly code: number;
}

const ofDocument = (answer: DocumentAnswer): Sent => ({ ...answer, code: answer.status });

/** An answer in the envelope, as Fastify would send it. */
const inEnvelope = (status: number, body: object, headers: readonly string[] = []): Sent => ({
  status,
  code: status,
  headers: [...NO_STORE, 'content-type', 'application/json; charset=utf-8', ...headers],
  body: Buffer.from(JSON.stringify(body)),
});

const sendFault = async (gate: Gate, visit: Visit, fault: unknown): Promise<void> => {
  const { status, headers, body } = await faultAnswer(gate, fault, { call: DOCUMENT_CALL, requestId: visit.id });
  if (!visit.response.headersSent) send(gate, visit, inEnvelope(status, body, headers));
};

/** Answers plain links itself and hands everything else on. */
const createFastPath =
  (gate: Gate, nextId: () => string, others: RequestListener): RequestListener =>
  (request, response) => {
    const isReadable = isHeadBounded(request) && isHostName(request.headers.host);
    const link = gate.state.accepting && isReadable ? linkOf(request, gate) : undefined;
    if (!link) return others(request, response);
    const visit = { request, response, link, id: nextId(), began: performance.now() };
    try {
      const answer = gate.document(link);
      if (!(answer instanceof Promise)) return send(gate, visit, ofDocument(answer));
      answer.then(
        (late) => send(gate, visit, ofDocument(late)),
        (fault: unknown) => sendFault(gate, visit, fault),
      );
    } catch (fault) {
      void sendFault(gate, visit, fault);
    }
    return undefined;
  };

/** Times after which a connection is given up, in ms, and the largest head of a request, in bytes. */
export interface ServerLimits {
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  readonly keepAliveTimeout: number;
  readonly maxHeaderSize: number;
}

/** Makes the HTTP server with the fast path in front of Fastify: for Fastify's `serverFactory`. */
export const serverWithFastPath =
  (gateOf: () => Gate, nextId: () => string, limits: ServerLimits) =>
  (others: RequestListener): Server => {
    let fastPath: RequestListener | undefined;
    return createServer({ ...limits, optimizeEmptyRequests: true }, (request, response) => {
      fastPath ??= createFastPath(gateOf(), nextId, others);
      fastPath(request, response);
    });
  };
