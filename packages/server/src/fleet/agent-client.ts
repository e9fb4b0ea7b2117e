import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Agent, request, type RequestOptions } from 'node:https';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  AgentState,
  DesiredApplied,
  DesiredConflict,
  fleetPaths,
  TrafficPulled,
  type Desired,
  type TrafficPull,
} from '@skyport/contract/fleet';
import type { z } from 'zod';
import { guardedLookup, isPrivateAddress } from '../platform/addresses.ts';
import type { Pki } from './pki.ts';

/**
 * What went wrong with an agent: `unreachable` (nothing answered), `refused` (who answered is not the enrolled agent, or
 * does not want us), `broken` (the answer is not the protocol's).
 */
export type AgentFaultKind = 'unreachable' | 'refused' | 'broken';

/** A call to an agent failed; the message is a sentence for the operator. */
export class AgentFault extends Error {
  override readonly name = 'AgentFault';
  readonly kind: AgentFaultKind;
  constructor(kind: AgentFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** What became of a desired set: applied, or a base that does not match. */
export type DesiredOutcome =
  | { readonly kind: 'applied'; readonly gen: number; readonly digest: string }
  | { readonly kind: 'conflict'; readonly gen: number; readonly digest: string };

/** The calls to one enrolled agent. All of them throw AgentFault and may be repeated. */
export interface AgentClient {
  state(): Promise<AgentState>;
  desired(message: Desired): Promise<DesiredOutcome>;
  pull(ask: TrafficPull): Promise<TrafficPulled>;
  close(): void;
}

/** Where an agent is and how it is known. */
export interface AgentPlace {
  readonly host: string;
  readonly port: number;
  /** The certificate that was signed at enrolment, PEM: no other is accepted. */
  readonly certificate: string;
  readonly allowPrivate: boolean;
}

const KILO = 1024;
const LIMITS = {
  state: { ms: 8000, answer: 256 * KILO },
  desired: { ms: 60_000, answer: 64 * KILO },
  pull: { ms: 60_000, answer: 48 * KILO * KILO },
} as const;
const PACK_ABOVE = KILO;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A client with a connection of its own that is kept open between calls. */
export const createAgentClient = (place: AgentPlace, pki: Pki): AgentClient => {
  const pinned = new X509Certificate(place.certificate).raw;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 2,
    // A resumed session would not show its certificate again, and so could not be pinned.
    maxCachedSessions: 0,
    minVersion: 'TLSv1.3',
    ca: pki.ca,
    cert: pki.certificate,
    key: pki.privateKey,
    lookup: guardedLookup(place.allowPrivate),
    checkServerIdentity: (_host, peer) =>
      Buffer.compare(peer.raw, pinned) === 0 ? undefined : new Error('the certificate is not the enrolled one'),
  });
  const call = (want: AgentRequest): Promise<RawAnswer> => {
    if (!place.allowPrivate && isPrivateAddress(place.host))
      throw new AgentFault('unreachable', `${place.host} is a private address`);
    return exchange({ agent, host: place.host, port: place.port }, want);
  };
  return {
    state: async () => parsed(AgentState, await call({ method: 'GET', path: fleetPaths.state, limit: LIMITS.state })),
    desired: async (message) => {
      const answer = await call({ method: 'PUT', path: fleetPaths.desired, body: message, limit: LIMITS.desired });
      if (answer.status === 409) return { kind: 'conflict', ...parsed(DesiredConflict, { ...answer, status: 200 }) };
      const { applied_gen: gen, digest } = parsed(DesiredApplied, answer);
      return { kind: 'applied', gen, digest };
    },
    pull: async (ask) =>
      parsed(TrafficPulled, await call({ method: 'POST', path: fleetPaths.pull, body: ask, limit: LIMITS.pull })),
    close: () => agent.destroy(),
  };
};

interface AgentRequest {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly limit: { readonly ms: number; readonly answer: number };
}

interface RawAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const parsed = <T extends z.ZodType>(schema: T, { status, body }: RawAnswer): z.output<T> => {
  if (status === 401 || status === 403) throw new AgentFault('refused', `the agent refuses the panel (${status})`);
  if (status !== 200) throw new AgentFault('broken', `the agent answers ${status}${reasonIn(body)}`);
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new AgentFault('broken', 'the agent does not answer JSON', cause);
  }
  const result = schema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new AgentFault(
      'broken',
      `the agent's answer is malformed at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`,
    );
  }
  return result.data;
};

const reasonIn = (body: Buffer): string => {
  const found = /"error":"([^"]{1,200})"/.exec(body.subarray(0, KILO).toString('utf8'));
  return found ? `: ${found[1]}` : '';
};

const exchange = async (to: RequestOptions, want: AgentRequest): Promise<RawAnswer> => {
  const plain = want.body === undefined ? undefined : Buffer.from(JSON.stringify(want.body));
  const packed = plain !== undefined && plain.length > PACK_ABOVE;
  const body = packed ? await pack(plain) : plain;
  const headers = {
    'accept-encoding': 'gzip',
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    ...(packed && { 'content-encoding': 'gzip' }),
  };
  const options = { ...to, method: want.method, path: want.path, headers };
  const signal = AbortSignal.timeout(want.limit.ms);
  try {
    return await once({ ...options, signal }, body, want.limit.answer);
  } catch (cause) {
    // A kept connection may have ended just now; the calls may be repeated, so a fresh one is tried at once.
    if (cause instanceof StaleConnection)
      return await once({ ...options, signal }, body, want.limit.answer).catch(explained);
    return explained(cause);
  }
};

class StaleConnection extends Error {}

const once = (options: RequestOptions, body: Buffer | undefined, limit: number): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const call = request(options, (response) => {
      readAnswer(response, limit).then(resolve, (cause: unknown) => {
        call.destroy();
        reject(cause);
      });
    });
    call.on('error', (cause: NodeJS.ErrnoException) =>
      reject(call.reusedSocket && cause.code === 'ECONNRESET' ? new StaleConnection() : cause),
    );
    call.end(body);
  });

const readAnswer = async (response: IncomingMessage, limit: number): Promise<RawAnswer> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) throw new AgentFault('broken', "the agent's answer is too large");
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const packing = response.headers['content-encoding'] ?? 'identity';
  if (packing === 'identity') return { status: response.statusCode ?? 0, body };
  if (packing !== 'gzip') throw new AgentFault('broken', 'the answer is packed in a way nobody asked for');
  try {
    return { status: response.statusCode ?? 0, body: await unpack(body, { maxOutputLength: limit }) };
  } catch (cause) {
    throw new AgentFault('broken', "the agent's answer cannot be unpacked, or is too large", cause);
  }
};

/** TLS failures that mean somebody else, or an agent of another panel, answers there. */
const REFUSED = /certificate|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL|alert/;

const explained = (cause: unknown): never => {
  if (cause instanceof AgentFault) throw cause;
  const fault = cause instanceof Error ? cause : new Error(String(cause));
  const code = 'code' in fault ? String(fault.code) : '';
  if (fault.name === 'TimeoutError' || fault.name === 'AbortError')
    throw new AgentFault('unreachable', 'the agent does not answer in time', cause);
  if (REFUSED.test(`${code} ${fault.message}`))
    throw new AgentFault('refused', `the TLS handshake failed: ${fault.message}`, cause);
  throw new AgentFault('unreachable', `the agent cannot be reached: ${code || fault.message}`, cause);
};
