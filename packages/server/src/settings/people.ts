import { entriesOf } from '@skyport/contract/settings-formats';
import type { SettingName } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import { changeOperations, emailsOf, lockStandings, type Standing } from '../accounts/index.ts';
import { refuseField } from '../platform/refuse.ts';
import type { ChangePlan } from './plan.ts';
import type { ShownSettings } from './rules.ts';

/** Refuses at a field ids of accounts that do not exist. Gives what the others are. */
const knownStandings = async (trx: Db, field: SettingName, ids: readonly string[]) => {
  const standings = await lockStandings(trx, ids);
  const strange = ids.find((id) => !standings.has(id));
  if (strange !== undefined) refuseField({ field, message: `没有 ID 为 ${strange} 的用户` });
  return standings;
};

/** Refuses an account at a field, called by its address. */
const refuseAccount = async (trx: Db, field: SettingName, [id, message]: readonly [string, string]): Promise<never> =>
  refuseField({ field, message: `${(await emailsOf(trx, [id])).get(id) ?? id} ${message}` });

/**
 * Does what a change of the settings does to people, in its transaction: accounts that come onto the list of operations
 * staff become that, those that leave it become customers again, and all of them have to log in anew. Refuses at the
 * field whoever is to hear of alarms and is no admin, and of operations staff accounts that do not exist, admins, who
 * must not lose what they are, and customers of agencies, who are shut out of what staff need.
 */
export const changePeople = async (
  trx: Db,
  { changes }: Pick<ChangePlan, 'changes'>,
  { values }: ShownSettings,
): Promise<void> => {
  const { admin_id, yunying_list } = changes;
  if (admin_id) {
    const operator = (await knownStandings(trx, 'admin_id', [admin_id])).get(admin_id);
    if (operator?.type !== 'admin') await refuseAccount(trx, 'admin_id', [admin_id, '不是管理员，不能接收告警']);
  }
  if (yunying_list === undefined) return;
  const [was, is] = [entriesOf(values.yunying_list), entriesOf(yunying_list)];
  const standings = await knownStandings(trx, 'yunying_list', is);
  const refuseFirst = async (message: string, isWrong: (of: Standing) => boolean): Promise<void> => {
    const id = is.find((each) => isWrong(standings.get(each)!));
    if (id !== undefined) await refuseAccount(trx, 'yunying_list', [id, `是${message}，不能设为运营`]);
  };
  await refuseFirst('管理员', ({ type }) => type === 'admin');
  await refuseFirst('代理商用户', ({ isAgencyUser }) => isAgencyUser);
  await changeOperations(trx, {
    added: is.filter((id) => standings.get(id)?.type !== 'yunying'),
    removed: was.filter((id) => !is.includes(id)),
  });
};
