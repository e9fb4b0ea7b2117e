import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import { ZodError } from 'zod';
import { type Bounds, boundConnections } from './connections.ts';
import type { Log } from './log.ts';
import { Refusal } from './refusal.ts';
import { type BodyLimit, compressFor, panelBodies, readBody } from './server-bodies.ts';

/** The panel calls about once a minute; a new handshake each time would cost more than the call. */
const KEPT_OPEN_MS = 10 * 60_000;
/** A whole request has arrived by then: a panel waits no longer than 60 s for a set of 100,000 users. */
const REQUEST_MS = 75_000;
const HEADERS_MS = 10_000;
/** A connection on which nothing moves for this long, in either direction, is ended. */
const STALLED_MS = 60_000;
const CHECKED_EVERY_MS = 2000;

/** What a path answers: JSON text (or a value to be written as such); `sent` runs once the answer has left. */
export type Answer = { status: number; body: string | object; sent?: () => void };

/** One path of the agent. `body` is parsed JSON, undefined for a call without one; `from` is the caller's address. */
export type Route = (body: unknown, peer: X509Certificate | undefined, from: string) => Answer | Promise<Answer>;

/**
 * What a peer may do by its certificate: everything, nothing but have a certificate renewed (its time is over, or has
 * not come), or nothing.
 */
export type Admission = 'all' | 'renewal' | 'none';

/** A listening server; `close` drops every connection. */
export type Listening = {
  port: number;
  /** Shows another certificate from the next handshake on; connections that stand go on. */
  show(pair: { key: string; certificate: string }): void;
  close(): Promise<void>;
};

/**
 * Serves exactly `routes` (keys like `GET /v1/state`) over TLS 1.3, within bounds on connections and on time. `admit`
 * decides on the peer's certificate before the path is read, with each request anew; a peer that may do nothing
 * but renew reaches the routes named in `renewal`. Nothing else answers anything but an empty 404.
 */
export const listen = async (input: {
  host: string;
  port: number;
  pair: { key: string; certificate: string };
  /** The authority whose certificates are asked for, PEM. */
  ca?: string;
  routes: Readonly<Record<string, Route>>;
  renewal?: readonly string[];
  admit: (peer: X509Certificate | undefined) => Admission;
  /** Called for each connection, before TLS. */
  connected?: () => void;
  limits?: Bounds;
  /** Those of a known panel unless told. */
  bodies?: BodyLimit;
  log: Log;
}): Promise<Listening> => {
  const secure = ({ key, certificate }: { key: string; certificate: string }): SecureContextOptions => ({
    key,
    cert: certificate,
    minVersion: 'TLSv1.3',
    ...(input.ca !== undefined && { ca: input.ca }),
  });
  const options: ServerOptions = {
    ...secure(input.pair),
    requestCert: true,
    // `admit` decides, by the agent's own clock: TLS would refuse an expired panel without saying why.
    rejectUnauthorized: false,
    requestTimeout: REQUEST_MS,
    headersTimeout: HEADERS_MS,
    connectionsCheckingInterval: CHECKED_EVERY_MS,
    keepAliveTimeout: KEPT_OPEN_MS,
  };
  const server = createServer(options, (request, response) => {
    void answer(input, request, response);
  });
  server.timeout = STALLED_MS;
  const isGood = (socket: TLSSocket): boolean => input.admit(socket.getPeerX509Certificate()) !== 'none';
  boundConnections(server, { isGood, ...(input.limits && { limits: input.limits }) });
  server.on('tlsClientError', () => undefined);
  server.on('connection', () => input.connected?.());
  // Without an address: all of them, IPv6 too where the machine has it.
  server.listen(input.port, input.host === '' ? undefined : input.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : input.port,
    show: (pair) => server.setSecureContext(secure(pair)),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

type Serving = Pick<Parameters<typeof listen>[0], 'routes' | 'renewal' | 'admit' | 'bodies' | 'log'>;

const EXPIRED = 'the certificate is not valid by this clock: nothing but a renewal is answered';

const answer = async (serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const peer = (request.socket as TLSSocket).getPeerX509Certificate();
  const name = `${request.method} ${request.url}`;
  const route = serving.routes[name];
  const refusal = refusalOf(serving, name, peer);
  if (refusal !== undefined) {
    send(response, { status: 403, body: Buffer.from(refusal) });
    request.socket.destroySoon();
  } else if (!route) {
    request.resume();
    send(response, { status: 404 });
  } else {
    const { status, body, sent } = await outcome(serving, request, { route, peer });
    if (sent) response.once('close', sent);
    const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const { compressed, encoding } = await compressFor(request, text);
    send(response, { status, body: compressed, encoding });
  }
};

/** Body of the refusal of a peer that may not ask this; undefined when it may. Strangers are told nothing. */
const refusalOf = (serving: Serving, name: string, peer: X509Certificate | undefined): string | undefined => {
  const admission = serving.admit(peer);
  if (admission === 'all' || (admission === 'renewal' && serving.renewal?.includes(name) === true)) return undefined;
  return admission === 'none' ? '' : JSON.stringify({ error: EXPIRED });
};

const outcome = async (
  serving: Serving,
  request: IncomingMessage,
  { route, peer }: { readonly route: Route; readonly peer: X509Certificate | undefined },
): Promise<Answer> => {
  try {
    return await route(
      await readBody(request, serving.bodies ?? panelBodies),
      peer,
      request.socket.remoteAddress ?? '',
    );
  } catch (cause) {
    if (cause instanceof Refusal) return { status: cause.status, body: { error: cause.message } };
    if (cause instanceof ZodError) return { status: 400, body: { error: cause.issues[0]?.message ?? 'malformed' } };
    serving.log.error({ path: request.url, reason: String(cause) }, 'a call failed');
    return { status: 500, body: { error: 'the agent failed; its log says why' } };
  }
};

const send = (
  response: ServerResponse,
  { status, body, encoding }: { status: number; body?: Buffer | undefined; encoding?: string | undefined },
): void => {
  const headers = {
    'content-length': body?.length ?? 0,
    ...(body && { 'content-type': 'application/json' }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  };
  response.writeHead(status, headers).end(body);
};
