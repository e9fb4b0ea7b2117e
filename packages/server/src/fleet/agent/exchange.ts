import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { z } from 'zod';
import { AgentFault } from './agent-fault.ts';
import { PULL_BYTES } from '../pull/pull-rules.ts';

const KILO = 1024;
/** What the answers of each call may take. */
export const LIMITS = {
  state: { ms: 8000, answer: 256 * KILO },
  desired: { ms: 60_000, answer: 64 * KILO },
  pull: { ms: 20_000, answer: PULL_BYTES + 64 * KILO },
  renew: { ms: 20_000, answer: 64 * KILO },
  filter: { ms: 20_000, answer: 64 * KILO },
} as const;
const COMPRESS_ABOVE = KILO;
const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** One request to an agent, and what its answer may take: ms, and bytes. */
export interface AgentRequest {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly limit: { readonly ms: number; readonly answer: number };
}

/** An answer before it is parsed. */
export interface RawAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** The answer's value by its schema. Throws AgentFault when the agent refuses, or its answer is not the protocol's. */
export const parsed = <T extends z.ZodType>(schema: T, { status, body }: RawAnswer): z.output<T> => {
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

/** Sends one request and reads the answer, both compressed where that pays. Throws AgentFault. */
export const exchange = async (to: RequestOptions, want: AgentRequest): Promise<RawAnswer> => {
  const plain = want.body === undefined ? undefined : Buffer.from(JSON.stringify(want.body));
  const compressed = plain !== undefined && plain.length > COMPRESS_ABOVE;
  const body = compressed ? await compress(plain) : plain;
  const headers = {
    'accept-encoding': 'gzip',
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    ...(compressed && { 'content-encoding': 'gzip' }),
  };
  const signal = AbortSignal.timeout(want.limit.ms);
  const options = { ...to, method: want.method, path: want.path, headers, signal };
  try {
    return await once(options, body, want.limit.answer);
  } catch (cause) {
    // A kept connection may have ended just now; the calls may be repeated, so a fresh one is tried at once.
    if (cause instanceof StaleConnection) return await once(options, body, want.limit.answer).catch(explained);
    return explained(cause);
  }
};

class StaleConnection extends Error {}

const once = (
  options: RequestOptions & { readonly signal: AbortSignal },
  body: Buffer | undefined,
  limit: number,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { signal } = options;
    signal.throwIfAborted();
    // A request that waits for a connection, or was given one that had closed already, hears of no abort by itself.
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
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
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return { status: response.statusCode ?? 0, body };
  if (encoding !== 'gzip') throw new AgentFault('broken', 'the answer is compressed in a way nobody asked for');
  try {
    return { status: response.statusCode ?? 0, body: await decompress(body, { maxOutputLength: limit }) };
  } catch (cause) {
    throw new AgentFault('broken', "the agent's answer cannot be decompressed, or is too large", { cause });
  }
};

/** TLS failures that mean somebody else, or an agent of another panel, answers there. */
const REFUSED = /certificate|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL|alert/;

/** Throws whatever went wrong as the AgentFault that it is. */
export const explained = (cause: unknown): never => {
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
