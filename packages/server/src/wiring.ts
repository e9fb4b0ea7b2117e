import { createDb, createFastReader, type Database } from '@skyport/db';
import { accountsHandlers } from './accounts/calls.ts';
import { accountsJobs, createConfirmRoute, createStepUp, storeAccountsSeen } from './accounts/index.ts';
import { agencyHandlers } from './agency/calls.ts';
import { auditReaders } from './audit-readers.ts';
import { auditHandlers } from './audit/calls.ts';
import { auditJobs } from './audit/index.ts';
import { backupHandlers } from './backup/calls.ts';
import { backupJobs } from './backup/index.ts';
import { chatJobs } from './chat/index.ts';
import { checkinHandlers } from './checkin/calls.ts';
import { couponsHandlers } from './coupons/calls.ts';
import { createFileRoutes, filesJobs } from './files/index.ts';
import { errorsHandlers } from './errors/calls.ts';
import { errorsJobs } from './errors/index.ts';
import { exportedLists } from './exported-lists.ts';
import { createListExportRoute } from './exports/index.ts';
import { fleetHandlers } from './fleet/calls.ts';
import { fleetJobs, startFleet } from './fleet/index.ts';
import type { GateParts } from './gate/gate.ts';
import type { Handlers } from './gate/handlers.ts';
import { storeSessionsSeen } from './gate/session-store.ts';
import { installHandlers } from './install/calls.ts';
import { createInstallRoute, installJobs, stopInstalls } from './install/index.ts';
import { inviteHandlers } from './invite/calls.ts';
import { jobsHandlers } from './jobs/calls.ts';
import { ledgerJobs } from './ledger/index.ts';
import { mailJobs } from './mail/index.ts';
import { metricSources } from './metric-sources.ts';
import { moneyHandlers } from './money/calls.ts';
import { moneyJobs } from './money/grant.ts';
import { payHealthHandlers } from './money/health-calls.ts';
import { reconcileHandlers } from './money/reconcile-calls.ts';
import { reconcileJobs } from './money/reconcile-jobs.ts';
import { nodesHandlers } from './nodes/calls.ts';
import { lineTestHandlers } from './nodes/line-test/line-test.ts';
import { relayHandlers } from './nodes/relay/relay-calls.ts';
import { noticesHandlers } from './notices/calls.ts';
import { noticesJobs, presentHost } from './notices/index.ts';
import { ordersHandlers } from './orders/calls.ts';
import { checkStateChanges, ordersJobs } from './orders/index.ts';
import { paymentsHandlers } from './payments/calls.ts';
import { orderFlagHandlers } from './payments/order-flags.ts';
import {
  createPayments,
  learnAccounts,
  createPayNotifyRoute,
  createPayTurnedAway,
  createTestPayRoute,
  paymentsJobs,
  startUsdtWatch,
} from './payments/index.ts';
import { payInstanceHandlers } from './payments/instances/instance-calls.ts';
import { permissionsHandlers } from './permissions/calls.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { crashFromEnv } from './platform/crash.ts';
import type { Deps } from './platform/deps.ts';
import type { Env } from './platform/env.ts';
import { createFaultLog } from './platform/error-log.ts';
import { createIds, systemRandom, type Random } from './platform/ids.ts';
import { databaseJobs, type Job } from './platform/jobs.ts';
import { runAsLeader, type LeaderWork } from './platform/leader.ts';
import { createLastSeen, GATHER_MS } from './platform/last-seen.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { loadTraces } from './platform/traces.ts';
import { prizesHandlers } from './prizes/calls.ts';
import { pushHandlers } from './push/calls.ts';
import { pushJobs } from './push/index.ts';
import { beginRotation, openSecrets, rotationJobs } from './rotation/index.ts';
import { rulesHandlers } from './rules/calls.ts';
import { createDescribeRoute, fetchOutsideLists } from './rules/index.ts';
import { settingsHandlers } from './settings/calls.ts';
import { createSettingsReader } from './settings/index.ts';
import { shopHandlers } from './shop/calls.ts';
import { statisticsHandlers } from './statistics/calls.ts';
import { statisticsJobs } from './statistics/index.ts';
import { createStatusRoute, statusJobs } from './status/index.ts';
import { subscriptionHandlers } from './subscription/calls.ts';
import { createSubscriptionRoute, subscriptionJobs } from './subscription/index.ts';
import { telegramHandlers } from './telegram/calls.ts';
import { createTelegramRoute, startTelegram, telegramJobs } from './telegram/index.ts';
import { ticketsHandlers } from './tickets/calls.ts';
import { trafficHandlers } from './traffic/calls.ts';
import { trafficJobs } from './traffic/index.ts';
import { usersHandlers } from './users/calls.ts';
import { withdrawalsHandlers } from './withdrawals/calls.ts';
import { withdrawalsJobs } from './withdrawals/index.ts';
import { usersJobs } from './users/jobs.ts';
import { startJobs } from './worker.ts';

/** The code behind every built row. */
export const handlers: Handlers = {
  accounts: accountsHandlers,
  agency: agencyHandlers,
  audit: auditHandlers,
  backup: backupHandlers,
  checkin: checkinHandlers,
  coupons: couponsHandlers,
  errors: errorsHandlers,
  files: {},
  fleet: fleetHandlers,
  install: installHandlers,
  invite: inviteHandlers,
  jobs: jobsHandlers,
  money: { ...moneyHandlers, ...reconcileHandlers, ...payHealthHandlers },
  nodes: { ...nodesHandlers, ...relayHandlers, ...lineTestHandlers },
  notices: noticesHandlers,
  orders: ordersHandlers,
  payments: { ...paymentsHandlers, ...payInstanceHandlers, ...orderFlagHandlers },
  permissions: permissionsHandlers,
  prizes: prizesHandlers,
  push: pushHandlers,
  rules: rulesHandlers,
  settings: settingsHandlers,
  shop: shopHandlers,
  statistics: statisticsHandlers,
  subscription: subscriptionHandlers,
  telegram: telegramHandlers,
  tickets: ticketsHandlers,
  traffic: trafficHandlers,
  users: usersHandlers,
  withdrawals: withdrawalsHandlers,
};

/** What differs between production, tests and provers. */
export interface WiringOptions {
  readonly env: Env;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly consoleDir: string | undefined;
  readonly checkAnswers: boolean;
  readonly clock?: Clock;
  readonly random?: Random;
  /** How long notes of who is there are gathered, in ms; a second unless given. */
  readonly gatherMs?: number;
}

/** Everything of one process, joined; nothing is listening or working yet. */
export interface Wired {
  readonly deps: Deps;
  readonly gateParts: GateParts;
  /**
   * Starts jobs, the fleet's controller and the bot's long poll; the latter two run in one process of the
   * installation only.
   */
  startWorker(): Promise<LeaderWork>;
  close(): Promise<void>;
}

/** Builds the dependencies and joins features, gate and worker: the only place where they meet. */
export const wire = async (options: WiringOptions): Promise<Wired> => {
  const { env } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const log = createLog(env.LOG_LEVEL);
  const traces = await loadTraces(env);
  const database: Database = createDb(options.databaseUrl, {
    onError: (fault) => log.warn({ reason: fault.message }, 'database'),
    onStatement: traces?.statement,
  });
  const reader = createFastReader(options.databaseUrl);
  const { secretKey } = options;
  const keys = { secretKey, oldKeys: env.SECRET_KEY_OLD };
  const secrets = await openSecrets({ db: database.db, clock, random }, keys);
  const settings = await createSettingsReader({ db: database.db, secrets, log });
  const basics = { db: database.db, clock, random, ids: createIds(clock, random) };
  const payments = await createPayments({ ...basics, secrets, settings, env, log });
  const deps: Deps = {
    reader,
    ...basics,
    secrets,
    crash: crashFromEnv(env.CRASH_AT, () => process.kill(process.pid, 'SIGKILL')),
    jobs: databaseJobs,
    settings,
    payments,
    lastSeen: createLastSeen({
      storeSessions: (seen) => storeSessionsSeen(database.db, seen),
      storeAccounts: (seen) => storeAccountsSeen(database.db, seen),
      log,
      gatherMs: options.gatherMs ?? GATHER_MS,
    }),
    log,
    env,
  };
  await checkStateChanges(deps.db);
  await learnAccounts(deps);
  const faults = createFaultLog(deps);
  const gateParts = gatePartsOf(options, { deps, faults, traces });
  return {
    deps,
    gateParts,
    startWorker: () => startWorker(options, deps, gateParts),
    close: async () => {
      settings.stop();
      payments.stop();
      await deps.lastSeen.close();
      await Promise.all([reader.close(), database.close()]);
      await traces?.close();
    },
  };
};

const gatePartsOf = (
  options: WiringOptions,
  { deps, faults, traces }: Pick<GateParts, 'deps' | 'faults' | 'traces'>,
): GateParts => ({
  deps,
  reader: deps.reader,
  faults,
  traces,
  metrics: createMetrics(metricSources(deps)),
  handlers,
  auditReaders,
  document: createSubscriptionRoute(deps, deps.reader),
  describe: createDescribeRoute(deps),
  install: createInstallRoute(deps),
  confirm: createConfirmRoute(deps),
  telegram: createTelegramRoute(deps),
  payNotify: createPayNotifyRoute(deps),
  payTurnedAway: createPayTurnedAway(deps),
  testPay: createTestPayRoute(deps),
  stepUp: createStepUp(deps),
  status: createStatusRoute(deps),
  files: createFileRoutes(deps),
  listExports: createListExportRoute(deps, exportedLists),
  hostInfo: (host) => presentHost(deps.settings.current(), host),
  consoleDir: options.consoleDir,
  checkAnswers: options.checkAnswers,
});

/** Every job of the product. */
export const allJobs: readonly Job<unknown>[] = [
  ...accountsJobs,
  ...auditJobs,
  ...mailJobs,
  ...chatJobs,
  ...noticesJobs,
  ...telegramJobs,
  ...subscriptionJobs,
  ...trafficJobs,
  ...fleetJobs,
  ...installJobs,
  ...filesJobs,
  ...ledgerJobs,
  ...ordersJobs,
  ...paymentsJobs,
  ...moneyJobs,
  ...reconcileJobs,
  ...pushJobs,
  ...statisticsJobs,
  ...withdrawalsJobs,
  ...errorsJobs,
  ...usersJobs,
  ...rotationJobs,
  fetchOutsideLists,
  ...backupJobs,
  ...statusJobs,
];

const startWorker = async (
  { databaseUrl }: WiringOptions,
  deps: Deps,
  { faults, metrics, traces }: Pick<GateParts, 'faults' | 'metrics' | 'traces'>,
): Promise<LeaderWork> => {
  await beginRotation(deps);
  const jobs = await startJobs({ databaseUrl, jobs: allJobs, deps, faults, ended: metrics.job, traces });
  const leader = runAsLeader({
    databaseUrl,
    work: () => startLeading(deps, faults),
    log: deps.log,
  });
  return {
    stop: async () => {
      stopInstalls(deps);
      await leader.stop();
      await jobs.stop();
    },
  };
};

/** What one process alone may do: tell the nodes, listen to what people write to the bot, and watch chains. */
const startLeading = async (deps: Deps, faults: GateParts['faults']): Promise<LeaderWork> => {
  const fleet = await startFleet(deps, { faults });
  const telegram = startTelegram(deps);
  const usdt = startUsdtWatch(deps, { faults });
  return {
    stop: async () => {
      await Promise.all([fleet.stop(), telegram.stop(), usdt.stop()]);
    },
  };
};
