import type { Db } from '@skyport/db';
import type { LedgerEntry, Posting } from '@skyport/db/ledger-rules';
import { post } from '@skyport/db/ledger';
import { permissionEnds, shortenPermissions } from '../permissions/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { refuse } from '../platform/refuse.ts';
import {
  lockTraffic,
  moveTraffic,
  noteTraffic,
  setMembership,
  settleUse,
  takeableTraffic,
  trafficEntries,
  trafficOf,
} from '../traffic/index.ts';
import { readWallet } from '../wallet/index.ts';
import { type FlagDecision, lockFlagged } from './flag.ts';
import { notifyRebateTaken, notifyTakenBack } from './flag-messages.ts';
import { closeFlag } from './flag-store.ts';
import { flagTexts as texts } from './flag-texts.ts';
import type { OrderRow } from './order-store.ts';
import { creditedOf } from './payment-store.ts';
import { accountEntry, systemEntry } from './ledger-entries.ts';
import { givenMembership, givenPermission, type Part, partOf, timePart } from './take-back-rules.ts';
import {
  findGrant,
  findRebate,
  findTakeBack,
  insertTakeBack,
  rebateMoneyOf,
  type GivenRebate,
} from './take-back-store.ts';

/** What an order gave, and what of it is left to be taken back. Bytes, milliseconds, milli-yuan. */
export interface Parts {
  readonly traffic: Part;
  readonly membership: Part;
  readonly permissions: readonly (Part & { readonly id: string })[];
  readonly rebate: Part;
  readonly inviter: GivenRebate | undefined;
  /** Of the inviter's money, what waits to be paid out. */
  readonly withdrawing: number;
  /** Of payments that went to the buyer's wallet. */
  readonly credited: Part;
}

/** What there is to be taken back of an order at this moment. Locks nothing. */
export const partsOf = async (db: Db, { clock }: Pick<Deps, 'clock'>, order: OrderRow): Promise<Parts> => {
  const now = clock.now();
  const grant = await findGrant(db, order.id);
  const inviter = await findRebate(db, order.id);
  const ends = await permissionEnds(db, order.user_id, grant?.permission_ids ?? []);
  const { vipUntil } = await trafficOf(db, order.user_num);
  const inviterHas = inviter ? await rebateMoneyOf(db, inviter.inviterNum) : { rebate: 0, waiting: 0 };
  const credited = (await creditedOf(db, [order.id])).get(order.id) ?? 0;
  return {
    traffic: partOf(grant?.traffic ?? 0, await takeableTraffic(db, order.user_num)),
    membership: timePart(grant ? givenMembership(grant) : 0, { end: vipUntil, now }),
    permissions: (grant?.permission_ids ?? []).map((id) => ({
      id,
      ...timePart(grant ? givenPermission(grant) : 0, { end: ends.get(id) ?? null, now }),
    })),
    rebate: partOf(inviter?.amount ?? 0, inviterHas.rebate),
    inviter,
    withdrawing: inviterHas.waiting,
    credited: partOf(credited, (await readWallet(db, order.user_num)).other),
  };
};

const entriesOf = ({ user_num }: OrderRow, { traffic, rebate, inviter, credited }: Parts): LedgerEntry[] => [
  ...trafficEntries(user_num, -traffic.left, 'traffic_issued'),
  ...(inviter ? [accountEntry({ owner: inviter.inviterNum, kind: 'wallet_rebate' }, -rebate.left)] : []),
  systemEntry('rebate_expense', rebate.left),
  accountEntry({ owner: user_num, kind: 'wallet' }, -credited.left),
  systemEntry('adjust', credited.left),
];

/** A take-back of a locked order. */
interface TakingBack {
  readonly order: OrderRow;
  readonly parts: Parts;
  readonly decision: FlagDecision;
  readonly at: Date;
}

/**
 * Refuses `conflict` while what is missing of a rebate may be in a withdrawal that waits: the end of the flag would let
 * it be paid out. Returned to the wallet, it is there to be taken back.
 */
const checkWithdrawing = ({ rebate, inviter, withdrawing }: Parts): void => {
  if (inviter && rebate.left < rebate.given && withdrawing > 0) refuse('conflict', texts.withdrawing(inviter.email));
};

/** Moves money and bytes by one posting; refuses `conflict` when a balance fell since it was read. */
const move = async (trx: Db, { order, parts, decision, at }: TakingBack): Promise<void> => {
  const entries = entriesOf(order, parts);
  if (entries.every(({ amount }) => amount === 0)) return;
  const posting: Posting = {
    key: `takeback:${order.id}`,
    kind: 'take_back',
    ref: order.id,
    actor: decision.by,
    reason: decision.reason,
    at,
    entries,
  };
  if ((await post(trx, posting)) !== 'posted') refuse('conflict', texts.moves);
};

/** Lowers traffic, membership and permissions of the buyer, and says so in the traffic record. */
const lower = async (trx: Db, deps: Deps, { order, parts, at }: TakingBack): Promise<Date | null> => {
  const { traffic, membership, permissions } = parts;
  const account = await lockTraffic(trx, order.user_num);
  const after =
    membership.left > 0 && account.vipUntil
      ? new Date(Math.max(at.getTime(), account.vipUntil.getTime() - membership.left))
      : account.vipUntil;
  const day = dayOf(at, deps.settings.current().timezone);
  const event = { userNum: order.user_num, recordType: 'buy', description: texts.record(order.name), at, day } as const;
  if (traffic.left > 0) await moveTraffic(trx, account, { ...event, amount: -traffic.left });
  else if (membership.left > 0) await noteTraffic(trx, event);
  if (membership.left > 0) await setMembership(trx, order.user_num, after);
  const cuts = permissions.map(({ id, left }) => ({ id, ms: left }));
  await shortenPermissions(trx, { userId: order.user_id, cuts, now: at });
  await usersChanged(trx, deps, [order.user_num]);
  return after;
};

/** What was taken back, and of which order. */
export interface TakenOfOrder {
  readonly order: OrderRow;
  readonly parts: Parts;
}

/**
 * Ends an open flag by taking back what its order gave, its rebate and what went to the wallet, up to what is left of
 * each, by one posting; an order is taken back once. Refuses `notFound`, and `conflict` when the flag is ended, the
 * order was taken back before, its rebate waits to be paid out, or a balance moves at this moment. Gives what was
 * taken.
 */
export const takeBack = async (trx: Db, deps: Deps, decision: FlagDecision): Promise<TakenOfOrder> => {
  const { flag, order } = await lockFlagged(trx, decision.flagId);
  if (await findTakeBack(trx, order.id)) refuse('conflict', texts.isTaken);
  const { vipUntil } = await lockTraffic(trx, order.user_num);
  await settleUse(trx, deps, order.user_num);
  const parts = await partsOf(trx, deps, order);
  checkWithdrawing(parts);
  const at = deps.clock.now();
  const taking = { order, parts, decision, at };
  await move(trx, taking);
  const after = await lower(trx, deps, taking);
  await insertTakeBack(trx, {
    order_id: order.id,
    flag_id: flag.id,
    traffic: parts.traffic.left,
    vip_ms: parts.membership.left,
    vip_before: vipUntil,
    vip_after: after,
    permissions: JSON.stringify(Object.fromEntries(parts.permissions.map(({ id, left }) => [id, left]))),
    rebate: parts.rebate.left,
    inviter_num: parts.inviter?.inviterNum ?? null,
    credited: parts.credited.left,
    taken_at: at,
    taken_by: decision.by,
  });
  await closeFlag(trx, flag.id, { state: 'taken_back', by: decision.by, at, why: decision.reason });
  await notifyTakenBack(trx, deps, order);
  if (parts.inviter && parts.rebate.left > 0)
    await notifyRebateTaken(trx, deps, { userId: parts.inviter.inviterId, amount: parts.rebate.left });
  return { order, parts };
};
