import cookie from '@fastify/cookie';
import type { Access } from '@skyport/contract/call';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createGatheredLog } from '../platform/log.ts';
import type { OpenSpan, Traces } from '../platform/traces.ts';
import { refusal } from './answers.ts';
import { BODY_LIMIT, isHeadBounded, isHostName } from './bounds.ts';
import { mountConfirm } from './confirm.ts';
import { consoleAddress } from './console-address.ts';
import { mountConsole } from './console.ts';
import { mountDescribe } from './describe.ts';
import { serverWithFastPath } from './document-fast-path.ts';
import { mountDocuments, mountUnbuiltRoutes } from './documents.ts';
import { faultAnswer } from './faults.ts';
import { mountFiles } from './files.ts';
import type { Gate, GateParts } from './gate.ts';
import { answerSecurityHeaders, documentSecurityHeaders, securityHeaders, strictTransport } from './headers.ts';
import { mountHealth } from './health.ts';
import { mountInstall } from './install.ts';
import { mountListExport } from './list-export.ts';
import { isPayNotify, mountPayNotify, refuseNotification } from './pay-notify.ts';
import { mountPay } from './pay.ts';
import { createProxies } from './proxies.ts';
import { answerUnreadable } from './repaired-head.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { mountCalls } from './routes.ts';
import { withoutTail } from './link-tail.ts';
import { createSiteLog } from './site-log.ts';
import { mountStatus } from './status.ts';
import { mountTelegram } from './telegram.ts';

const SERVER_LIMITS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16_384,
} as const;

/**
 * The HTTP server, ready to listen: every route comes from the call table. Throws when a route has no access policy.
 */
export const createApp = async (parts: GateParts): Promise<Gate> => {
  const { deps } = parts;
  const nextId = requestIds(deps.ids.next());
  const proxies = createProxies(deps.env.TRUST_PROXY);
  const isSecure: Gate['isSecure'] = (request) => deps.env.PUBLIC_URL.startsWith('https:') || proxies.isSecure(request);
  const app: FastifyInstance = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: deps.env.TRUST_PROXY === '' ? false : proxies.trusts,
    genReqId: nextId,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '' }) => withoutTail(url),
    clientErrorHandler: (fault, socket) => answerUnreadable(app, fault, socket),
    // An address that cannot be read, or with an endless part, is no path of ours.
    frameworkErrors: (_error, _request, reply) => answerNoPath(reply as unknown as FastifyReply),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    serverFactory: serverWithFastPath(() => gate, nextId, SERVER_LIMITS),
  });
  const requestLog = createGatheredLog(deps.env.LOG_LEVEL);
  app.addHook('onClose', async () => requestLog.close());
  const gate: Gate = {
    ...parts,
    app,
    rateLimiter: createRateLimiter(deps.clock),
    requestLog: requestLog.log,
    state: { accepting: true },
    proxies,
    siteLog: createSiteLog(),
    isSecure,
    secure: (request) => isSecure(request.raw),
  };
  addHooks(gate);
  // It only sets cookies: what a browser sends is read where it is asked for (`cookies.ts`).
  await app.register(cookie, { hook: false });
  refuseRoutesWithoutPolicy(app);
  await mountRoutes(gate);
  return gate;
};

const mountRoutes = async (gate: Gate): Promise<void> => {
  mountHealth(gate);
  mountCalls(gate);
  mountDocuments(gate);
  mountDescribe(gate);
  mountInstall(gate);
  mountConfirm(gate);
  mountStatus(gate);
  mountTelegram(gate);
  mountListExport(gate);
  await mountPay(gate);
  await mountPayNotify(gate);
  await mountFiles(gate);
  mountUnbuiltRoutes(gate);
  await mountConsole(gate);
};

const answerNoPath = (reply: FastifyReply): void => void reply.code(404).send(refusal('notFound'));

/** Ids of requests: the start of this process and a running number. */
const requestIds = (start: string): (() => string) => {
  let count = 0;
  return () => `${start}-${(count += 1).toString(36)}`;
};

const securityHeadersOf = (url: string): Readonly<Record<string, string>> => {
  if (!url.startsWith('/api/')) return securityHeaders;
  return url.startsWith('/api/subscript/') ? documentSecurityHeaders : answerSecurityHeaders;
};

const addHooks = (gate: Gate): void => {
  const { app } = gate;
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(securityHeadersOf(request.url));
    if (gate.secure(request)) void reply.header('strict-transport-security', strictTransport);
    void reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    if (!isHeadBounded(request.raw) && isPayNotify(request.url)) return refuseNotification(gate, reply);
    if (!isHeadBounded(request.raw)) return reply.send(refusal('invalidPayload', '请求地址或请求头过长'));
    if (!isHostName(request.headers.host)) return reply.code(400).send(refusal('invalidPayload', 'Host 不正确'));
    if (!gate.state.accepting && request.url.startsWith('/api/')) {
      return reply.code(503).header('connection', 'close').send(refusal('starting'));
    }
    return undefined;
  });
  app.addHook('onResponse', async (request, reply) => logRequest(gate, request, reply));
  if (gate.traces) addTraces(app, gate.traces);
  app.setNotFoundHandler(async (request, reply) => {
    const { method, url, headers } = request;
    const page = gate.consoleDir === undefined ? undefined : consoleAddress({ method, url, accept: headers.accept });
    return page === undefined ? reply.code(404).send(refusal('notFound')) : reply.redirect(page);
  });
  app.setErrorHandler(async (error: FastifyError, _request, reply) => answerFault(gate, error, reply));
};

/** Adds a span for each request that reaches the router; subscription links do not. */
const addTraces = (app: FastifyInstance, traces: Traces): void => {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', async (request) => void spans.set(request, traces.open('call')));
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { name, code } = outcomeOf(request, reply);
    const attributes = {
      'skyport.code': code,
      'http.response.status_code': reply.statusCode,
      'skyport.request': request.id,
    };
    spans.get(request)?.end({ name, failed: reply.statusCode >= 500, attributes });
  });
};

/** Name of the row, else of the route, and its answer code. */
const outcomeOf = (request: FastifyRequest, reply: FastifyReply): { name: string; code: number } =>
  reply.outcome ?? { name: request.routeOptions.url ?? 'unknown', code: reply.statusCode };

/** One line a request: its route, never its address (a subscription link holds a key). */
const logRequest = (gate: Gate, request: FastifyRequest, reply: FastifyReply): void => {
  const { name, code } = outcomeOf(request, reply);
  const seconds = reply.elapsedTime / 1000;
  gate.metrics.request(name, code, seconds);
  gate.requestLog.info(
    { requestId: request.id, call: name, status: reply.statusCode, answer: code, ms: Math.round(reply.elapsedTime) },
    'request',
  );
};

const answerFault = async (gate: Gate, error: FastifyError, reply: FastifyReply): Promise<FastifyReply> => {
  const { request } = reply;
  const call = reply.outcome?.name ?? request.routeOptions.url ?? '';
  const { status, headers, body } = await faultAnswer(gate, error, { call, requestId: request.id });
  for (let at = 0; at < headers.length; at += 2) void reply.header(headers[at]!, headers[at + 1]!);
  return reply.code(status).send(body);
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
