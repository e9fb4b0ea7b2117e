import type { CallError } from '@skyport/contract/client';
import { type CouponForm, couponsCalls as calls } from '@skyport/contract/coupons';
import { useRef } from 'react';
import type { z } from 'zod';
import { NETWORK_FAILURE, type RefusalToast, useChange } from '../api/index.ts';
import { randomCode } from '../device/random.ts';
import { useMergingSave } from '../list-page/use-merging-save.ts';
import type { Question } from '../ui/confirm.tsx';
import { couponFields } from './admin-fields.ts';
import { CouponEditor } from './admin-rules.ts';
import { texts } from './admin-texts.ts';
import { beginning, type Outcome, outcomeOf } from './series.ts';
import { type SeriesControl, useSeries } from './use-series.ts';

type Edited = z.output<typeof CouponEditor>;
type Coupon = z.input<typeof CouponForm>;

const toOutcome = (problem: CallError): Outcome => outcomeOf(problem, NETWORK_FAILURE);

/** Makes one coupon of a series and says what became of it; `failed` may have a toast for a refusal. */
const useSend = (failed: (problem: CallError) => RefusalToast | undefined): ((coupon: Coupon) => Promise<Outcome>) => {
  const outcome = useRef<Outcome>({ kind: 'made' });
  const note = (problem: CallError): void => {
    outcome.current = toOutcome(problem);
  };
  const { run } = useChange(calls.update, { failed, onFailed: note });
  return async (coupon) => {
    outcome.current = { kind: 'made' };
    await run(coupon);
    return outcome.current;
  };
};

/** Why a coupon was refused; nothing for what a series can deal with by itself. */
const refusalToast = (problem: CallError): RefusalToast | undefined =>
  toOutcome(problem).kind === 'refused' ? { prefix: texts.saveFailed } : undefined;

const noToast = (): undefined => undefined;

interface EditorWindow {
  readonly ask: (question: Question) => void;
  readonly close: () => void;
}

/**
 * Saves what the coupon editor holds: one call, or for new Taobao coupons one call each with a code of its own. The
 * first one of a series is made while the editor is open, so that what is refused can be put right there; the others
 * are made in a window of their own. False when something was refused.
 */
export const useCouponSave = (
  editor: EditorWindow,
): { save: (edited: Edited) => Promise<boolean>; series: SeriesControl } => {
  const saveOne = useMergingSave({
    call: calls.update,
    reads: [calls.list],
    toasts: { done: texts.saved, failed: { prefix: texts.saveFailed } },
    schema: CouponEditor,
    fields: couponFields,
    ...editor,
  });
  const sendFirst = useSend(refusalToast);
  const series = useSeries(useSend(noToast));
  const begin = async (coupon: Coupon, wanted: number): Promise<boolean> => {
    const code = randomCode();
    const outcome = await sendFirst({ ...coupon, code });
    if (outcome.kind === 'refused') return false;
    const isLost = outcome.kind === 'lost';
    const made = outcome.kind === 'made' ? 1 : 0;
    series.start({ coupon, wanted }, { ...beginning, made, unanswered: isLost ? code : undefined });
    return true;
  };
  const save = async (edited: Edited): Promise<boolean> => {
    const { count, ...coupon } = edited;
    const isSeries = coupon.taobao && coupon._id === undefined;
    return isSeries ? begin(coupon, count) : (await saveOne(edited)) !== undefined;
  };
  return { save, series };
};
