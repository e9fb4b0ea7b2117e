import { PermissionForm, type permissionsCalls } from '@skyport/contract/permissions';
import { inTransaction, type Db } from '@skyport/db';
import { checkAsShown } from '../platform/as-shown.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { presentPermission } from './present.ts';
import { changePermission, insertPermission, listPermissions, lockPermission, removePermission } from './store.ts';

type Calls = typeof permissionsCalls;

const NAME_TAKEN = '已有同名权限';

/** Locks a permission that is to be saved. Refuses when it is gone, or no longer what the admin was shown. */
const lockAsShown = async (trx: Db, id: string, shown: PermissionForm['shown']): Promise<void> => {
  const stored = (await lockPermission(trx, id)) ?? refuse('notFound');
  checkAsShown(PermissionForm, { noun: '权限', shown, now: presentPermission(stored) });
};

const update: Handler<Calls['update']> = async ({ _id, name, desc, shown }, { audited }, { db, ids, clock }) => {
  const id = _id ?? ids.next();
  const saved = await inTransaction(db, async (trx) => {
    if (_id !== undefined) await lockAsShown(trx, id, shown);
    return audited(trx, { ids: [id] }, () =>
      _id === undefined
        ? insertPermission(trx, { id, name, description: desc, at: clock.now() })
        : changePermission(trx, { id, name, description: desc }),
    );
  }).catch((error: unknown) => {
    if (violates(error, 'unique')) return refuse('conflict', NAME_TAKEN);
    throw error;
  });
  return presentPermission(saved);
};

const remove: Handler<Calls['delete']> = async ({ id }, { audited }, { db }) => {
  await inTransaction(db, async (trx) => {
    if (!(await lockPermission(trx, id))) refuse('notFound');
    await audited(trx, { ids: [id] }, () => removePermission(trx, id));
  }).catch((error: unknown) => {
    if (violates(error, 'foreign-key')) return refuse('conflict', '仍有线路使用该权限');
    throw error;
  });
  return {};
};

/** Named permissions that lines may ask for. */
export const permissionsHandlers: HandlersOf<Calls> = {
  list: async (_input, _context, { db }) => (await listPermissions(db)).map(presentPermission),
  update,
  delete: remove,
};
