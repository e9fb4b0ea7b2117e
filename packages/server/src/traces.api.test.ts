import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestApp } from './testing.ts';
import type { TestApp } from './testing-app.ts';
import { startJobs } from './worker.ts';

/** A span as OTLP writes it. */
interface Sent {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

interface Posted {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[] }[];
}

let app: TestApp;
let spans: Sent[];
let collector: ReturnType<typeof createServer>;
let answers: boolean;
beforeEach(async () => {
  spans = [];
  answers = true;
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      const { resourceSpans } = body as Posted;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  app = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
});
afterEach(() => {
  collector.close();
  collector.closeAllConnections();
});

const attributesOf = ({ attributes }: Sent): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('a call is a span with its row, its code and its statements', async () => {
  const user = await app.account();
  expect((await app.call('/api/order/cancel_order', { order_id: app.deps.ids.next() }, user)).code).not.toBe(0);
  await app.close();
  const cancel = spans.find(({ name }) => name.includes('cancelOrder'));
  expect(cancel && attributesOf(cancel)).toMatchObject({ 'http.response.status_code': 200 });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === cancel?.spanId);
  expect(below.map((span) => attributesOf(span)['db.query.text'])).toContainEqual(expect.stringContaining('orders'));
});

test('a collector that takes spans and never answers does not keep the panel from stopping', async () => {
  // Far beyond what a test may take.
  for (const name of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_BSP_EXPORT_TIMEOUT']) vi.stubEnv(name, '86400000');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { port } = collector.address() as AddressInfo;
  const other = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  answers = false;
  await other.call('/api/user/login', {});
  await other.close();
  expect(spans.map(({ name }) => name)).toContain('accounts.login');
  await app.close();
});

test('no span holds what somebody sent, or who it was', async () => {
  const user = await app.account({ password: 'ab'.repeat(32) });
  const secret = 'c0'.repeat(32);
  await app.call('/api/user/login', { email: user.email, password: secret });
  await app.gate.app.inject({ url: `/api/subscript/clash/${secret}` });
  await app.close();
  const sent = JSON.stringify(spans);
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['select', 'accounts.login']));
  for (const hidden of [secret, user.email, user.token]) expect(sent).not.toContain(hidden);
});

test('a job that fails is a span that says so', async () => {
  const { deps, gate, databaseUrl } = app;
  const broken = {
    name: 'traces.broken',
    input: z.object({}),
    maxAttempts: 1,
    run: async () => Promise.reject(new Error('broken on purpose')),
  };
  const ended = Promise.withResolvers<void>();
  const jobs = await startJobs({
    databaseUrl,
    jobs: [broken],
    deps,
    faults: async () => undefined,
    ended: () => ended.resolve(),
    traces: gate.traces,
  });
  await deps.jobs.add(deps.db, broken, {});
  await ended.promise;
  await jobs.stop();
  await app.close();
  expect(spans.find(({ name }) => name === 'job traces.broken')?.status).toEqual({ code: 2 });
});
