import { type ChangedRecord, changedNames as changedIn, changedSince } from '@skyport/contract/changed-fields';
import type { FieldProblem } from '@skyport/contract/field-refusal';
import { milliOfYuan } from '@skyport/contract/units';
import { adjustedNames, EditableUser, type EditableName, type UserForm } from '@skyport/contract/users-form';
import type { StaffColumns } from '../accounts/index.ts';
import type { AuditValue } from '../platform/audit-rules.ts';
import type { AccountType } from '../platform/deps.ts';
import { ppmOf } from '../platform/ppm.ts';
import { isStaff } from '../platform/staff.ts';
import { editTexts as texts, staleText } from './texts.ts';

const names = Object.keys(EditableUser.shape) as EditableName[];
const amounts: readonly EditableName[] = adjustedNames;

/** Whether a form would hide what somebody else did: amounts of money and bytes only ever change by a difference. */
const isHidden = (name: EditableName, { shown = {}, ...form }: UserForm): boolean =>
  form[name] !== undefined && (name === 'vipExpireTime' ? form[name] !== shown[name] : !amounts.includes(name));

/** What of an account a form knows. */
const formOf = (stored: EditableUser): object => Object.fromEntries(names.map((name) => [name, stored[name]]));

/** An account whose form is out of date: what is said of it, and how it is now. */
export interface StaleUser {
  readonly text: string;
  readonly data: ChangedRecord;
}

/**
 * What changed of an account since its form was opened, as one sentence with the account as it is now; undefined when
 * nothing did that the form would hide.
 */
export const staleUser = (stored: EditableUser, form: UserForm): StaleUser | undefined => {
  const changed = changedSince<EditableUser>(EditableUser.shape, { shown: form.shown, now: stored });
  const stale = changed.filter(({ name }) => isHidden(name, form));
  return stale.length === 0 ? undefined : { text: staleText('用户', stale), data: { now: { ...formOf(stored) } } };
};

/** What staff change of an account's amounts; 0 and undefined stand for nothing. */
export interface Adjustment {
  /** Milli-yuan, signed. */
  readonly money: number;
  /** Bytes, signed. */
  readonly traffic: number;
  /** Another end of membership; null for none. */
  readonly vipUntil?: Date | null;
}

/** Whether anything is adjusted. */
export const isAdjusted = ({ money, traffic, vipUntil }: Adjustment): boolean =>
  money !== 0 || traffic !== 0 || vipUntil !== undefined;

const difference = (typed: number | undefined, shown: number | undefined): number =>
  typed === undefined || shown === undefined ? 0 : typed - shown;

/** How a form changes the amounts of an account, or what is wrong with that. */
export const adjustmentOf = (
  stored: EditableUser,
  form: UserForm,
): Adjustment | { readonly problem: FieldProblem<keyof UserForm> } => {
  const { shown = {}, reason } = form;
  const unshown = adjustedNames.find(
    (name) => form[name] !== undefined && shown[name] === undefined && form[name] !== stored[name],
  );
  if (unshown) return { problem: { field: unshown, message: texts.unshown } };
  const { vipExpireTime: vip } = form;
  const isMoved = vip !== undefined && shown.vipExpireTime !== undefined && vip !== shown.vipExpireTime;
  const [money, moneyShown] = [form, shown].map(({ wallet_money }) =>
    wallet_money === undefined ? undefined : milliOfYuan(wallet_money),
  );
  const adjustment: Adjustment = {
    money: difference(money, moneyShown),
    traffic: difference(form.traffic, shown.traffic),
    ...(isMoved && { vipUntil: vip === null ? null : new Date(vip) }),
  };
  if (isAdjusted(adjustment) && reason === '') return { problem: { field: 'reason', message: texts.reasonMissing } };
  return adjustment;
};

/** An account as the form leaves it, amounts aside; only an agency's customer has an agency. */
export const editedUser = (stored: EditableUser, form: UserForm): EditableUser => {
  const said = Object.fromEntries(
    names.filter((name) => form[name] !== undefined && !amounts.includes(name)).map((name) => [name, form[name]]),
  );
  const after: EditableUser = { ...stored, ...said };
  return after.is_agency_user ? after : { ...after, agent_id: null };
};

/** Fields that differ between two states of an account. */
export const changedNames = (before: EditableUser, after: EditableUser): EditableName[] =>
  changedIn<EditableUser>(EditableUser.shape, before, after);

/** Whose account is edited by whom. */
interface Edited {
  readonly id: string;
  readonly type: AccountType | null;
  /** Id of the account that edits. */
  readonly by: string;
}

/** Why nobody may make this of an account. */
export const editProblem = ({ id, type, by }: Edited, after: EditableUser): FieldProblem<EditableName> | undefined => {
  if (after.disable && id === by) return { field: 'disable', message: texts.ownDisabled };
  if (after.is_agency_user && after.is_agency) return { field: 'is_agency_user', message: texts.agencyOfAgency };
  if (after.is_agency_user && isStaff(type)) return { field: 'is_agency_user', message: texts.staffOfAgency };
  if (after.agent_id === id) return { field: 'agent_id', message: texts.ownAgency };
  return undefined;
};

/** Fields that give an account power or service, or lead its owner to another host. */
const GUARDED: readonly EditableName[] = [
  'is_agency',
  'is_agency_user',
  'agent_id',
  'describe_host',
  'preferDomain',
  'scale',
  'dailyUnlimitTraffic',
  'specialDailyUnlimitTraffic',
  'normalPermission',
  'forceReward',
  'permissions',
];

/** Whether an edit needs a step-up: amounts, the guarded fields, and whether staff can log in. */
export const needsStepUp = (
  type: AccountType | null,
  changed: readonly EditableName[],
  adjustment: Adjustment,
): boolean =>
  isAdjusted(adjustment) ||
  changed.some((name) => GUARDED.includes(name)) ||
  (isStaff(type) && changed.includes('disable'));

const SERVED: readonly EditableName[] = [
  'disable',
  'scale',
  'specialDailyUnlimitTraffic',
  'dailyUnlimitTraffic',
  'normalPermission',
  'is_agency_user',
  'permissions',
];

/** Whether nodes have to hear of an edit: it changes what the account may use, or how much is left of it. */
export const changesService = (changed: readonly EditableName[], { traffic, vipUntil }: Adjustment): boolean =>
  traffic !== 0 || vipUntil !== undefined || changed.some((name) => SERVED.includes(name));

/** The columns of an account's own row, as they are stored. */
const columnsOf = (user: EditableUser): Readonly<Partial<Record<EditableName, Partial<StaffColumns>>>> => ({
  disable: { disabled: user.disable },
  scale: { scale_ppm: ppmOf(user.scale) },
  paidUser: { paid: user.paidUser },
  specialDailyUnlimitTraffic: { daily_unlimited: user.specialDailyUnlimitTraffic },
  dailyUnlimitTraffic: { daily_unlimited_gb: user.dailyUnlimitTraffic },
  normalPermission: { normal_permission: user.normalPermission },
  canChangeDescribeKey: { can_change_key: user.canChangeDescribeKey },
  canChangePassword: { can_change_password: user.canChangePassword },
  forceReward: { force_reward: user.forceReward },
  is_agency: { is_agency: user.is_agency },
  is_agency_user: { is_agency_user: user.is_agency_user },
  agent_id: { agent_id: user.agent_id },
  describe_host: { describe_host: user.describe_host },
  preferDomain: { prefer_domain: user.preferDomain },
});

/** The changed ones of them. */
export const changedColumns = (user: EditableUser, changed: readonly EditableName[]): Partial<StaffColumns> => {
  const columns = columnsOf(user);
  return Object.assign({}, ...changed.map((name) => columns[name] ?? {})) as Partial<StaffColumns>;
};

/** What the audit notes of an adjustment: why, and by how much. */
export const adjustmentNote = (
  { money, traffic, vipUntil }: Adjustment,
  { reason, before }: { readonly reason: string; readonly before: string | null },
): Readonly<Record<string, AuditValue>> => ({
  reason,
  ...(money !== 0 && { money }),
  ...(traffic !== 0 && { traffic }),
  ...(vipUntil !== undefined && { vip: [before, vipUntil?.toISOString() ?? null] }),
});
