import type { EndedStatement } from '@skyport/db/pool';
import type { Env } from './env.ts';

/** How a call or a job ended. */
export interface SpanEnd {
  /** Name of the row of the call or job: never an address. */
  readonly name: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** The span of a call or job that has not ended. */
export interface OpenSpan {
  /** Runs a function; its statements become children of this span. */
  within<T>(run: () => T): T;
  end(how: SpanEnd): void;
}

/** Exports spans of calls, jobs and statements to an OpenTelemetry collector. */
export interface Traces {
  open(kind: 'call' | 'job'): OpenSpan;
  /** Records a statement as a child of the current span, if there is one. */
  statement(statement: EndedStatement): void;
  /** Sends the buffered spans and stops; after two seconds it stops without them. */
  close(): Promise<void>;
}

/** Loads OpenTelemetry and starts tracing if a collector is configured. */
export const loadTraces = async (env: Env): Promise<Traces | undefined> => {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === '') return undefined;
  const { startTraces } = await import('./open-telemetry.ts');
  return startTraces({ endpoint, share: env.OTEL_TRACES_SAMPLER_ARG });
};
