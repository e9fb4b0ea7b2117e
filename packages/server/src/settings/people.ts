import { entriesOf } from '@skyport/contract/settings-formats';
import type { SettingName } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import { changeOperations, lockTypes } from '../accounts/index.ts';
import { refuseField } from '../platform/refuse.ts';
import type { ChangePlan } from './plan.ts';
import type { ShownSettings } from './rules.ts';

/** Refuses at a field ids of accounts that do not exist. Gives the types of the others. */
const knownTypes = async (trx: Db, field: SettingName, ids: readonly string[]) => {
  const types = await lockTypes(trx, ids);
  const strange = ids.find((id) => !types.has(id));
  if (strange !== undefined) refuseField({ field, message: `没有 ID 为 ${strange} 的用户` });
  return types;
};

/**
 * Does what a change of the settings does to people, in its transaction: accounts that come onto the list of operations
 * staff become that, those that leave it become customers again, and all of them have to log in anew. Refuses at the
 * field accounts that do not exist, and admins, who must not lose what they are.
 */
export const changePeople = async (
  trx: Db,
  { changes }: Pick<ChangePlan, 'changes'>,
  { values }: ShownSettings,
): Promise<void> => {
  const { admin_id, yunying_list } = changes;
  if (admin_id) await knownTypes(trx, 'admin_id', [admin_id]);
  if (yunying_list === undefined) return;
  const [was, is] = [entriesOf(values.yunying_list), entriesOf(yunying_list)];
  const types = await knownTypes(trx, 'yunying_list', is);
  const admin = is.find((id) => types.get(id) === 'admin');
  if (admin !== undefined) refuseField({ field: 'yunying_list', message: `${admin} 是管理员，不能设为运营` });
  await changeOperations(trx, {
    added: is.filter((id) => types.get(id) !== 'yunying'),
    removed: was.filter((id) => !is.includes(id)),
  });
};
