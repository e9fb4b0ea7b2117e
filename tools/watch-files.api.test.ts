import { metricSources } from '@skyport/server/metric-sources';
import { createTestApp } from '@skyport/server/testing';
import { afterAll, expect, test } from 'vitest';
import { answeredNames, readingOf } from './prom-names.ts';
import { alertRules, dashboardExpressions, watchExpressions } from './watch-files.ts';

/* Dashboard and alerts of `deploy/` against /metrics of a running product. */

const app = await createTestApp();
afterAll(() => app.close());

/** What Prometheus itself answers and sets. */
const OWN_METRICS = ['up'];
const OWN_LABELS = ['job', 'instance'];
const histograms: readonly (readonly [name: string, labels: readonly string[]])[] = [
  ['skyport_http_request_duration_seconds', ['call', 'code', 'le']],
  ['skyport_job_duration_seconds', ['task', 'outcome', 'le']],
];
const labelsOf = (name: string): readonly string[] => {
  const histogram = histograms.find(([base]) => name.startsWith(base));
  if (histogram) return [...histogram[1], ...OWN_LABELS];
  if (name === 'skyport_metrics_source_up') return ['source', ...OWN_LABELS];
  const row = metricSources(app.deps).flatMap(({ gauges }) => gauges[name] ?? [])[0];
  return [...(row?.labels ?? []), ...OWN_LABELS];
};

/** Names in an expression that /metrics does not answer. */
const strangersIn = (expr: string, answered: ReadonlySet<string>): string[] => {
  const { selectors, grouped } = readingOf(expr);
  const known = selectors.flatMap(({ name }) => labelsOf(name));
  return [
    ...selectors.filter(({ name }) => !answered.has(name) && !OWN_METRICS.includes(name)).map(({ name }) => name),
    ...selectors.flatMap(({ name, labels }) => labels.filter((label) => !labelsOf(name).includes(label))),
    ...grouped.filter((label) => !known.includes(label)),
  ];
};

test('every metric and label of dashboard and alerts is answered by a running product', async () => {
  const answered = answeredNames((await app.gate.app.inject('/metrics')).body);
  const expressions = watchExpressions();
  expect(expressions.length).toBeGreaterThan(40);
  for (const { where, expr } of expressions) {
    expect(readingOf(expr).selectors.length, where).toBeGreaterThan(0);
    expect(strangersIn(expr, answered), where).toEqual([]);
  }
});

test('a metric or label that there is not is found', async () => {
  const answered = answeredNames((await app.gate.app.inject('/metrics')).body);
  expect(strangersIn('rate(skyport_jobz{state="failed"}[5m])', answered)).toContain('skyport_jobz');
  expect(strangersIn('max(skyport_jobs{status="failed"}) > 0', answered)).toEqual(['status']);
  expect(strangersIn('max by (node) (skyport_jobs)', answered)).toEqual(['node']);
  expect(strangersIn('time() - skyport_job_duration_seconds', answered)).toEqual(['skyport_job_duration_seconds']);
  expect(strangersIn('up{job="x"} == 0', answered)).toEqual([]);
});

test('every figure of ours is on the dashboard', async () => {
  const shown = new Set(
    dashboardExpressions().flatMap(({ expr }) => readingOf(expr).selectors.map(({ name }) => name)),
  );
  const ours = [
    ...metricSources(app.deps).flatMap(({ gauges }) => Object.keys(gauges)),
    ...histograms.map(([name]) => `${name}_count`),
  ];
  // Only alerts need these two.
  const unseen = ['skyport_usdt_unread_networks', 'skyport_nodes_looked_at_timestamp_seconds'];
  expect(ours.filter((name) => !shown.has(name))).toEqual(unseen);
});

test('alerts have names of their own and say in a sentence what is wrong', () => {
  const rules = alertRules();
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, annotations } of rules) {
    expect(alert).toMatch(/^Skyport[A-Z]/);
    expect(annotations.summary).not.toBe('');
  }
});
