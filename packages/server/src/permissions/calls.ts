import type { permissionsCalls } from '@skyport/contract/permissions';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { presentPermission } from './present.ts';
import { changePermission, insertPermission, listPermissions, removePermission } from './store.ts';

type Calls = typeof permissionsCalls;

const NAME_TAKEN = '已有同名权限';

const update: Handler<Calls['update']> = async ({ _id, name, desc }, _context, { db, ids, clock }) => {
  if (_id === undefined) {
    const made = await insertPermission(db, { id: ids.next(), name, description: desc, at: clock.now() });
    return presentPermission(made ?? refuse('conflict', NAME_TAKEN));
  }
  const saved = await changePermission(db, { id: _id, name, description: desc }).catch((error: unknown) => {
    if (violates(error, 'unique')) return refuse('conflict', NAME_TAKEN);
    throw error;
  });
  return presentPermission(saved ?? refuse('notFound'));
};

const remove: Handler<Calls['delete']> = async ({ id }, _context, { db }) => {
  const removed = await removePermission(db, id).catch((error: unknown) => {
    if (violates(error, 'foreign-key')) return refuse('conflict', '仍有线路使用该权限');
    throw error;
  });
  if (!removed) refuse('notFound');
  return {};
};

/** Named permissions that lines may ask for. */
export const permissionsHandlers: HandlersOf<Calls> = {
  list: async (_input, _context, { db }) => (await listPermissions(db)).map(presentPermission),
  update,
  delete: remove,
};
