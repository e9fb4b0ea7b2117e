import type { usersCalls } from '@skyport/contract/users';
import type { UserForm } from '@skyport/contract/users-form';
import { inTransaction, type Db } from '@skyport/db';
import { changeByStaff, isAgency, otherAdminExists, removeSessions } from '../accounts/index.ts';
import { givePermissions, lockPermissions } from '../permissions/index.ts';
import type { Account, Deps, Handler } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { lockTraffic } from '../traffic/index.ts';
import { adjust } from './adjust.ts';
import {
  adjustmentNote,
  adjustmentOf,
  changedColumns,
  changedNames,
  changesService,
  editedUser,
  editProblem,
  isAdjusted,
  needsStepUp,
  staleUser,
  type Adjustment,
} from './edit-rules.ts';
import { detailOf } from './detail.ts';
import { editableOf } from './present.ts';
import { countCustomers, findUser, hasOpenBalance, lockUser, type UserRecord } from './store.ts';
import { editTexts as texts } from './texts.ts';

type UpdateUser = (typeof usersCalls)['updateUser'];

/** What a form makes of an account as it is stored. */
const planOf = (form: UserForm, stored: UserRecord, caller: Account) => {
  const before = editableOf(stored);
  const stale = staleUser(before, form);
  if (stale !== undefined) refuse('conflict', stale.text, stale.data);
  const adjustment = adjustmentOf(before, form);
  if ('problem' in adjustment) return refuseField(adjustment.problem);
  const after = editedUser(before, form);
  const problem = editProblem({ id: stored.id, type: stored.type, by: caller.id }, after);
  if (problem) refuseField(problem);
  const changed = changedNames(before, after);
  return { before, after, changed, adjustment, stepUp: needsStepUp(stored.type, changed, adjustment) };
};

type Plan = ReturnType<typeof planOf>;

const checkPermissions = async (trx: Db, permissions: Plan['after']['permissions']): Promise<void> => {
  const wanted = new Set(permissions.map(({ id }) => id));
  if ((await lockPermissions(trx, [...wanted])).size < wanted.size) refuse('notFound', texts.noPermission);
};

/** Refuses to leave customers with an agency that is none. */
const checkDeserted = async (trx: Db, agency: string): Promise<void> => {
  const customers = await countCustomers(trx, agency);
  if (customers > 0) refuseField({ field: 'is_agency', message: texts.hasCustomers(customers) }, 'conflict');
};

/** Refuses what only the database knows to be impossible. Comes after the adjustment, which may empty a wallet. */
const checkPlan = async (trx: Db, { id, num, type }: UserRecord, { after, changed }: Plan): Promise<void> => {
  const becomes = (name: 'disable' | 'is_agency_user'): boolean => changed.includes(name) && after[name];
  const { agent_id: agent } = after;
  if (becomes('disable') && type === 'admin' && !(await otherAdminExists(trx, id)))
    refuseField({ field: 'disable', message: texts.lastAdmin });
  if (changed.includes('agent_id') && agent !== null && !(await isAgency(trx, agent)))
    refuseField({ field: 'agent_id', message: texts.noAgency });
  if (becomes('is_agency_user') && (await hasOpenBalance(trx, num)))
    refuseField({ field: 'is_agency_user', message: texts.openBalance }, 'conflict');
  if (changed.includes('is_agency') && !after.is_agency) await checkDeserted(trx, id);
  if (changed.includes('permissions')) await checkPermissions(trx, after.permissions);
};

const noteOf = (adjustment: Adjustment, stored: UserRecord, reason: string) =>
  isAdjusted(adjustment)
    ? { note: () => adjustmentNote(adjustment, { reason, before: stored.vip_until?.toISOString() ?? null }) }
    : {};

/** Ends of permissions by id: one that is named twice is held until the later end. */
const givenOf = (permissions: Plan['after']['permissions']): { id: string; expiresAt: Date }[] => {
  const sorted = permissions.toSorted((a, b) => Date.parse(a.expireTime) - Date.parse(b.expireTime));
  const ends = new Map(sorted.map(({ id, expireTime }) => [id, new Date(expireTime)]));
  return [...ends].map(([id, expiresAt]) => ({ id, expiresAt }));
};

const write = async (trx: Db, deps: Deps, { stored, plan }: { stored: UserRecord; plan: Plan }): Promise<void> => {
  const { before, after, changed, adjustment } = plan;
  await changeByStaff(trx, stored.id, changedColumns(after, changed));
  if (changed.includes('permissions')) await givePermissions(trx, stored.id, givenOf(after.permissions));
  // Power never outlives the state that it came from.
  const isOtherRole = after.is_agency_user !== before.is_agency_user;
  if ((after.disable && !before.disable) || isOtherRole) await removeSessions(trx, stored.id);
  if (changesService(changed, adjustment)) await usersChanged(trx, deps, [stored.num]);
};

/** Saves what an admin may change of an account. Whoever saves what was changed meanwhile is told so. */
export const updateUser: Handler<UpdateUser> = async (form, { caller, audited, requireStepUp }, deps) => {
  const seen = (await findUser(deps.db, form._id)) ?? refuse('notFound');
  const { stepUp } = planOf(form, seen, caller);
  if (stepUp) await requireStepUp();
  await inTransaction(deps.db, async (trx) => {
    const stored = (await lockUser(trx, form._id)) ?? refuse('notFound');
    const plan = planOf(form, stored, caller);
    // The locked row now requires step-up.
    if (plan.stepUp && !stepUp) refuse('conflict');
    // Before the audit looks: permanent traffic is given by others too, who do not ask for the account's row.
    if (isAdjusted(plan.adjustment)) await lockTraffic(trx, stored.num);
    const of = { ids: [stored.id], ...noteOf(plan.adjustment, stored, form.reason) };
    await audited(trx, of, async () => {
      await adjust(trx, deps, { stored, form, adjustment: plan.adjustment, actor: caller.id });
      await checkPlan(trx, stored, plan);
      await write(trx, deps, { stored, plan });
    });
  });
  return detailOf(deps, form._id);
};
