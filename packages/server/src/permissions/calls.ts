import { PermissionForm, type permissionsCalls } from '@skyport/contract/permissions';
import { inTransaction, type Db } from '@skyport/db';
import { checkAsShown } from '../platform/as-shown.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { texts } from './texts.ts';
import { presentListed, presentPermission } from './present.ts';
import {
  changePermission,
  insertPermission,
  listPermissions,
  lockPermission,
  removePermission,
  type Uses,
  usesOf,
} from './store.ts';

type Calls = typeof permissionsCalls;

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
    if (violates(error, 'unique')) return refuse('conflict', texts.nameTaken);
    throw error;
  });
  return presentPermission(saved);
};

/** Why a permission cannot be deleted: what would be sold without it, or be open to everybody. */
const useProblem = ({ products, lines }: Uses): string | undefined => {
  if (products.length > 0) return texts.products(products);
  return lines.length > 0 ? texts.lines(lines) : undefined;
};

const remove: Handler<Calls['delete']> = async ({ id }, { audited }, { db }) => {
  await inTransaction(db, async (trx) => {
    if (!(await lockPermission(trx, id))) refuse('notFound');
    const problem = useProblem(await usesOf(trx, id));
    if (problem !== undefined) refuse('conflict', problem);
    await audited(trx, { ids: [id] }, () => removePermission(trx, id));
  }).catch((error: unknown) => {
    if (violates(error, 'foreign-key')) return refuse('conflict', texts.lines([]));
    throw error;
  });
  return {};
};

/** Named permissions that lines may ask for. */
export const permissionsHandlers: HandlersOf<Calls> = {
  list: async (_input, _context, { db }) => (await listPermissions(db)).map(presentListed),
  update,
  delete: remove,
};
