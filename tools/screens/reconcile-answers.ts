import type { BuiltCall, Output } from '@skyport/contract/call';
import { type Difference, type Reconciliation, reconcileCalls } from '@skyport/contract/reconcile';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const id = (n: number): string => `01970000-0000-7000-8071-${String(n).padStart(12, '0')}`;
const AT = '2026-11-21T18:23:00.000Z';

const days: Reconciliation[] = (
  [
    ['主通道', 'done', 412, 411, 3, 0],
    ['备用通道', 'done', 36, 36, 0, 2],
    ['当面付', 'failed', 0, 0, 0, 0],
    ['微信支付', 'done', 128, 128, 0, 0],
  ] as const
).map(([platform, state, theirs, ours, differences, unanswered], n) => ({
  _id: id(n),
  platform,
  day: '2026-11-20',
  state,
  way: n === 1 ? 'query' : 'list',
  theirs,
  ours,
  differences,
  unanswered,
  unasked: 0,
  ran_at: AT,
}));

const differences: Difference[] = (
  [
    ['missing', 30, null],
    ['refund', 19.9, null],
    ['dispute', 49, null],
    ['mismatched', 30.01, 30],
    ['extra', null, 99],
  ] as const
).map(([kind, theirs, ours], n) => ({
  _id: id(20 + n),
  platform: '主通道',
  day: '2026-11-20',
  kind,
  reference: `2026112022001456781234567${890 + n}`,
  tradeno: id(60 + n).replaceAll('-', ''),
  theirs,
  ours,
  currency: 'CNY',
  state: 'open',
  found_at: AT,
  closed_by: '',
  closed_why: '',
}));

/** What lists of payment providers and ours say of a day. */
export const giveReconciled = (give: Give): void => {
  give(reconcileCalls.reconciliationList, days);
  give(reconcileCalls.differenceList, differences);
};
