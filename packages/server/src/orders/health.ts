import type { PayMode } from '@skyport/contract/orders';
import { inTransaction, type Db } from '@skyport/db';
import { notifyOperators } from '../notices/index.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { beginSpell, endSpell, listFailing, listRecovered, readFailing, type Failing } from './health-store.ts';
import { healthTexts as texts } from './health-texts.ts';

/** An instance that fails for so many customers within this time, and works for none after them, keeps failing. */
const ACCOUNTS = 5;
const WITHIN_MS = HOUR_MS;

/** Ways to pay with those last whose instance keeps failing; the others stay in their order. */
export const healthyFirst = async (
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  modes: readonly PayMode[],
): Promise<PayMode[]> => {
  const failing = await listFailing(db);
  const isFailing = (mode: PayMode): boolean => failing.has(payments.serving(mode, '')?.instance ?? '');
  return [...modes.filter((mode) => !isFailing(mode)), ...modes.filter(isFailing)];
};

const tell = (trx: Db, deps: Deps, { text, name }: { readonly text: string; readonly name: string }): Promise<void> =>
  notifyOperators(trx, deps, { kind: 'shop', href: '#/admin_money?tab=health', text, name });

const begin = (deps: Deps, failing: Failing): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    if (!(await beginSpell(trx, failing, deps.clock.now()))) return;
    const platform = deps.payments.labelOf(failing.instance);
    await tell(trx, deps, { text: texts.failing(platform, failing), name: 'pay_failing' });
  });

const recover = (deps: Deps, instance: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    if (!(await endSpell(trx, instance))) return;
    await tell(trx, deps, { text: texts.recovered(deps.payments.labelOf(instance)), name: 'pay_recovered' });
  });

/** Instances that customers can choose now. */
const offeredNow = ({ payments }: Pick<Deps, 'payments'>): ReadonlySet<string> =>
  new Set(payments.modes().flatMap((mode) => payments.serving(mode, '')?.instance ?? []));

/**
 * Notes which payment instances keep failing, until one of them has begun a payment again; the operators are told once
 * of each. One that is offered no more has nothing to recover from: it is forgotten, and nobody is told that it works.
 */
export const watchHealth = job({
  name: 'orders.watch-health',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => {
    const offered = offeredNow(deps);
    for (const instance of await listRecovered(deps.db)) await recover(deps, instance);
    const noted = await listFailing(deps.db);
    for (const instance of noted) if (!offered.has(instance)) await endSpell(deps.db, instance);
    const since = new Date(deps.clock.now().getTime() - WITHIN_MS);
    for (const failing of await readFailing(deps.db, { since, accounts: ACCOUNTS }))
      if (offered.has(failing.instance) && !noted.has(failing.instance)) await begin(deps, failing);
  },
});
