import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SECOND_MS } from './clock.ts';
import type { SpanEnd, Traces } from './traces.ts';
import { readVersion } from './version.ts';

/** Longest text of a statement that is sent, in UTF-16 units. */
const LONGEST_SQL = 2000;
/** How long the last spans may take to be sent, in ms; the exporter alone waits 10 s for a collector. */
const LAST_MS = 2 * SECOND_MS;

interface Collector {
  /** Base address; `/v1/traces` is added. */
  readonly endpoint: string;
  /** Share of calls and jobs that are sent, from 0 to 1. */
  readonly share: number;
}

const statusOf = (failed: boolean): { code: SpanStatusCode } => ({
  code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET,
});

/**
 * Starts traces. Headers, timeout and compression are those of OpenTelemetry's own variables (`OTEL_EXPORTER_OTLP_…`).
 */
export const startTraces = ({ endpoint, share }: Collector): Traces => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'skyport', 'service.version': readVersion().version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('skyport');
  const current = new AsyncLocalStorage<Context>();
  const end = (span: Span, { name, failed, attributes }: SpanEnd): void => {
    span.updateName(name);
    span.setAttributes({ ...attributes });
    span.setStatus(statusOf(failed));
    span.end();
  };
  return {
    open: (kind) => {
      const span = tracer.startSpan(
        kind,
        { kind: kind === 'call' ? SpanKind.SERVER : SpanKind.INTERNAL },
        ROOT_CONTEXT,
      );
      const context = trace.setSpan(ROOT_CONTEXT, span);
      return { within: (run) => current.run(context, run), end: (how) => end(span, how) };
    },
    statement: ({ sql, ms, failed }) => {
      const context = current.getStore();
      if (!context) return;
      const ended = Date.now();
      const [word = 'statement'] = /\w+/.exec(sql) ?? [];
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, LONGEST_SQL) };
      const options = { kind: SpanKind.CLIENT, startTime: ended - ms, attributes };
      const span = tracer.startSpan(word.toLowerCase(), options, context);
      span.setStatus(statusOf(failed));
      span.end(ended);
    },
    // The panel does not wait for a collector that does not answer.
    close: () => Promise.race([provider.shutdown(), pause(LAST_MS, undefined, { ref: false })]),
  };
};
