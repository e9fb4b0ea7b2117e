import type { settingsCalls, SettingsState } from '@skyport/contract/settings';
import { inTransaction } from '@skyport/db';
import type { Db } from '@skyport/db';
import type { Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { SETTINGS } from './audit-store.ts';
import { readHistory } from './history.ts';
import { changeSettings } from './index.ts';
import { changePeople } from './people.ts';
import {
  channelProblem,
  listProblem,
  needsStepUp,
  nodesProblem,
  ownDomainProblem,
  planOf,
  planProblem,
  receivingProblem,
  type ChangePlan,
  type WantedChange,
} from './plan.ts';
import { shownSettings, type ShownSettings } from './rules.ts';
import { listSettings, lockSettings, settingsVersion } from './store.ts';
import { testSettings } from './test-parts.ts';
import { texts } from './texts.ts';

type Calls = typeof settingsCalls;

const shown = async (db: Db): Promise<ShownSettings> => shownSettings(await listSettings(db));

/** What an admin sees. The version is read first: a change in between makes the next save a conflict, never a loss. */
const stateOf = async (db: Db): Promise<SettingsState> => {
  const version = await settingsVersion(db);
  const { values, secrets } = await shown(db);
  return { ...values, version, secrets: [...secrets] };
};

/** The plan of a change; refuses at its field what cannot be saved. */
const soundPlan = (
  wanted: WantedChange,
  current: ShownSettings,
  { env, payments }: Pick<Deps, 'env'> & { readonly payments: Pick<Deps['payments'], 'choiceProblem'> },
): ChangePlan => {
  const plan = planOf(wanted, current);
  const problem =
    planProblem(plan, current) ??
    ownDomainProblem(plan, env) ??
    receivingProblem(plan) ??
    nodesProblem(plan, env) ??
    listProblem(plan, env) ??
    channelProblem(plan, payments);
  if (problem) refuseField(problem);
  return plan;
};

const setConfig: Handler<Calls['setConfig']> = async ({ version, clear, undoes, ...values }, context, deps) => {
  const wanted = { values, clear } as WantedChange;
  // An instance may have been made by another process a moment ago.
  await deps.payments.refresh();
  const steppedUp = needsStepUp(soundPlan(wanted, await shown(deps.db), deps));
  if (steppedUp) await context.requireStepUp();
  const state = await inTransaction(deps.db, async (trx) => {
    const newest = await lockSettings(trx);
    if (version !== undefined && version !== newest) refuse('conflict', texts.overtaken);
    // An instance that is chosen is not deleted meanwhile.
    const payments = await deps.payments.hold(trx);
    const current = await shown(trx);
    const plan = soundPlan(wanted, current, { env: deps.env, payments });
    // Without a version somebody else's save may have made a change of what was none a moment ago.
    if (!steppedUp && needsStepUp(plan)) refuse('conflict', texts.overtaken);
    const note = () => ({ version: newest + 1, ...(undoes !== undefined && { undoes }) });
    await context.audited(trx, { ids: [SETTINGS], ...(plan.names.length > 0 && { note }) }, async () => {
      await changePeople(trx, plan, current);
      await changeSettings(trx, plan.changes, { at: deps.clock.now(), secrets: deps.secrets, clear: plan.clear });
    });
    return stateOf(trx);
  });
  // Whoever has saved finds it in force; other processes follow within a second.
  await deps.settings.refresh();
  return state;
};

const test: Handler<Calls['test']> = async ({ part }, { caller, audited }, deps) => {
  const outcome = await testSettings(part, caller, deps);
  const note = () => ({ tested: part, problem: outcome.problem });
  return inTransaction(deps.db, (trx) => audited(trx, { ids: [SETTINGS], note }, async () => outcome));
};

/** The operator's settings, for admins. */
export const settingsHandlers: HandlersOf<Calls> = {
  get: (_input, _context, { db }) => stateOf(db),
  setConfig,
  history: (input, _context, { db }) => readHistory(db, input),
  test,
};
