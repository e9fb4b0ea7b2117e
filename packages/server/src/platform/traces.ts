import type { EndedStatement } from '@skyport/db/pool';
import type { Env } from './env.ts';

/** How a call or a job ended. */
export interface SpanEnd {
  /** Name of the row of the call or job: never an address. */
  readonly name: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** A call or a job under way. */
export interface OpenSpan {
  /** Runs something, and has the statements that it begins stand below this span. */
  within<T>(run: () => T): T;
  end(how: SpanEnd): void;
}

/** Sends what calls, jobs and their statements took to a collector of OpenTelemetry. */
export interface Traces {
  open(kind: 'call' | 'job'): OpenSpan;
  /** Notes a statement below the span in which it was begun; nothing where there is none. */
  statement(statement: EndedStatement): void;
  /** Sends what is gathered. */
  close(): Promise<void>;
}

/** Starts traces where a collector is named; nothing of OpenTelemetry is loaded otherwise. */
export const loadTraces = async (env: Env): Promise<Traces | undefined> => {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === '') return undefined;
  const { startTraces } = await import('./open-telemetry.ts');
  return startTraces({ endpoint, share: env.OTEL_TRACES_SAMPLER_ARG });
};
