import { type CouponForm, couponsCalls as calls } from '@skyport/contract/coupons';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useChange } from '../api/index.ts';
import { showToast } from '../ui/toasts.ts';
import { browserRandom, type CouponEditor, randomCode } from './admin-rules.ts';
import { texts } from './admin-texts.ts';

type Edited = z.output<typeof CouponEditor>;

/**
 * Saves what the coupon editor holds: one call, or for new Taobao coupons one call each with a code of its own. False
 * when something was refused; coupons made before that stay.
 */
export const useCouponSave = (): ((edited: Edited) => Promise<boolean>) => {
  const client = useQueryClient();
  // No toast and no reload for each coupon: a series of a hundred has one of each at its end.
  const { run } = useChange(calls.update, { failed: { prefix: texts.saveFailed } });
  const saveSeries = async (coupon: z.input<typeof CouponForm>, wanted: number): Promise<number> => {
    for (let made = 0; made < wanted; made++) {
      if (!(await run({ ...coupon, code: randomCode(browserRandom) }))) return made;
    }
    return wanted;
  };
  return async ({ count, ...coupon }) => {
    const isSeries = coupon.taobao && coupon._id === undefined;
    const wanted = isSeries ? count : 1;
    const made = isSeries ? await saveSeries(coupon, wanted) : (await run(coupon)) ? 1 : 0;
    if (made > 0) await client.invalidateQueries({ queryKey: [calls.list.path] });
    if (made === wanted) showToast(texts.saved, 'success');
    else if (made > 0) showToast(texts.partlySaved(made, wanted), 'warning');
    return made > 0;
  };
};
