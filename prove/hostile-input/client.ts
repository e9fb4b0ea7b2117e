import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAnswer } from '@skyport/contract/client';
import type { Call, RawCall } from '@skyport/contract/call';
import { makeSession, type TestApp, type TestSession } from '@skyport/server/testing-app';
import type { Body } from './bodies.ts';

/** The clock goes on between calls, so that limits of the gate do not hide what stands behind them. */
const PAUSE_MS = 8000;
const GUESS_PAUSE_MS = 6 * 3_600_000;
/** Calls after which the actors have new sessions: bodies that happen to be right may end them. */
const FRESH_AFTER = 12;

/** Who calls: nobody, or an account of a kind. */
export type Actor = 'stranger' | 'customer' | 'yunying' | 'admin';

/** What one call gave and cost. */
export interface Sent {
  readonly status: number;
  /** Undefined where the answer has no envelope. */
  readonly code: number | undefined;
  readonly ms: number;
}

type TestedSession = Pick<TestSession, 'token' | 'cookie'>;

/** Whoever calls, with their newest sessions. */
export interface Client {
  readonly app: TestApp;
  readonly people: ReadonlyMap<Actor, TestSession>;
  readonly random: () => number;
  sessions: ReadonlyMap<Actor, TestedSession>;
  calls: number;
}

/** Counts a call and lets time pass before it. */
const begin = async (client: Client, pauseMs: number): Promise<void> => {
  if (client.calls % FRESH_AFTER === 0) client.sessions = await freshSessions(client);
  client.calls += 1;
  client.app.clock.advance(pauseMs);
};

/** Sessions of this moment, with a step-up that stays good: without it, what it protects would never be reached. */
const freshSessions = async ({ app, people }: Client): Promise<ReadonlyMap<Actor, TestedSession>> => {
  const sessions = new Map<Actor, TestedSession>();
  for (const [actor, { userId }] of people) sessions.set(actor, await makeSession(app.deps, userId, true));
  return sessions;
};

/** One call through the real gate. Its cost is the processor time of this thread, which nothing else uses meanwhile. */
export const callGate = async (
  client: Client,
  row: Call,
  { actor, body }: { readonly actor: Actor; readonly body: Body },
): Promise<Sent> => {
  await begin(client, row.rate === 'guess' ? GUESS_PAUSE_MS : PAUSE_MS);
  const { app, random } = client;
  const cookie = client.sessions.get(actor)?.cookie;
  const payload = body.text();
  const began = process.threadCpuUsage();
  const response = await app.gate.app.inject({
    method: 'POST',
    url: row.path,
    remoteAddress: `10.${[0, 0, 0].map(() => Math.floor(random() * 250) + 1).join('.')}`,
    headers: {
      host: 'console.test',
      ...(body.type !== undefined && { 'content-type': body.type }),
      ...(cookie !== undefined && { cookie }),
    },
    payload,
  });
  const { user, system } = process.threadCpuUsage(began);
  return { status: response.statusCode, code: codeOf(response.body), ms: (user + system) / 1000 };
};

const codeOf = (text: string): number | undefined => {
  try {
    return readAnswer(JSON.parse(text)).code;
  } catch {
    return undefined;
  }
};

/** A request of HTTP, and what it is like. */
export interface RawRequest {
  readonly what: string;
  readonly method: string;
  /** Path and query as they are sent. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose session goes along as a bearer. */
  readonly bearer?: Actor;
  /** Made when it is sent: together they would take gigabytes. */
  readonly body?: () => Promise<Buffer> | Buffer;
}

/** A status that says that the server ended the connection without any answer, as HTTP allows for broken requests. */
export const NO_ANSWER = 499;

/** One request through the listening server: only there is what stands in front of the router met. */
export const requestRaw = async (client: Client, raw: RawRequest, rate: RawCall['rate']): Promise<Sent> => {
  await begin(client, rate === 'credential' || rate === 'upload' ? GUESS_PAUSE_MS : PAUSE_MS);
  const { port } = client.app.gate.app.server.address() as AddressInfo;
  const body = await raw.body?.();
  const began = process.threadCpuUsage();
  const status = await new Promise<number>((resolve, reject) => {
    const { method, path } = raw;
    const session = raw.bearer && client.sessions.get(raw.bearer);
    const headers = {
      host: 'console.test',
      ...(session && { authorization: `Bearer ${session.token}` }),
      ...raw.headers,
      ...(body && { 'content-length': String(body.length) }),
    };
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? NO_ANSWER)).on('error', reject);
      response.resume();
    });
    request.on('error', (fault: NodeJS.ErrnoException) =>
      fault.code === 'ECONNRESET' || fault.code === 'EPIPE' ? resolve(NO_ANSWER) : reject(fault),
    );
    request.end(body);
  });
  const { user, system } = process.threadCpuUsage(began);
  return { status, code: undefined, ms: (user + system) / 1000 };
};
