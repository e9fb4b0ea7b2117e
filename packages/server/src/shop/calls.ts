import type { shopCalls } from '@skyport/contract/shop';
import { knownPermissions } from '../permissions/index.ts';
import type { Account, Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { channelCodeOf } from '../users/index.ts';
import { draftOf, presentCombo } from './present.ts';
import { offeredTo } from './rules.ts';
import { changeCombo, insertCombo, listCombos, removeCombo } from './store.ts';

type Calls = typeof shopCalls;

/** Admins keep the list by this call too, so nothing is hidden from them whatever channel they came by. */
const isPremium = async (caller: Account | undefined, { db, settings }: Deps): Promise<boolean> => {
  const { premium_channel_code } = settings.current();
  if (!caller || caller.type === 'admin' || premium_channel_code === '') return false;
  return (await channelCodeOf(db, caller.id)) === premium_channel_code;
};

const list: Handler<Calls['list']> = async (_input, { caller }, deps) => {
  // The row lets visitors in, so the gate's own rule for agency customers does not reach it.
  if (caller?.isAgencyUser) refuse('roleForbidden');
  const combos = offeredTo(await listCombos(deps.db), await isPremium(caller, deps));
  const known = await knownPermissions(
    deps.db,
    combos.flatMap((combo) => combo.permission_ids),
  );
  return combos.map((combo) => presentCombo(combo, known));
};

const updateCombo: Handler<Calls['updateCombo']> = async (form, _context, { db, ids, clock }) => {
  const draft = draftOf(form);
  const known = await knownPermissions(db, draft.permission_ids);
  if (known.size < draft.permission_ids.length) refuse('notFound', '权限不存在');
  const saved =
    form._id === undefined
      ? await insertCombo(db, draft, { id: ids.next(), at: clock.now() })
      : await changeCombo(db, form._id, draft);
  return presentCombo(saved ?? refuse('notFound'), known);
};

const deleteCombo: Handler<Calls['deleteCombo']> = async ({ id }, _context, { db, clock }) => {
  if (!(await removeCombo(db, id, clock.now()))) refuse('notFound');
  return {};
};

/** The products on sale, and the admin's care for them. */
export const shopHandlers: HandlersOf<Calls> = { list, updateCombo, deleteCombo };
