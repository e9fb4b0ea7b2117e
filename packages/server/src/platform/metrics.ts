import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/**
 * Figures for operators, in Prometheus' text form. Labels are names of ours, never anything a caller sent.
 */
export interface Metrics {
  /** One finished request: name of its row, answer code, seconds. */
  request(name: string, code: number, seconds: number): void;
  /** One attempt of a job: name of the job, outcome, seconds. */
  job(name: string, outcome: JobOutcome, seconds: number): void;
  /** Says whether the process takes requests. */
  ready(yes: boolean): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** How an attempt of a job ended. */
export type JobOutcome = 'done' | 'failed';

/** An instant is answered in seconds since 1970; an unknown value as NaN, or not at all where it has labels. */
export type Figure = number | Date | null | undefined;

/** One value of a gauge with labels. */
export interface LabelledFigure {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: Figure;
}

/** A gauge's help, and its labels if it has any. */
interface GaugeRow {
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Gauges that one question to the database or the disk answers. */
export interface MetricSource<Name extends string = string> {
  /** Names the source in `skyport_metrics_source_up`. */
  readonly name: string;
  readonly gauges: Readonly<Record<Name, GaugeRow>>;
  read(): Promise<Readonly<Record<Name, Figure | readonly LabelledFigure[]>>>;
}

const numberOf = (value: Figure): number => (value instanceof Date ? value.getTime() / 1000 : (value ?? Number.NaN));

const isLabelled = (value: Figure | readonly LabelledFigure[]): value is readonly LabelledFigure[] =>
  Array.isArray(value);

const setGauge = (gauge: Gauge, value: Figure | readonly LabelledFigure[]): void => {
  if (!isLabelled(value)) gauge.set(numberOf(value));
  else
    for (const { labels, value: figure } of value)
      if (figure !== null && figure !== undefined) gauge.set({ ...labels }, numberOf(figure));
};

/** Adds the gauges of a source; the result reads them. A failed read leaves no old figure behind. */
const addSource = (registry: Registry, source: MetricSource, up: Gauge): (() => Promise<void>) => {
  const gauges = Object.entries(source.gauges).map(([name, { help, labels = [] }]) => ({
    name,
    labels,
    gauge: new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
  }));
  return async () => {
    const figures = await source.read().catch(() => undefined);
    up.set({ source: source.name }, figures ? 1 : 0);
    for (const { name, labels, gauge } of gauges) {
      gauge.reset();
      setGauge(gauge, figures?.[name] ?? (labels.length > 0 ? [] : undefined));
    }
  };
};

/**
 * Gives an observer that looks each pair of labels up once: that costs more than the rest of an observation, and
 * there are a few hundred pairs at most.
 */
const observerOf = (histogram: Histogram): ((name: string, end: string | number, seconds: number) => void) => {
  const series = new Map<string, Map<string | number, ReturnType<typeof histogram.labels>>>();
  return (name, end, seconds) => {
    let byEnd = series.get(name);
    if (!byEnd) series.set(name, (byEnd = new Map()));
    let found = byEnd.get(end);
    if (!found) byEnd.set(end, (found = histogram.labels(name, String(end))));
    found.observe(seconds);
  };
};

/** A fresh registry with the process' own figures and ours. */
export const createMetrics = (sources: readonly MetricSource[]): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'skyport_http_request_duration_seconds',
    help: 'Time of requests by call and answer code',
    labelNames: ['call', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const jobs = new Histogram({
    name: 'skyport_job_duration_seconds',
    help: 'Time of attempts of jobs by name and outcome, of this process',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const up = new Gauge({
    name: 'skyport_metrics_source_up',
    help: '1 when a group of figures could be read, 0 when its figures are missing',
    labelNames: ['source'],
    registers,
  });
  const readings = sources.map((source) => addSource(registry, source, up));
  const ready = new Gauge({ name: 'skyport_ready', help: '1 while requests are taken', registers });
  return {
    request: observerOf(requests),
    job: observerOf(jobs),
    ready: (yes) => ready.set(yes ? 1 : 0),
    text: async () => {
      await Promise.all(readings.map((read) => read()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
};
