import { timingSafeEqual } from 'node:crypto';
import { isReachable } from '@skyport/db';
import type { FastifyRequest } from 'fastify';
import { singleFlight } from '../platform/single-flight.ts';
import type { Gate } from './gate.ts';
import { refusal } from './answers.ts';

/** `/healthz`: the process runs. `/readyz`: it takes requests and reaches its database. `/metrics`: figures. */
export const mountHealth = (gate: Gate): void => {
  gate.app.get('/healthz', async (_request, reply) => reply.send({ ok: true }));
  // Anybody may ask, as often as they like: the database is asked by one of them at a time.
  const reachable = singleFlight(() => isReachable(gate.deps.db));
  gate.app.get('/readyz', async (_request, reply) => {
    const ready = gate.state.accepting && (await reachable());
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  gate.app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(gate, request)) return reply.code(404).send(refusal('notFound'));
    return reply.header('content-type', gate.metrics.contentType).send(await gate.metrics.text());
  });
};

/** Headers by which a proxy on this machine shows that it asks for somebody else. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** With METRICS_TOKEN set, its bearer; without, only a direct connection from loopback. */
const mayReadMetrics = (gate: Gate, request: FastifyRequest): boolean => {
  const token = gate.deps.env.METRICS_TOKEN;
  if (token) {
    const sent = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return sent.length === wanted.length && timingSafeEqual(sent, wanted);
  }
  const direct = PROXY_HEADERS.every((name) => request.headers[name] === undefined);
  return direct && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
};
