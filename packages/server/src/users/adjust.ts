import { milliOfYuan } from '@skyport/contract/units';
import { MOST_TRAFFIC, MOST_WALLET, type UserForm } from '@skyport/contract/users-form';
import type { Db } from '@skyport/db';
import type { LedgerEntry } from '@skyport/db/ledger-rules';
import { post } from '@skyport/db/ledger';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { wishedBefore } from '../platform/made-once.ts';
import { refuseField } from '../platform/refuse.ts';
import {
  lockTraffic,
  moveTraffic,
  noteTraffic,
  postUse,
  setMembership,
  takeableTraffic,
  trafficEntries,
} from '../traffic/index.ts';
import { intoWallet, outOfWallet, readWallet, takenFrom } from '../wallet/index.ts';
import { isAdjusted, type Adjustment } from './edit-rules.ts';
import type { UserRecord } from './store.ts';
import { editTexts as texts } from './texts.ts';

/** An adjustment of a locked account. */
interface Adjusting {
  readonly stored: UserRecord;
  readonly form: UserForm;
  readonly adjustment: Adjustment;
  /** Id of whoever adjusts. */
  readonly actor: string;
}

/** Ledger entries of an adjustment of a wallet; rebates, which can be withdrawn, are taken last. */
const moneyEntries = async (trx: Db, userNum: number, amount: number): Promise<LedgerEntry[]> => [
  { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -amount },
  ...(amount < 0
    ? outOfWallet(userNum, takenFrom(await readWallet(trx, userNum), -amount))
    : intoWallet(userNum, { other: amount, rebate: 0 })),
];

/** Refuses sums that no form could show: differences to what was shown add up. */
const checkSums = ({ granted }: { readonly granted: number }, { stored, adjustment }: Adjusting): void => {
  const { money, traffic } = adjustment;
  if (traffic > 0 && granted + traffic > MOST_TRAFFIC) refuseField({ field: 'traffic', message: texts.tooMuch });
  if (money > 0 && Number(stored.wallet) + money > milliOfYuan(MOST_WALLET))
    refuseField({ field: 'wallet_money', message: texts.tooMuch });
};

/** Brings the ledger up to date before something is taken, and refuses to take more than is left. */
const prepareTaking = async (trx: Db, userNum: number, { amount, at }: { amount: number; at: Date }): Promise<void> => {
  const left = await takeableTraffic(trx, userNum);
  if (amount > left) refuseField({ field: 'traffic', message: texts.trafficTooLow(left) }, 'conflict');
  await postUse(trx, { userNums: [userNum] }, at);
};

/** Posts both differences as one event; false when this very change was posted before. */
const postDifferences = async (
  trx: Db,
  deps: Deps,
  { stored, form, adjustment, actor }: Adjusting,
): Promise<boolean> => {
  const { money, traffic } = adjustment;
  const { change, reason } = form;
  const named = { change, id: stored.id, money, traffic, reason };
  const wish = { kind: 'adjustment', form: named, id: stored.id, otherwise: texts.adjustedOtherwise };
  if ((await wishedBefore(trx, { caller: { id: actor }, deps }, wish)) !== undefined) return false;
  const at = deps.clock.now();
  if (traffic < 0) await prepareTaking(trx, stored.num, { amount: -traffic, at });
  const outcome = await post(trx, {
    key: `adjust:${stored.id}:${change ?? deps.ids.next()}:${money}:${traffic}`,
    kind: 'adjust',
    ref: stored.id,
    actor,
    reason,
    at,
    entries: [...(await moneyEntries(trx, stored.num, money)), ...trafficEntries(stored.num, traffic, 'adjust')],
  });
  if (outcome === 'refused') refuseField({ field: 'wallet_money', message: texts.walletTooLow }, 'conflict');
  return outcome === 'posted';
};

/**
 * Changes money, permanent traffic and membership of a locked account: money and bytes by the ledger alone. Refuses
 * `conflict` where less is left than is to be taken.
 */
export const adjust = async (trx: Db, deps: Deps, adjusting: Adjusting): Promise<void> => {
  const { stored, adjustment } = adjusting;
  if (!isAdjusted(adjustment)) return;
  const { money, traffic, vipUntil } = adjustment;
  const account = await lockTraffic(trx, stored.num);
  checkSums(account, adjusting);
  const isNew = (money === 0 && traffic === 0) || (await postDifferences(trx, deps, adjusting));
  if (!isNew) return;
  if (vipUntil !== undefined) await setMembership(trx, stored.num, vipUntil);
  const at = deps.clock.now();
  const day = dayOf(at, deps.settings.current().timezone);
  const event = { userNum: stored.num, recordType: 'coupon', description: texts.adjusted, at, day } as const;
  if (traffic !== 0) await moveTraffic(trx, account, { ...event, amount: traffic });
  else if (vipUntil !== undefined) await noteTraffic(trx, event);
};
