import { aboveMintCaps, type Coupon, CouponForm, type couponsCalls } from '@skyport/contract/coupons';
import { inTransaction, type Db } from '@skyport/db';
import { emailsOf, isAdmin } from '../accounts/index.ts';
import { prepareExport } from '../exports/index.ts';
import { checkAsShown } from '../platform/as-shown.ts';
import type { Account, CallContext, Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { couponUseExport } from './export.ts';
import { draftOf, presentCoupon, presentUse } from './present.ts';
import { usableCouponsOf } from './personal.ts';
import { listCoupons } from './personal-store.ts';
import { redeem } from './redeem.ts';
import { isWorthSame } from './rules.ts';
import {
  changeCoupon,
  insertCoupon,
  isCodeTaken,
  listUses,
  lockCoupon,
  lockCoupons,
  removeCoupons,
  type CouponDraft,
  type CouponRow,
} from './store.ts';

type Calls = typeof couponsCalls;

/** What customers get for nothing is capped; more than that, or without end, only an admin gives, after a step-up. */
const checkCaps = async (
  form: CouponForm,
  { caller, requireStepUp }: Pick<CallContext<Account>, 'caller' | 'requireStepUp'>,
): Promise<void> => {
  const reason = aboveMintCaps(form);
  if (reason === undefined) return;
  if (caller.type !== 'admin') refuse('roleForbidden', `${reason}，只有管理员可以保存`);
  await requireStepUp();
};

/**
 * Who answers for what a coupon is worth after a change: whoever changed that last, not whoever only renamed it. What
 * an admin has decided stays what the admin said: operations staff may rename the coupon, and no more.
 */
const decideWorth = async (
  db: Db,
  caller: Account,
  { stored, draft }: { readonly stored: CouponRow; readonly draft: CouponDraft },
): Promise<string | null> => {
  const { worth_by } = stored;
  if (isWorthSame(stored, draft)) return worth_by;
  if (caller.type !== 'admin' && worth_by !== null && (await isAdmin(db, worth_by)))
    refuse('roleForbidden', '面值由管理员设定，只有管理员可以修改');
  return caller.id;
};

/** Coupons as staff see them. */
const presentAll = async (db: Db, rows: readonly CouponRow[]): Promise<Coupon[]> => {
  const emails = await emailsOf(db, [
    ...new Set(rows.flatMap(({ made_by, owner_id }) => [made_by ?? [], owner_id ?? []].flat())),
  ]);
  const emailOf = (id: string | null): string => emails.get(id ?? '') ?? '';
  return rows.map((row) => presentCoupon(row, { maker: emailOf(row.made_by), owner: emailOf(row.owner_id) }));
};

/** A coupon as staff see it. */
const presentOne = async (db: Db, row: CouponRow): Promise<Coupon> => {
  const [presented] = await presentAll(db, [row]);
  return presented!;
};

/** Locks a coupon that is to be saved. Refuses when it is gone, or no longer what the caller was shown. */
const lockAsShown = async (trx: Db, id: string, shown: CouponForm['shown']): Promise<CouponRow> => {
  const stored = (await lockCoupon(trx, id)) ?? refuse('notFound');
  if (shown) checkAsShown(CouponForm, { noun: '优惠券', others: '他人', shown, now: await presentOne(trx, stored) });
  return stored;
};

const CODE_TAKEN = '优惠码已存在';

/** Refuses a code that another coupon has in any spelling; the index does not hold old codes that collide. */
const checkCodeFree = async (trx: Db, code: string, exceptId: string | null): Promise<void> => {
  if (await isCodeTaken(trx, code, exceptId)) refuse('conflict', CODE_TAKEN);
};

const update: Handler<Calls['update']> = async (form, context, { db, ids, clock }) => {
  const { audited, caller } = context;
  await checkCaps(form, context);
  const draft = draftOf(form);
  const { _id } = form;
  const save = () =>
    inTransaction(db, async (trx) => {
      if (_id === undefined) {
        await checkCodeFree(trx, draft.code, null);
        const made = { id: ids.next(), at: clock.now(), madeBy: caller.id };
        return audited(trx, { ids: [made.id] }, () => insertCoupon(trx, draft, made));
      }
      const stored = await lockAsShown(trx, _id, form.shown);
      const worth_by = await decideWorth(trx, caller, { stored, draft });
      if (draft.total > 0 && draft.total < stored.used) refuse('conflict', `该优惠码已使用 ${stored.used} 次`);
      if (draft.type !== stored.type && stored.used > 0) refuse('conflict', '已使用过的优惠码不能更改类型');
      if (draft.code !== stored.code) await checkCodeFree(trx, draft.code, _id);
      const code_exact = stored.code_exact && stored.code === draft.code;
      return audited(trx, { ids: [_id] }, () => changeCoupon(trx, _id, { ...draft, worth_by, code_exact }));
    });
  const saved = await save().catch((error: unknown) => {
    if (violates(error, 'unique')) return refuse('conflict', CODE_TAKEN);
    throw error;
  });
  return presentOne(db, saved);
};

const recordList: Handler<Calls['recordList']> = async ({ limit }, _context, { db }) => {
  const uses = await listUses(db, limit);
  const emails = await emailsOf(
    db,
    uses.map((use) => use.user_id),
  );
  return uses.map((use) => presentUse(use, emails.get(use.user_id) ?? ''));
};

/** Trial coupons for customers, and all coupons for operations staff. */
export const couponsHandlers: HandlersOf<Calls> = {
  redeem,
  list: async (_input, _context, { db }) => presentAll(db, await listCoupons(db)),
  update,
  delete: async ({ id_list }, { audited }, { db, clock }) => {
    await inTransaction(db, async (trx) => {
      const ids = await lockCoupons(trx, id_list);
      await audited(trx, { ids }, () => removeCoupons(trx, ids, clock.now()));
    });
    return {};
  },
  recordList,
  mine: (_input, { caller }, deps) => usableCouponsOf(deps, caller.id),
  exportUses: ({ columns }, by, deps) => prepareExport(couponUseExport, { asked: { filter: {}, columns }, by }, deps),
};
