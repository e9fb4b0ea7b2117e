import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp } from '@skyport/server/testing';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { root } from './run.ts';
import { alertRules, dashboardExpressions } from './watch-files.ts';

/* Alerts, dashboard and /metrics as Prometheus itself reads them: promtool is of Debian's package `prometheus`. */

const dir = mkdtempSync(join(tmpdir(), 'skyport-promtool-'));
const app = await createTestApp();
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const promtool = (args: readonly string[], input = ''): { ok: boolean; said: string } => {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  if (error) throw new Error('promtool is missing: install the package prometheus', { cause: error });
  return { ok: status === 0, said: `${stdout}${stderr}` };
};
const written = (name: string, content: object): string => {
  const path = join(dir, name);
  writeFileSync(path, stringify(content));
  return path;
};
const deployed = (name: string): string => join(root, 'deploy', name);

/** Has promtool parse expressions, as those of recording rules. */
const parsed = (expressions: readonly string[]) =>
  promtool([
    'check',
    'rules',
    written('expressions.yml', {
      groups: [{ name: 'parsed', rules: expressions.map((expr, n) => ({ record: `parsed:number_${n}`, expr })) }],
    }),
  ]);

test('promtool takes the alert rules and every expression of the dashboard', () => {
  expect(promtool(['check', 'rules', deployed('alerts.yml')])).toMatchObject({ ok: true });
  const expressions = dashboardExpressions().map(({ expr }) => expr);
  expect(parsed(expressions)).toMatchObject({ ok: true, said: expect.stringContaining(`${expressions.length} rules`) });
  expect(parsed(['sum by (call (rate(skyport_jobs[5m]))'])).toMatchObject({ ok: false });
});

test('each alert fires in its unit test, and none fires where all is well', () => {
  const text = readFileSync(deployed('alerts.test.yml'), 'utf8');
  const untested = alertRules().filter(({ alert }) => !text.includes(`alertname="${alert}"`));
  expect(untested.map(({ alert }) => alert)).toEqual([]);
  expect(promtool(['test', 'rules', deployed('alerts.test.yml')])).toMatchObject({ ok: true });
});

/** What the product answers for its own figures. */
const scrape = async (): Promise<string> => {
  const { body } = await app.gate.app.inject('/metrics');
  return body
    .split('\n')
    .filter((line) => /^(?:# \w+ )?skyport_/.test(line))
    .join('\n')
    .concat('\n');
};

test('figures have names and types as Prometheus wants them', async () => {
  await app.call('/api/user/login', {});
  expect(promtool(['check', 'metrics'], await scrape())).toEqual({ ok: true, said: '' });
  expect(promtool(['check', 'metrics'], '# TYPE a_milliseconds counter\na_milliseconds 1\n')).toMatchObject({
    ok: false,
  });
});

/** Whether the ledger's alert fires after two minutes in which the product answers as it does now. */
const ledgerAlarm = async (): Promise<boolean> => {
  const lines = (await scrape()).split('\n').filter((line) => line.startsWith('skyport_ledger_problems '));
  expect(lines).toHaveLength(1);
  const test = {
    interval: '30s',
    input_series: lines.map((line) => ({ series: line.split(' ')[0], values: `${line.split(' ')[1]}x4` })),
    promql_expr_test: [
      {
        expr: 'count(ALERTS{alertname="SkyportLedgerProblems",alertstate="firing"})',
        eval_time: '2m',
        exp_samples: [{ labels: '{}', value: 1 }],
      },
    ],
  };
  return promtool(['test', 'rules', written('drill.yml', { rule_files: [deployed('alerts.yml')], tests: [test] })]).ok;
};

test('a difference that is planted in the ledger raises its alert', async () => {
  expect(await ledgerAlarm()).toBe(false);
  const at = app.clock.now();
  const problem = { problem: 'test', subject: 'account 1', detail: 'account 1: 1', first_at: at, last_at: at };
  await app.deps.db.insertInto('ledger_problems').values(problem).execute();
  expect(await ledgerAlarm()).toBe(true);
});
