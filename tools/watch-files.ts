import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './run.ts';

/** An expression of PromQL and where it stands. */
export interface Expression {
  readonly where: string;
  readonly expr: string;
}

/** A rule of `deploy/alerts.yml`. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const deployed = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');

/** The rules of `deploy/alerts.yml`. */
export const alertRules = (): readonly AlertRule[] =>
  (parse(deployed('alerts.yml')) as { groups: { rules: AlertRule[] }[] }).groups.flatMap(({ rules }) => rules);

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** Expressions of the dashboard. */
export const dashboardExpressions = (): readonly Expression[] =>
  (JSON.parse(deployed('grafana-dashboard.json')) as { panels: Panel[] }).panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `panel ${title}`, expr })),
  );

/** Expressions of the dashboard and of the alerts. */
export const watchExpressions = (): readonly Expression[] => [
  ...dashboardExpressions(),
  ...alertRules().map(({ alert, expr }) => ({ where: `alert ${alert}`, expr })),
];
