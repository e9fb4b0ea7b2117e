import type { PersonalCoupon } from '@skyport/contract/coupons';
import type { Db } from '@skyport/db';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { WHOLE } from './discount.ts';
import { listById, listUsable } from './personal-store.ts';
import { insertCoupon, type CouponRow } from './store.ts';

/** Signs of a code that nobody has chosen: too many to be guessed. */
const CODE_LENGTH = 16;

/** A discount coupon for one account. */
interface Gift {
  readonly ownerId: string;
  readonly name: string;
  /** The share that is still paid, in ten-thousandths. */
  readonly discountBp: number;
  /** How long it can be used. */
  readonly days: number;
}

const presentPersonal = (row: CouponRow): PersonalCoupon => ({
  _id: row.id,
  name: row.name,
  code: row.code,
  discount: row.discount_bp / WHOLE,
  expireTime: row.expires_at.toISOString(),
});

/** Makes a discount coupon that one account can use once, in the caller's transaction. */
export const giveCoupon = async (
  trx: Db,
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  { ownerId, name, discountBp, days }: Gift,
): Promise<PersonalCoupon> => {
  const at = clock.now();
  const draft = {
    name,
    type: 'discount',
    code: ids.code(CODE_LENGTH),
    taobao: false,
    traffic: 0,
    traffic_limited: false,
    traffic_hours: 0,
    vip_days: 0,
    money: 0,
    discount_bp: discountBp,
    per_user: 1,
    total: 1,
    vip_expire_days: days,
    expires_at: new Date(at.getTime() + days * DAY_MS),
  } as const;
  return presentPersonal(await insertCoupon(trx, draft, { id: ids.next(), at, madeBy: null, ownerId }));
};

/** Coupons of accounts by their ids, whatever became of them. */
export const couponsById = async (db: Db, ids: readonly string[]): Promise<Map<string, PersonalCoupon>> =>
  new Map((await listById(db, ids)).map((row) => [row.id, presentPersonal(row)]));

/** What an account can use now of its own coupons, the one that ends first in front. */
export const usableCouponsOf = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ownerId: string,
): Promise<PersonalCoupon[]> => (await listUsable(db, ownerId, clock.now())).map(presentPersonal);
