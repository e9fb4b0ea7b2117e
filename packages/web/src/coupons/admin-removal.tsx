import { couponsCalls as calls } from '@skyport/contract/coupons';
import type { Question } from '../ui/confirm.tsx';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import { useRemoval } from '../list-page/use-removal.ts';
import type { ListedCoupon } from './admin-columns.ts';
import { texts } from './admin-texts.ts';

const invalidates = [calls.list];

const wonAmong = (coupons: readonly ListedCoupon[]): number => coupons.filter(({ owner }) => owner !== '').length;

/** Removes one coupon or many after a question. */
export const useCouponRemoval = (ask: (question: Question) => void) => {
  const one = useRemoval(calls.delete, { done: texts.deleted, failed: texts.deleteFailed, invalidates });
  const many = useRemoval(calls.delete, { done: texts.allDeleted, failed: texts.allDeleteFailed, invalidates });
  return {
    askOne: ({ _id, name, code, owner }: ListedCoupon): void =>
      ask({
        title: staffRecordTexts.deleteTitle,
        text: <Asked question={texts.deleteText} what={texts.deleteWhat(name, code, owner)} />,
        run: () => one.run({ id_list: [_id] }),
        problem: one.problem,
      }),
    /** `whatOf` says below the question which coupons these are, by how many, and how many somebody has won. */
    askMany: (
      coupons: readonly ListedCoupon[],
      whatOf: (count: number, won: number) => string,
      done: () => void,
    ): void =>
      ask({
        title: texts.deleteAllTitle,
        text: <Asked question={texts.deleteAllText} what={whatOf(coupons.length, wonAmong(coupons))} />,
        run: async () => {
          if (await many.run({ id_list: coupons.map(({ _id }) => _id) })) done();
        },
      }),
  };
};

const Asked = ({ question, what }: { question: string; what: string }) => (
  <>
    <b>{question}</b>
    <br />
    <span className="sp-dim">{what}</span>
  </>
);
