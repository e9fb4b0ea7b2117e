import type { CouponRecord } from '@skyport/contract/coupons';
import type { Db } from '@skyport/db';
import { presentUse } from './present.ts';
import { listUses } from './store.ts';

export { couponOfCode } from './code.ts';
export { applyProblemOf, applyToOrder } from './apply.ts';
export { couponsById, giveCoupon } from './personal.ts';
export { faceValue } from './face-value.ts';
export { WORTH_FIELDS } from './rules.ts';
export { releaseUse, isUseOfDeleted, type CouponRow } from './store.ts';

/** Uses of one account that are shown at most. */
const SHOWN = 200;

/** The newest uses of coupons by an account. */
export const couponUsesOf = async (
  db: Db,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<CouponRecord[]> => (await listUses(db, SHOWN, id)).map((use) => presentUse(use, email));
