import { type Combo, type ComboFields, ComboForm, type shopCalls } from '@skyport/contract/shop';
import { type Db, inTransaction } from '@skyport/db';
import { knownPermissions, lockPermissions } from '../permissions/index.ts';
import { checkAsShown } from '../platform/as-shown.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { madeBefore } from '../platform/made-once.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import { offeredCombos } from './offered.ts';
import { draftOf, presentCombo } from './present.ts';
import { needsStepUp } from './rules.ts';
import { changeCombo, insertCombo, lockCombo, removeCombo } from './store.ts';

type Calls = typeof shopCalls;

const list: Handler<Calls['list']> = async (_input, { caller }, deps) => {
  // The row lets visitors in, so the gate's own rule for agency customers does not reach it.
  if (caller?.isAgencyUser) refuse('roleForbidden');
  const combos = await offeredCombos(deps.db, deps, caller);
  const known = await knownPermissions(
    deps.db,
    combos.flatMap((combo) => combo.permission_ids),
  );
  return combos.map((combo) => presentCombo(combo, known));
};

const GONE = '商品不存在，或已被删除';

/** The product that the same wish has made before, as it is now. */
const madeAlready = async (trx: Db, id: string): Promise<Combo> => {
  const stored = (await lockCombo(trx, id)) ?? refuse('notFound', GONE);
  return presentCombo(stored, await knownPermissions(trx, stored.permission_ids));
};

/** Locks a product that is to be saved or deleted. Refuses when it is gone, or no longer what the admin was shown. */
const lockAsShown = async (trx: Db, id: string, shown: ComboFields | undefined): Promise<void> => {
  const stored = (await lockCombo(trx, id)) ?? refuse('notFound', GONE);
  if (!shown) return;
  const now = presentCombo(stored, await knownPermissions(trx, stored.permission_ids));
  checkAsShown(ComboForm, { noun: '商品', shown, now });
};

const updateCombo: Handler<Calls['updateCombo']> = async (form, { audited, caller, requireStepUp }, deps) => {
  if (needsStepUp(form)) await requireStepUp();
  const draft = draftOf(form);
  const id = form._id ?? deps.ids.next();
  return inTransaction(deps.db, async (trx) => {
    const before = await madeBefore(trx, { caller, audited, deps }, { kind: 'combo', form, id });
    if (before !== undefined) return madeAlready(trx, before);
    if (form._id !== undefined) await lockAsShown(trx, id, form.shown);
    const known = await lockPermissions(trx, draft.permission_ids);
    if (known.size < draft.permission_ids.length)
      refuseField({ field: 'permissionsGain', message: '权限不存在' }, 'notFound');
    const saved = await audited(trx, { ids: [id] }, () =>
      form._id === undefined ? insertCombo(trx, draft, { id, at: deps.clock.now() }) : changeCombo(trx, id, draft),
    );
    return presentCombo(saved, known);
  });
};

const deleteCombo: Handler<Calls['deleteCombo']> = async ({ id, shown }, { audited }, { db, clock }) => {
  await inTransaction(db, async (trx) => {
    await lockAsShown(trx, id, shown);
    await audited(trx, { ids: [id] }, () => removeCombo(trx, id, clock.now()));
  });
  return {};
};

/** The products on sale, and the admin's care for them. */
export const shopHandlers: HandlersOf<Calls> = { list, updateCombo, deleteCombo };
