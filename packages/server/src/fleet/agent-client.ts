import type { X509Certificate } from 'node:crypto';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  AgentState,
  CertificateRenewed,
  DesiredApplied,
  DesiredConflict,
  fleetPaths,
  PanelFilterState,
  TrafficPulled,
  type Desired,
  type TrafficPull,
} from '@skyport/contract/fleet';
import type { z } from 'zod';
import { AgentConnections, connectToAgent, type AgentAddress } from './agent-connection.ts';
import { AgentFault, CertificateOver } from './agent-fault.ts';
import type { Pki } from './pki.ts';
import { PULL_BYTES } from './pull-rules.ts';

export { AgentFault, CertificateOver, type AgentFaultKind } from './agent-fault.ts';

/** What became of a desired set: applied, or a base that does not match. */
export type DesiredOutcome =
  | { readonly kind: 'applied'; readonly gen: number; readonly digest: string }
  | { readonly kind: 'conflict'; readonly gen: number; readonly digest: string };

/** What an agent showed, and the bytes of its answer where they are known. */
export type PulledAnswer = TrafficPulled & { readonly bytes?: number };

/** The calls to one enrolled agent. All of them throw AgentFault and may be repeated. */
export interface AgentClient {
  state(): Promise<AgentState>;
  desired(message: Desired): Promise<DesiredOutcome>;
  pull(ask: TrafficPull): Promise<PulledAnswer>;
  /** Tells the agent from where its port may be reached; it refuses (`broken`) what would shut out this panel. */
  filter(networks: readonly string[]): Promise<PanelFilterState>;
  /** Hands over a new certificate for the agent's key; the only call that works when the one in use is over. */
  renew(certificate: string): Promise<CertificateRenewed>;
  close(): void;
}

/** Where an agent is and how it is known: `key` is the hex SHA-256 of its public key; no other is accepted. */
export interface AgentPlace extends AgentAddress {
  readonly key: string;
}

const KILO = 1024;
const LIMITS = {
  state: { ms: 8000, answer: 256 * KILO },
  desired: { ms: 60_000, answer: 64 * KILO },
  pull: { ms: 20_000, answer: PULL_BYTES + 64 * KILO },
  renew: { ms: 20_000, answer: 64 * KILO },
  filter: { ms: 20_000, answer: 64 * KILO },
} as const;
const PACK_ABOVE = KILO;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * A client with connections of its own that are kept open between calls. Its calls throw CertificateOver when the agent
 * is the enrolled one and its certificate is over.
 */
export const createAgentClient = (place: AgentPlace, pki: Pki): AgentClient => {
  const judge = (shown: X509Certificate): void => {
    const trust = pki.judge(shown, place.key);
    if (trust === 'over') throw new CertificateOver();
    if (trust === 'stranger') throw stranger();
  };
  const agent = new AgentConnections((signal) => connectToAgent(place, pki, { judge, signal }), pki);
  const call = (want: AgentRequest): Promise<RawAnswer> => exchange({ agent }, want);
  return {
    state: async () => parsed(AgentState, await call({ method: 'GET', path: fleetPaths.state, limit: LIMITS.state })),
    desired: async (message) => {
      const answer = await call({ method: 'PUT', path: fleetPaths.desired, body: message, limit: LIMITS.desired });
      if (answer.status === 409) return { kind: 'conflict', ...parsed(DesiredConflict, { ...answer, status: 200 }) };
      const { applied_gen: gen, digest } = parsed(DesiredApplied, answer);
      return { kind: 'applied', gen, digest };
    },
    pull: async (ask) => {
      const answer = await call({ method: 'POST', path: fleetPaths.pull, body: ask, limit: LIMITS.pull });
      return { ...parsed(TrafficPulled, answer), bytes: answer.body.length };
    },
    filter: async (networks) =>
      parsed(
        PanelFilterState,
        await call({ method: 'PUT', path: fleetPaths.filter, body: { networks }, limit: LIMITS.filter }),
      ),
    renew: async (certificate) => parsed(CertificateRenewed, await renew(place, pki, certificate)),
    close: () => agent.destroy(),
  };
};

const stranger = (): AgentFault =>
  new AgentFault('refused', 'the certificate is not the enrolled one', { code: 'handshake' });

/** One call on a connection of its own, on which the agent has proved its key; the time of its certificate is not asked. */
const renew = async (place: AgentPlace, pki: Pki, certificate: string): Promise<RawAnswer> => {
  const judge = (shown: X509Certificate): void => {
    if (pki.judge(shown, place.key) === 'stranger') throw stranger();
  };
  const { socket } = await connectToAgent(place, pki, { judge }).catch(explained);
  try {
    const to = { createConnection: () => socket };
    return await exchange(to, {
      method: 'PUT',
      path: fleetPaths.certificate,
      body: { certificate },
      limit: LIMITS.renew,
    });
  } finally {
    socket.destroy();
  }
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
  const detail = `HTTP ${status}${reasonIn(body)}`;
  if (status === 401 || status === 403)
    throw new AgentFault('refused', `the agent refuses the panel: ${detail}`, { detail });
  if (status !== 200) throw new AgentFault('broken', `the agent answers ${detail}`, { detail });
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new AgentFault('broken', 'the agent does not answer JSON', { cause });
  }
  const result = schema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const where = `${issue?.path.join('.') || '/'}: ${issue?.message}`;
    throw new AgentFault('broken', `the agent's answer is malformed at ${where}`, { detail: where });
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
    throw new AgentFault('broken', "the agent's answer cannot be unpacked, or is too large", { cause });
  }
};

/** TLS failures that mean somebody else, or an agent of another panel, answers there. */
const REFUSED = /certificate|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL|alert/;

const explained = (cause: unknown): never => {
  if (cause instanceof AgentFault) throw cause;
  const fault = cause instanceof Error ? cause : new Error(String(cause));
  const code = 'code' in fault ? String(fault.code) : '';
  if (fault.name === 'TimeoutError' || fault.name === 'AbortError')
    throw new AgentFault('unreachable', 'the agent does not answer in time', { cause, code: 'timedOut' });
  if (REFUSED.test(`${code} ${fault.message}`))
    throw new AgentFault('refused', `the TLS handshake failed: ${fault.message}`, {
      cause,
      code: 'handshake',
      detail: fault.message,
    });
  const detail = code || fault.message;
  throw new AgentFault('unreachable', `the agent cannot be reached: ${detail}`, { cause, detail });
};
