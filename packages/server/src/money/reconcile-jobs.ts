import { isUsdtCompared, payInstanceNames, USDT_INSTANCE } from '../payments/index.ts';
import { addDays, dayOf, HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { LIST_ZONE } from '../platform/list-days.ts';
import { reconcile } from './reconcile.ts';
import { findRun } from './reconcile-store.ts';

/** Providers have a list some hours after the day. */
const PATIENCE_MS = 2 * HOUR_MS;
/** For so many days a provider that did not speak is asked again; trades that stay silent, until the last of them. */
const DAYS = 3;

/** Days that are over, the oldest first. */
const daysOf = ({ clock }: Pick<Deps, 'clock'>): string[] => {
  const today = dayOf(new Date(clock.now().getTime() - PATIENCE_MS), LIST_ZONE);
  return Array.from({ length: DAYS }, (_, n) => addDays(today, n - DAYS));
};

/** Compares what is not compared yet of one instance. One that fails is written down and stops none of the others. */
const reconcileInstance = async (deps: Deps, instance: string): Promise<void> => {
  const provider = deps.payments.known(instance);
  if (!provider?.listOf && !provider?.query) return;
  try {
    for (const [n, day] of daysOf(deps).entries()) {
      const earlier = await findRun(deps.db, { instance, day });
      if (earlier?.state !== 'done' && !(await reconcile(deps, { provider, day, earlier, isLast: n === 0 }))) return;
    }
  } catch (fault) {
    await createFaultLog(deps)(fault, { call: `job money.reconcile ${instance}`, requestId: '' });
  }
};

/** Instances of the operator's, and the watched chains last: reading them takes longest. */
const instancesOf = async (deps: Deps): Promise<readonly string[]> => [
  ...(await payInstanceNames(deps.db)),
  ...((await isUsdtCompared(deps)) ? [USDT_INSTANCE] : []),
];

/** Compares each ended day of each payment instance with what is stored of it, until the provider has spoken. */
export const reconcileDays = job({
  name: 'money.reconcile',
  input: NoInput,
  maxAttempts: 1,
  cron: '23 * * * *',
  // A provider that is slow to speak of each of a day's trades takes minutes.
  places: 'slow',
  key: () => 'all',
  run: async (deps) => {
    for (const instance of await instancesOf(deps)) await reconcileInstance(deps, instance);
  },
});

/** Jobs of the reconciliation. */
export const reconcileJobs = [reconcileDays];
