import type { Output } from '@skyport/contract/call';
import type { couponsCalls } from '@skyport/contract/coupons';
import { bytes } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import { usersChanged } from '../platform/fleet-changes.ts';
import { dayOf, HOUR_MS } from '../platform/clock.ts';
import type { Account, Deps, Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import {
  extendMembership,
  givableTraffic,
  grantTraffic,
  lockTraffic,
  noteTraffic,
  startTrial,
} from '../traffic/index.ts';
import { couponOfCode } from './code.ts';
import { asRule, freeSlot, redeemProblem } from './rules.ts';
import { insertUse, listSlots, lockCoupon, takeUse, type CouponRow } from './store.ts';

type Redeem = (typeof couponsCalls)['redeem'];

const TOO_MUCH = '兑换后流量将超过账号上限，请联系客服';

interface Redemption {
  readonly coupon: CouponRow;
  readonly caller: Account;
  readonly at: Date;
  readonly day: string;
}

/**
 * Gives what the coupon promises; the use's id names the movement, so that nothing is given twice. Refuses `conflict`
 * where an account would have more traffic than one can.
 */
const give = async (
  trx: Db,
  { useId, coupon, caller, at, day }: Redemption & { readonly useId: string },
  deps: Deps,
): Promise<void> => {
  const event = {
    userNum: caller.num,
    recordType: 'coupon',
    key: `coupon:${useId}`,
    ref: useId,
    actor: caller.id,
    at,
    day,
    description: coupon.name,
  } as const;
  if (coupon.type === 'freeUse') {
    const amount = bytes(coupon.traffic);
    await lockTraffic(trx, caller.num);
    if (amount > (await givableTraffic(trx, event))) refuse('conflict', TOO_MUCH);
    await grantTraffic(trx, { ...event, amount });
    if (coupon.traffic_limited) {
      const expiresAt = new Date(at.getTime() + coupon.traffic_hours * HOUR_MS);
      await startTrial(trx, deps, { userNum: caller.num, amount, expiresAt });
    }
  } else {
    await extendMembership(trx, { userNum: caller.num, hours: coupon.vip_days * 24, now: at });
    await noteTraffic(trx, event);
  }
};

/** What the caller is told of a redemption. */
const answerOf = ({ name, type, traffic, vip_days }: CouponRow): Output<Redeem> => ({
  name,
  traffic: type === 'freeUse' ? traffic : 0,
  day: type === 'freeTime' ? vip_days : 0,
  type: type === 'freeUse' ? 'freeUse' : 'freeTime',
});

/** Takes a use and gives the coupon's value, all or nothing. The locked row decides, whatever was read before. */
const redeemLocked = async (trx: Db, redemption: Redemption, deps: Deps): Promise<Output<Redeem>> => {
  const { caller, at } = redemption;
  const coupon = await lockCoupon(trx, redemption.coupon.id);
  const slots = coupon ? await listSlots(trx, coupon.id, caller.id) : [];
  const problem = redeemProblem(coupon && asRule(coupon), slots.length, at);
  if (problem || !coupon) return refuse(problem ?? 'couponMissing');
  const slot = freeSlot(slots, coupon.per_user) ?? refuse('couponUsedUp');
  if (!(await takeUse(trx, coupon.id, at))) return refuse('couponExhausted');
  const answer = answerOf(coupon);
  const id = deps.ids.next();
  await insertUse(trx, {
    id,
    couponId: coupon.id,
    userId: caller.id,
    type: coupon.type,
    slot,
    traffic: answer.traffic,
    days: answer.day,
    at,
  });
  await give(trx, { ...redemption, useId: id, coupon }, deps);
  await usersChanged(trx, deps, [caller.num]);
  deps.crash.at('coupon.before-commit');
  return answer;
};

/** Redeems a trial coupon. Only a code that does not exist counts against the limits on guessing. */
export const redeem: Handler<Redeem> = async ({ code, captcha }, { caller, address }, deps) => {
  const at = deps.clock.now();
  const day = dayOf(at, deps.settings.current().timezone);
  const coupon = await couponOfCode(deps, { code, captcha, call: '/api/coupon/redeem_coupon', caller, address });
  // Most who come too late are told so from here: they need not stand in line for the coupon's row.
  const problem = redeemProblem(asRule(coupon), (await listSlots(deps.db, coupon.id, caller.id)).length, at);
  if (problem) return refuse(problem);
  const answer = await inTransaction(deps.db, (trx) => redeemLocked(trx, { coupon, caller, at, day }, deps));
  deps.crash.at('coupon.after-commit');
  return answer;
};
