import { findCheck } from './audit/index.ts';
import { readBackupFigures } from './backup/index.ts';
import { countOpenAlarms, listNodeFigures, readFleetWatch, type NodeFigures } from './fleet/index.ts';
import { countQueued, findOldestDue } from './jobs/index.ts';
import { readLedgerWatch } from './ledger/index.ts';
import { countAnswers, listFailing, readMoneyWatch } from './orders/index.ts';
import { countDeliveries, usdtLagSeconds } from './payments/index.ts';
import { HOUR_MS, SECOND_MS } from './platform/clock.ts';
import type { Deps } from './platform/deps.ts';
import type { LabelledFigure, MetricSource } from './platform/metrics.ts';
import { readVersion } from './platform/version.ts';

/** Types a source: `read` must return exactly the gauges that it declares. */
const metricSource = <Name extends string>(source: MetricSource<Name>): MetricSource => source;

/**
 * Everything that /metrics asks the database and the disk for; all API processes answer the same. Prometheus itself
 * sets the labels `job` and `instance`, so that none of ours may have these names.
 */
export const metricSources = (deps: Deps): readonly MetricSource[] => [
  buildSource(),
  ledgerSource(deps),
  auditSource(deps),
  moneySource(deps),
  providerSource(deps),
  usdtSource(deps),
  jobSource(deps),
  nodeSource(deps),
  backupSource(deps),
];

const buildSource = (): MetricSource =>
  metricSource({
    name: 'build',
    gauges: { skyport_build_info: { help: '1, with the version of the program', labels: ['version', 'commit'] } },
    read: async () => ({ skyport_build_info: [{ labels: { ...readVersion() }, value: 1 }] }),
  });

const ledgerSource = ({ db }: Deps): MetricSource =>
  metricSource({
    name: 'ledger',
    gauges: {
      skyport_ledger_problems: { help: 'Open differences of the ledger; anything above 0 is an alarm' },
      skyport_ledger_checked_timestamp_seconds: { help: 'When the last check of the ledger ended', labels: ['part'] },
    },
    read: async () => {
      const { problems, newAt, wholeAt } = await readLedgerWatch(db);
      return {
        skyport_ledger_problems: Number(problems),
        skyport_ledger_checked_timestamp_seconds: [
          { labels: { part: 'new' }, value: newAt },
          { labels: { part: 'whole' }, value: wholeAt },
        ],
      };
    },
  });

const auditSource = ({ db }: Deps): MetricSource =>
  metricSource({
    name: 'audit',
    gauges: {
      skyport_audit_problems: { help: 'Problems that the last check of the audit found; above 0 is an alarm' },
      skyport_audit_checked_timestamp_seconds: { help: 'When the chain of the audit was last checked' },
    },
    read: async () => {
      const check = await findCheck(db);
      return { skyport_audit_problems: check?.problems, skyport_audit_checked_timestamp_seconds: check?.at };
    },
  });

const moneySource = ({ db }: Deps): MetricSource =>
  metricSource({
    name: 'money',
    gauges: {
      skyport_money_open: { help: 'Claims that wait or are doubtful, and unmatched payments', labels: ['state'] },
      skyport_claims_waiting_since_timestamp_seconds: {
        help: 'Since when the oldest claim waits; more than 10 minutes are an alarm. NaN when none waits',
      },
    },
    read: async () => {
      const { since, ...counts } = await readMoneyWatch(db);
      return {
        skyport_money_open: labelled('state', Object.entries(counts)),
        skyport_claims_waiting_since_timestamp_seconds: since,
      };
    },
  });

const providerSource = ({ db, clock }: Deps): MetricSource =>
  metricSource({
    name: 'providers',
    gauges: {
      skyport_payment_attempts: {
        help: 'Payments begun in the last hour by payment instance and what its provider said',
        labels: ['provider', 'outcome'],
      },
      skyport_payment_notifications: {
        help: 'Notifications of this and the last clock hour (UTC) by payment instance and verdict',
        labels: ['provider', 'verdict'],
      },
      skyport_payment_instance_failing: { help: '1 for a payment instance that keeps failing', labels: ['provider'] },
    },
    read: async () => {
      const now = clock.now().getTime();
      const answers = await countAnswers(db, new Date(now - HOUR_MS));
      const deliveries = await countDeliveries(db, new Date(now - (now % HOUR_MS) - HOUR_MS));
      return {
        skyport_payment_attempts: answers.map(({ instance, outcome, count }) => ({
          labels: { provider: instance, outcome },
          value: count,
        })),
        skyport_payment_notifications: deliveries.map(({ instance, verdict, count }) => ({
          labels: { provider: instance, verdict },
          value: count,
        })),
        skyport_payment_instance_failing: labelled(
          'provider',
          [...(await listFailing(db))].map((instance) => [instance, 1]),
        ),
      };
    },
  });

const usdtSource = (deps: Deps): MetricSource =>
  metricSource({
    name: 'usdt',
    gauges: {
      skyport_usdt_lag_seconds: {
        help: 'How far behind now a watched chain was read; left out before the first time',
        labels: ['network'],
      },
      skyport_usdt_unread_networks: { help: 'Watched chains that were never read yet' },
    },
    read: async () => {
      const lags = [...(await usdtLagSeconds(deps))];
      return {
        skyport_usdt_lag_seconds: labelled('network', lags),
        skyport_usdt_unread_networks: lags.filter(([, seconds]) => seconds === undefined).length,
      };
    },
  });

const jobSource = ({ db }: Deps): MetricSource =>
  metricSource({
    name: 'jobs',
    gauges: {
      skyport_jobs: { help: 'Jobs of the queue by state', labels: ['state'] },
      skyport_jobs_due_since_timestamp_seconds: {
        help: 'Since when the oldest job waits that could run. NaN when none does',
      },
    },
    read: async () => {
      const states = { failed: 0, retrying: 0, running: 0, waiting: 0 };
      for (const { state, count } of await countQueued(db)) states[state] = count;
      return {
        skyport_jobs: labelled('state', Object.entries(states)),
        skyport_jobs_due_since_timestamp_seconds: await findOldestDue(db),
      };
    },
  });

const labelled = (label: string, values: Iterable<readonly [string, number | undefined]>): LabelledFigure[] =>
  [...values].map(([name, value]) => ({ labels: { [label]: name }, value }));

/** Seconds that bytes of a node have waited to be billed; 0 when none wait. */
const lagOf = ({ waiting_since }: NodeFigures, now: Date): number =>
  waiting_since === null ? 0 : Math.max(0, now.getTime() - waiting_since.getTime()) / 1000;

const latest = (times: readonly (Date | null)[]): Date | undefined =>
  times.reduce<Date | undefined>((last, at) => (at && (!last || at > last) ? at : last), undefined);

const nodeSource = ({ db, clock }: Deps): MetricSource =>
  metricSource({
    name: 'nodes',
    gauges: {
      skyport_nodes: { help: 'Enrolled nodes by health', labels: ['health'] },
      skyport_nodes_looked_at_timestamp_seconds: { help: 'When any node was last asked how it is' },
      skyport_node_billing_lag_seconds: {
        help: 'How long bytes of a node (by number) have waited to be billed; 0 when none wait',
        labels: ['node'],
      },
      skyport_node_unacknowledged_batches: {
        help: 'Closed traffic reports that a node holds and the panel has not acknowledged',
        labels: ['node'],
      },
      skyport_node_alarms: { help: 'Open alarms of nodes by kind', labels: ['kind'] },
      skyport_usage_reports_quarantined: { help: 'Traffic reports that wait for a decision' },
    },
    read: async () => {
      const nodes = await listNodeFigures(db);
      const now = clock.now();
      const byHealth = Map.groupBy(nodes, ({ health }) => health);
      const byNode = (value: (node: NodeFigures) => number): LabelledFigure[] =>
        labelled(
          'node',
          nodes.map((node) => [String(node.num), value(node)]),
        );
      return {
        skyport_nodes: labelled(
          'health',
          [...byHealth].map(([health, { length }]) => [health, length]),
        ),
        skyport_nodes_looked_at_timestamp_seconds: latest(nodes.map(({ looked_at }) => looked_at)),
        skyport_node_billing_lag_seconds: byNode((node) => lagOf(node, now)),
        skyport_node_unacknowledged_batches: byNode(({ unacked }) => unacked),
        skyport_node_alarms: labelled(
          'kind',
          (await countOpenAlarms(db)).map(({ kind, count }) => [kind, count]),
        ),
        skyport_usage_reports_quarantined: (await readFleetWatch(db)).reports,
      };
    },
  });

const backupSource = ({ db, settings, clock }: Deps): MetricSource =>
  metricSource({
    name: 'backups',
    gauges: {
      skyport_backup_good_timestamp_seconds: { help: 'When the newest good backup began; NaN before the first one' },
      skyport_backup_interval_seconds: { help: 'Time between two backups of the schedule; 0 without one' },
      skyport_backup_bytes: { help: 'Size of the newest good backup' },
      skyport_backup_restore_timestamp_seconds: { help: 'When the newest test restore ended' },
      skyport_backup_restore_passed: { help: '1 when the newest test restore passed; 0 is an alarm' },
    },
    read: async () => {
      const { good_at, bytes, restored_at, restore_passed } = await readBackupFigures(db, clock.now());
      return {
        skyport_backup_good_timestamp_seconds: good_at,
        skyport_backup_interval_seconds: (settings.current().backup_every_hours * HOUR_MS) / SECOND_MS,
        skyport_backup_bytes: bytes,
        skyport_backup_restore_timestamp_seconds: restored_at,
        skyport_backup_restore_passed: restore_passed === null ? undefined : Number(restore_passed),
      };
    },
  });
