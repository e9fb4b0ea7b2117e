import { type CouponForm, couponsCalls as calls } from '@skyport/contract/coupons';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { readAgain, useChange } from '../api/index.ts';
import { REASON_MS, showToast, toast, type ToastText } from '../ui/toasts.ts';
import { browserRandom, type CouponEditor, randomCode } from './admin-rules.ts';
import { texts } from './admin-texts.ts';

type Edited = z.output<typeof CouponEditor>;

/** What is said at the end, in one toast: why it was refused, and how many of a series were made before. */
const failure = (why: string | undefined, made: number, wanted: number): ToastText | undefined => {
  const partly = made > 0 ? texts.partlySaved(made, wanted) : '';
  // Other failures, those of the network for example, have a toast of their own already.
  if (why === undefined) return partly === '' ? undefined : toast(partly);
  return toast(texts.saveFailed.text + why + (partly && `（${partly}）`), made > 0 ? REASON_MS : texts.saveFailed.ms);
};

/**
 * Saves what the coupon editor holds: one call, or for new Taobao coupons one call each with a code of its own. False
 * when something was refused; coupons made before that stay.
 */
export const useCouponSave = (): ((edited: Edited) => Promise<boolean>) => {
  const client = useQueryClient();
  const refused = useRef<string>(undefined);
  // No toast and no reload for each coupon: a series of a hundred has one of each at its end, a refusal included.
  const { run } = useChange(calls.update, {
    failed: ({ msg }) => {
      refused.current = msg;
      return undefined;
    },
  });
  const saveSeries = async (coupon: z.input<typeof CouponForm>, wanted: number): Promise<number> => {
    for (let made = 0; made < wanted; made++) {
      if (!(await run({ ...coupon, code: randomCode(browserRandom) }))) return made;
    }
    return wanted;
  };
  return async ({ count, ...coupon }) => {
    const isSeries = coupon.taobao && coupon._id === undefined;
    const wanted = isSeries ? count : 1;
    refused.current = undefined;
    const made = isSeries ? await saveSeries(coupon, wanted) : (await run(coupon)) ? 1 : 0;
    if (made > 0) await readAgain(client, [calls.list]);
    if (made === wanted) {
      showToast(texts.saved, 'success');
      return true;
    }
    const failed = failure(refused.current, made, wanted);
    if (failed) showToast(failed, 'error');
    return made > 0;
  };
};
