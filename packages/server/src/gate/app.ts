import cookie from '@fastify/cookie';
import type { Access } from '@skyport/contract/call';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Deps } from '../platform/deps.ts';
import type { DocumentRoute } from '../platform/document-route.ts';
import type { FaultLog } from '../platform/error-log.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { RowReader } from '../platform/row-reader.ts';
import { refusal } from './answers.ts';
import { mountConsole } from './console.ts';
import { mountDocuments, mountUnbuiltRoutes } from './documents.ts';
import { securityHeaders, strictTransport } from './headers.ts';
import { mountHealth } from './health.ts';
import { createLimits, type Limits } from './limits.ts';
import { mountCalls, type Handlers } from './routes.ts';

/** What the HTTP side is made of; wiring.ts brings it together. */
export interface GateParts {
  readonly deps: Deps;
  readonly reader: RowReader;
  readonly faults: FaultLog;
  readonly metrics: Metrics;
  readonly handlers: Handlers;
  readonly document: DocumentRoute;
  /** Folder of the built console; undefined serves calls only. */
  readonly consoleDir: string | undefined;
  /** Parses every answer by its schema before sending (tests and development). */
  readonly checkAnswers: boolean;
}

/** What every room of the gate may use. */
export interface Gate extends GateParts {
  readonly app: FastifyInstance;
  readonly limits: Limits;
  /** Writes request lines, whose fields are all ours: nothing in them needs to be looked through for secrets. */
  readonly requestLog: Log;
  /** False while the process drains. */
  readonly state: { accepting: boolean };
  readonly secure: (request: FastifyRequest) => boolean;
}

const BODY_LIMIT = 512 * 1024;

/** The HTTP server, ready to listen: every route comes from the call table. Throws when a route has no access policy. */
export const createApp = async (parts: GateParts): Promise<Gate> => {
  const { deps } = parts;
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: deps.env.TRUST_PROXY || false,
    genReqId: requestIds(deps.ids.next()),
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000 },
  });
  const gate: Gate = {
    ...parts,
    app,
    limits: createLimits(deps.clock),
    requestLog: deps.log.child({}, { redact: [] }),
    state: { accepting: true },
    secure: (request) => deps.env.PUBLIC_URL.startsWith('https:') || request.protocol === 'https',
  };
  await app.register(cookie);
  addHooks(gate);
  refuseRoutesWithoutPolicy(app);
  mountHealth(gate);
  mountCalls(gate);
  mountDocuments(gate);
  mountUnbuiltRoutes(gate);
  await mountConsole(gate);
  return gate;
};

/** Ids of requests: the start of this process and a running number. */
const requestIds = (start: string): (() => string) => {
  let count = 0;
  return () => `${start}-${(count += 1).toString(36)}`;
};

const addHooks = (gate: Gate): void => {
  const { app } = gate;
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(securityHeaders);
    if (gate.secure(request)) void reply.header('strict-transport-security', strictTransport);
    void reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    if (!gate.state.accepting && request.url.startsWith('/api/')) {
      return reply.code(503).header('connection', 'close').send(refusal('starting'));
    }
    return undefined;
  });
  app.addHook('onResponse', async (request, reply) => logRequest(gate, request, reply));
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send(refusal('notFound')));
  app.setErrorHandler(async (error: FastifyError, request, reply) => answerFault(gate, error, request, reply));
};

/** One line a request: its route, never its address (a subscription link holds a key). */
const logRequest = (gate: Gate, request: FastifyRequest, reply: FastifyReply): void => {
  const { name, code } = reply.outcome ?? { name: request.routeOptions.url ?? 'unknown', code: reply.statusCode };
  const seconds = reply.elapsedTime / 1000;
  gate.metrics.request(name, code, seconds);
  gate.requestLog.info(
    { requestId: request.id, call: name, status: reply.statusCode, answer: code, ms: Math.round(reply.elapsedTime) },
    'request',
  );
};

/** A protocol error keeps its status; a lost database is 503; anything else is a fault of ours, without detail. */
const answerFault = async (
  gate: Gate,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const status = error.statusCode ?? 500;
  if (status === 413) return reply.code(413).send(refusal('invalidPayload', '内容过大'));
  if (status === 429) return reply.code(429).send(refusal('throttled'));
  if (status >= 400 && status < 500) return reply.code(status === 404 ? 404 : 200).send(refusal('invalidPayload'));
  if (isDatabaseAway(error)) {
    gate.deps.log.warn({ requestId: request.id, reason: error.message }, 'database away');
    return reply.code(503).header('retry-after', '2').send(refusal('starting', '服务暂时不可用，请稍后重试'));
  }
  await gate.faults(error, { call: reply.outcome?.name ?? request.routeOptions.url ?? '', requestId: request.id });
  return reply.code(500).send(refusal('fault'));
};

const AWAY = /^(?:08|57P0|53300|ECONN|ENOENT|EPIPE|ETIMEDOUT)/;
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|connection (?:is )?(?:closed|lost)|not queryable/i;

/** Whether an error means that the database cannot be reached (class 08, shutdown, too many connections, socket gone). */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    AWAY.test(code) || AWAY_MESSAGE.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause))
  );
};

/** A route of `/api` that no row of the table stands behind must not exist: it would have no access policy. */
const refuseRoutesWithoutPolicy = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && route.config?.access === undefined) {
      throw new Error(`route ${route.url} has no access policy`);
    }
  });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyReply {
    /** Name of the row and answer code, once known: for log and metrics. */
    outcome?: { name: string; code: number };
  }
}
