import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { couponsCalls } from '@skyport/contract/coupons';
import { useState } from 'react';
import { NETWORK_FAILURE, useChange } from '../api/index.ts';
import { couponRecorded, recordCoupon } from '../device/local-db.ts';
import { redeemed, redeemProblem, texts } from './texts.ts';

/** The window's field, what is wrong with it, and what its buttons do. */
export interface FreeCoupon {
  readonly code: string;
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly type: (code: string) => void;
  readonly submit: () => Promise<void>;
}

/** Codes of refusals that have had their toast. */
const ALREADY_SHOWN: readonly number[] = [NETWORK_FAILURE, codes.sessionExpired.code];

/** A browser without a database of its own (private windows) remembers nothing; the server still does. */
const usedHere = (code: string): Promise<boolean> => couponRecorded(code).catch(() => false);
const remember = (code: string): Promise<void> => recordCoupon(code, Date.now()).catch(() => undefined);

/** Redeems a trial coupon; `onDone` runs when it worked. */
export const useFreeCoupon = (onDone: () => void): FreeCoupon => {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const redeem = useChange(couponsCalls.redeem, {
    invalidates: [accountsCalls.userInfo],
    done: redeemed,
    failed: (refused) => (refused.code === codes.couponWrongType.code ? texts.wrongType : undefined),
    onFailed: (refused) => {
      if (!ALREADY_SHOWN.includes(refused.code)) setProblem(redeemProblem(refused.code));
      if (refused.code === codes.couponUsedUp.code) void remember(code.trim());
    },
  });
  const submit = async (): Promise<void> => {
    const wanted = code.trim();
    if (wanted === '') return setProblem(texts.empty);
    if (await usedHere(wanted)) return setProblem(texts.usedHere);
    setProblem(undefined);
    if (!(await redeem.run({ code: wanted }))) return undefined;
    await remember(wanted);
    setCode('');
    return onDone();
  };
  const type = (text: string): void => {
    setCode(text);
    setProblem(undefined);
  };
  return { code, problem, busy: redeem.busy, type, submit };
};
