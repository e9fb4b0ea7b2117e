import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/**
 * Figures for operators, in Prometheus' text form. Labels are names from the call table, never anything a caller sent.
 */
export interface Metrics {
  /** One finished request: name of its row, answer code, seconds. */
  request(name: string, code: number, seconds: number): void;
  /** Says whether the process takes requests. */
  ready(yes: boolean): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** What is asked for when figures are read; what cannot be read is left out. */
export interface MetricSources {
  /** The ledger's monitoring: differences that are open, and when the last check ended. */
  ledger(): Promise<{ readonly problems: number; readonly newAt: Date | null; readonly wholeAt: Date | null }>;
  /** Claims that are not settled, since when the oldest waits, and how much money lies unclaimed. */
  money(): Promise<{
    readonly waiting: number;
    readonly doubtful: number;
    readonly unclaimed: number;
    readonly since: Date | null;
  }>;
  /** Result of the last verification of the audit's chain; undefined before the first one. */
  audit(): Promise<{ readonly problems: number; readonly at: Date } | undefined>;
  /** How far behind now each chain is that is watched for USDT, in seconds; undefined before anything was read. */
  usdt(): Promise<ReadonlyMap<string, number | undefined>>;
  /** Newest good backup, and how the newest test restore ended. */
  backup(): Promise<{
    readonly good_at: Date | null;
    readonly bytes: number | null;
    readonly restored_at: Date | null;
    readonly restore_passed: boolean | null;
  }>;
}

const addAudit = (registry: Registry, { audit }: MetricSources): (() => Promise<void>) => {
  const problems = new Gauge({
    name: 'skyport_audit_problems',
    help: 'What the last look at the chain of the audit found wrong; anything above 0 is an alarm',
    registers: [registry],
  });
  const checked = new Gauge({
    name: 'skyport_audit_checked_timestamp_seconds',
    help: 'When the chain of the audit was last looked at',
    registers: [registry],
  });
  return async () => {
    const check = await audit().catch(() => undefined);
    problems.set(check?.problems ?? Number.NaN);
    checked.set(check ? check.at.getTime() / 1000 : Number.NaN);
  };
};

const addLedger = (registry: Registry, { ledger }: MetricSources): (() => Promise<void>) => {
  const problems = new Gauge({
    name: 'skyport_ledger_problems',
    help: 'Differences of the ledger that are not mended; anything above 0 is an alarm',
    registers: [registry],
  });
  const checked = new Gauge({
    name: 'skyport_ledger_checked_timestamp_seconds',
    help: 'When the last check of the ledger ended',
    labelNames: ['part'],
    registers: [registry],
  });
  return async () => {
    for (const gauge of [problems, checked]) gauge.reset();
    const watch = await ledger().catch(() => undefined);
    problems.set(watch?.problems ?? Number.NaN);
    if (watch?.newAt) checked.set({ part: 'new' }, watch.newAt.getTime() / 1000);
    if (watch?.wholeAt) checked.set({ part: 'whole' }, watch.wholeAt.getTime() / 1000);
  };
};

const addMoney = (registry: Registry, { money }: MetricSources): (() => Promise<void>) => {
  const open = new Gauge({
    name: 'skyport_money_open',
    help: 'Claims that wait or are doubtful, and payments that are nobody’s',
    labelNames: ['state'],
    registers: [registry],
  });
  const since = new Gauge({
    name: 'skyport_claims_waiting_since_timestamp_seconds',
    help: 'Since when the oldest claim waits; more than 10 minutes are an alarm',
    registers: [registry],
  });
  return async () => {
    for (const gauge of [open, since]) gauge.reset();
    const watch = await money().catch(() => undefined);
    for (const state of ['waiting', 'doubtful', 'unclaimed'] as const)
      open.set({ state }, watch?.[state] ?? Number.NaN);
    since.set(watch?.since ? watch.since.getTime() / 1000 : Number.NaN);
  };
};

const addUsdt = (registry: Registry, { usdt }: MetricSources): (() => Promise<void>) => {
  const lag = new Gauge({
    name: 'skyport_usdt_lag_seconds',
    help: 'How far behind now a chain was read that is watched for payments; NaN before the first time',
    labelNames: ['network'],
    registers: [registry],
  });
  return async () => {
    lag.reset();
    for (const [network, seconds] of await usdt().catch(() => new Map<string, number>()))
      lag.set({ network }, seconds ?? Number.NaN);
  };
};

const secondsOf = (at: Date | null | undefined): number => (at ? at.getTime() / 1000 : Number.NaN);

const addBackup = (registry: Registry, { backup }: MetricSources): (() => Promise<void>) => {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `skyport_backup_${name}`, help, registers: [registry] });
  const good = gauge('good_timestamp_seconds', 'When the newest good backup began; NaN before the first one');
  const bytes = gauge('bytes', 'Size of the newest good backup');
  const restored = gauge('restore_timestamp_seconds', 'When the newest test restore ended');
  const passed = gauge('restore_passed', '1 when the newest test restore passed; 0 is an alarm');
  return async () => {
    const figures = await backup().catch(() => undefined);
    good.set(secondsOf(figures?.good_at));
    bytes.set(figures?.bytes ?? Number.NaN);
    restored.set(secondsOf(figures?.restored_at));
    passed.set(typeof figures?.restore_passed === 'boolean' ? Number(figures.restore_passed) : Number.NaN);
  };
};

/** A fresh registry with the process' own figures and ours. */
export const createMetrics = (sources: MetricSources): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'skyport_request_seconds',
    help: 'Time of requests by call and answer code',
    labelNames: ['call', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const readings = [addLedger, addAudit, addMoney, addUsdt, addBackup].map((add) => add(registry, sources));
  const ready = new Gauge({ name: 'skyport_ready', help: '1 while requests are taken', registers: [registry] });
  // There are a few hundred pairs at most; looking one up by its labels costs more than the rest of an observation.
  const series = new Map<string, Map<number, ReturnType<typeof requests.labels>>>();
  const seriesOf = (name: string, code: number): ReturnType<typeof requests.labels> => {
    let byCode = series.get(name);
    if (!byCode) series.set(name, (byCode = new Map()));
    let found = byCode.get(code);
    if (!found) byCode.set(code, (found = requests.labels(name, String(code))));
    return found;
  };
  return {
    request: (name, code, seconds) => seriesOf(name, code).observe(seconds),
    ready: (yes) => ready.set(yes ? 1 : 0),
    text: async () => {
      await Promise.all(readings.map((read) => read()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
};
