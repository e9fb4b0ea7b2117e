import { accountsCalls } from '@skyport/contract/accounts';
import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { couponsCalls } from '@skyport/contract/coupons';
import { useRef } from 'react';
import { NETWORK_FAILURE, useChange } from '../api/index.ts';
import { couponRecorded, recordCoupon } from '../device/local-db.ts';
import type { CodeOutcome } from '../ui/code-form.tsx';
import { redeemed, redeemProblem, texts } from './texts.ts';

/** What the window's buttons do. */
export interface FreeCoupon {
  readonly busy: boolean;
  /** Redeems a code; the answer says what is wrong with it. */
  readonly take: (code: string) => Promise<CodeOutcome>;
}

/** Codes of refusals that have had their toast. */
const ALREADY_SHOWN: readonly number[] = [NETWORK_FAILURE, codes.sessionExpired.code];

/** A browser without a database of its own (private windows) remembers nothing; the server still does. */
const usedHere = (code: string): Promise<boolean> => couponRecorded(code).catch(() => false);
const remember = (code: string): Promise<void> => recordCoupon(code, Date.now()).catch(() => undefined);

/** What a refusal said last. */
interface Refused {
  readonly outcome: CodeOutcome;
  readonly isUsed: boolean;
}

const refusedBy = (problem: CallError): Refused => ({
  outcome: ALREADY_SHOWN.includes(problem.code) ? {} : { problem: redeemProblem(problem) },
  isUsed: problem.code === codes.couponUsedUp.code,
});

/** Redeems a trial coupon; `onDone` runs when it worked. */
export const useFreeCoupon = (onDone: () => void): FreeCoupon => {
  const last = useRef<Refused>({ outcome: {}, isUsed: false });
  const redeem = useChange(couponsCalls.redeem, {
    invalidates: [accountsCalls.userInfo],
    done: redeemed,
    failed: ({ code }) => (code === codes.couponWrongType.code ? texts.wrongType : undefined),
    onFailed: (problem) => (last.current = refusedBy(problem)),
  });
  const take = async (code: string): Promise<CodeOutcome> => {
    if (await usedHere(code)) return { problem: texts.usedHere };
    if (await redeem.run({ code })) {
      await remember(code);
      onDone();
      return { empties: true };
    }
    if (last.current.isUsed) await remember(code);
    return last.current.outcome;
  };
  return { busy: redeem.busy, take };
};
