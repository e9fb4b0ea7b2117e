import type { couponsCalls } from '@skyport/contract/coupons';
import { inTransaction } from '@skyport/db';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { violates } from '../platform/violations.ts';
import { emailsOf } from '../users/index.ts';
import { draftOf, presentCoupon, presentUse } from './present.ts';
import { redeem } from './redeem.ts';
import { changeCoupon, insertCoupon, listCoupons, listUses, lockCoupon, lockCoupons, removeCoupons } from './store.ts';

type Calls = typeof couponsCalls;

const update: Handler<Calls['update']> = async (form, { audited }, { db, ids, clock }) => {
  const draft = draftOf(form);
  const { _id } = form;
  const save = () =>
    inTransaction(db, async (trx) => {
      if (_id === undefined) {
        const id = ids.next();
        return audited(trx, { ids: [id] }, () => insertCoupon(trx, draft, { id, at: clock.now() }));
      }
      const stored = (await lockCoupon(trx, _id)) ?? refuse('notFound');
      if (draft.total > 0 && draft.total < stored.used) refuse('conflict', `该优惠码已使用 ${stored.used} 次`);
      if (draft.type !== stored.type && stored.used > 0) refuse('conflict', '已使用过的优惠码不能更改类型');
      return audited(trx, { ids: [_id] }, () => changeCoupon(trx, _id, draft));
    });
  const saved = await save().catch((error: unknown) => {
    if (violates(error, 'unique')) return refuse('conflict', '优惠码已存在');
    throw error;
  });
  return presentCoupon(saved);
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
  list: async (_input, _context, { db }) => (await listCoupons(db)).map(presentCoupon),
  update,
  delete: async ({ id_list }, { audited }, { db, clock }) => {
    await inTransaction(db, async (trx) => {
      const ids = await lockCoupons(trx, id_list);
      await audited(trx, { ids }, () => removeCoupons(trx, ids, clock.now()));
    });
    return {};
  },
  recordList,
};
