import type { Values } from '@skyport/contract/changed-fields';
import { milliOfYuan, yuanOf } from '@skyport/contract/units';
import type { UserRow } from '@skyport/contract/users';
import { adjustedNames, EditableUser, type UserForm } from '@skyport/contract/users-form';
import type { z } from 'zod';
import { findAccounts } from '../list-page/find-accounts.ts';
import type { ThreeReadings } from '../list-page/merge-rules.ts';
import { endOfShopDay, shopDate } from '../ui/shop-time.ts';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { inGigabytes } from '../ui/schema-form/in-gigabytes.ts';
import { texts } from './texts.ts';

const findAgencies = findAccounts({ agencies: true }, texts.goneAgency);

/** Values of the form of an account. */
export type UserValues = z.input<typeof UserForm>;

/** What the form opens with: what an admin may change of an account, its permissions aside. */
export const userValues = (user: UserRow): UserValues => {
  const { permissions: _own, ...shape } = EditableUser.shape;
  const kept = Object.entries(user).filter(([name]) => name in shape);
  const shown = Object.fromEntries(kept) as Partial<EditableUser>;
  return { _id: user._id, ...shown, shown, reason: '' };
};

/** Money in milli-yuan, which sum up without a fraction. */
const moved = (name: string, [shown, mine, now]: readonly number[]): number =>
  name === 'wallet_money'
    ? yuanOf(milliOfYuan(now!) + milliOfYuan(mine!) - milliOfYuan(shown!))
    : now! + mine! - shown!;

/**
 * Money and traffic of an account that somebody else changed meanwhile: what was added or taken in the form is added to
 * or taken from what is there now.
 */
export const rebasedAmounts = ({ shown, mine, now }: ThreeReadings): Values => {
  const amounts = ['wallet_money', 'traffic'].map(
    (name) => [name, [shown, mine, now].map((each) => each[name])] as const,
  );
  return Object.fromEntries(
    amounts.flatMap(([name, each]) =>
      each.every((amount) => typeof amount === 'number') ? [[name, moved(name, each)]] : [],
    ),
  );
};

const isAdjusted = ({ shown = {}, ...values }: UserValues): boolean =>
  adjustedNames.some((name) => values[name] !== shown[name]);

const { limits, rights, agency } = texts.folds;

/** The fields of an account's form: what most come for first, the rest folded. */
export const userFields: readonly FieldSpec<UserValues>[] = [
  { name: 'disable' },
  { name: 'paidUser' },
  { name: 'wallet_money' },
  { name: 'traffic', ...inGigabytes },
  {
    name: 'vipExpireTime',
    as: 'day',
    show: (instant) => shopDate(instant),
    take: (day) => (day === '' ? null : endOfShopDay(day)),
  },
  { name: 'reason', when: isAdjusted, required: isAdjusted, wide: true },
  { name: 'scale', fold: limits },
  { name: 'specialDailyUnlimitTraffic', fold: limits },
  {
    name: 'dailyUnlimitTraffic',
    fold: limits,
    when: ({ specialDailyUnlimitTraffic }) => specialDailyUnlimitTraffic === true,
  },
  { name: 'normalPermission', fold: rights },
  { name: 'canChangeDescribeKey', fold: rights },
  { name: 'canChangePassword', fold: rights },
  { name: 'forceReward', fold: rights },
  { name: 'is_agency', fold: agency },
  { name: 'is_agency_user', fold: agency },
  {
    name: 'agent_id',
    fold: agency,
    as: 'search',
    find: findAgencies,
    none: texts.noAgency,
    when: ({ is_agency_user }) => is_agency_user === true,
    wide: true,
  },
  { name: 'describe_host', fold: agency },
  { name: 'preferDomain', fold: agency },
];
