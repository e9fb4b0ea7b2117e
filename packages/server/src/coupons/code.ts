import type { captchaPaths, CaptchaSolution } from '@skyport/contract/captcha';
import { refuseReached } from '../platform/attempts.ts';
import { takeCaptcha } from '../platform/captcha.ts';
import { dayOf } from '../platform/clock.ts';
import type { Account, Deps } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { checkCode } from './guess.ts';
import type { CouponRow } from './store.ts';

/** A code that somebody typed. */
interface TypedCode {
  readonly code: string;
  readonly captcha: CaptchaSolution | undefined;
  /** The call that takes it. */
  readonly call: (typeof captchaPaths)[number];
  readonly caller: Pick<Account, 'id'>;
  readonly address: string;
}

/**
 * The coupon of a code. Refuses `couponMissing`, `couponTooManyTries` or `captchaNeeded`: the limits on guessing are
 * the same wherever a code is typed. Before any transaction, because a wrong code counts though the call is refused.
 */
export const couponOfCode = async (
  deps: Deps,
  { code, captcha, call, caller, address }: TypedCode,
): Promise<CouponRow> => {
  const at = deps.clock.now();
  const day = dayOf(at, deps.settings.current().timezone);
  const proven = await takeCaptcha(captcha, { call, address }, deps);
  const checked = await checkCode(deps, code, { userId: caller.id, address, at, day, proven });
  if (checked === 'missing') return refuse('couponMissing');
  if (!('over' in checked)) return checked.coupon;
  return checked.kind === 'coupon.account' ? refuse('couponTooManyTries') : refuseReached(checked);
};
