import { inTransaction, type Db } from '@skyport/db';
import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { job } from '../platform/jobs.ts';
import type { ProviderClaim } from '../platform/payment-providers.ts';
import {
  changeClaim,
  findClaim,
  insertClaim,
  listClaimsOfOrder,
  lockClaim,
  lockClaimOf,
  lockHoldersOf,
  type ClaimRow,
} from './claim-store.ts';
import { nextTry, paidAtOf, saysTheSame } from './inbox-rules.ts';
import { notifyDoubtful } from './messages.ts';
import { settle, type Claim, type Settled } from './settle.ts';
import { findTradeByNumber, type TradeRow } from './trade-store.ts';
import { worthOfCharge } from './worth.ts';

/** What a provider said of money, checked by its signature or asked by us. */
export interface Said {
  readonly instance: string;
  readonly claim: ProviderClaim;
  /** Its signature is weak: it is settled only when the provider, asked by us, says the same. */
  readonly mustAsk: boolean;
}

/**
 * `stored`: it will be settled. `known`: it was stored before. `contradicts`: money of this reference is known as
 * something else, and nothing was stored.
 */
export type Stored =
  | {
      readonly outcome: 'stored' | 'known';
      readonly id: string;
      /** The instance that has the money: another one than told of it, when both are of one account. */
      readonly holder: string;
    }
  | { readonly outcome: 'contradicts' };

/** What may be stored of a claim before anything is decided. */
const draftOf = ({ instance, claim }: Said, { now, trade }: { now: Date; trade: TradeRow | undefined }) => ({
  instance,
  merchant: claim.merchant,
  trade_number: claim.tradeNumber,
  reference: claim.reference,
  amount: (trade && claim.charge && worthOfCharge(claim.charge, trade)) ?? claim.amount,
  currency: claim.currency,
  charge_currency: claim.charge?.currency ?? null,
  charge_minor: claim.charge?.minor ?? null,
  paid_at: paidAtOf(claim, now),
});

/**
 * The instance that holds the money of a claim. Instances of one account share references: the first to report one
 * keeps it, otherwise the trade's own instance. Other claims by this reference wait until the transaction ends.
 */
const lockHolder = async (
  trx: Db,
  { payments }: Deps,
  { said, trade }: { readonly said: Said; readonly trade: TradeRow | undefined },
): Promise<string> => {
  const sharing = payments.sharing(said.instance);
  if (sharing.length < 2) return said.instance;
  const own = trade && sharing.includes(trade.instance) ? trade.instance : said.instance;
  const holders = await lockHoldersOf(trx, { instances: sharing, reference: said.claim.reference });
  return holders.length === 0 || holders.includes(own) ? own : holders[0]!;
};

/**
 * Stores what a provider said of money, once by its account and reference, in the caller's transaction, and has it
 * settled as soon as that is committed, unless the provider has to confirm it first. What the provider says when we ask
 * takes the place of what was signed weakly.
 */
export const storeClaim = async (trx: Db, deps: Deps, said: Said): Promise<Stored> => {
  const now = deps.clock.now();
  const trade = await findTradeByNumber(trx, said.claim.tradeNumber);
  const instance = await lockHolder(trx, deps, { said, trade });
  const draft = draftOf({ ...said, instance }, { now, trade });
  const beside = { trade_id: trade ? trade.id : null, must_ask: said.mustAsk, next_try_at: now };
  const made = await insertClaim(trx, { id: deps.ids.next(), ...draft, ...beside, received_at: now });
  if (made) return wake(trx, deps, made);
  const known = await lockClaimOf(trx, draft);
  if (!known) throw new Error('a claim was stored and is gone');
  if (known.must_ask && !said.mustAsk) {
    if (said.claim.isStateOnly && !saysTheSame(known, draft)) return denyNotified(trx, deps, known);
    return takeConfirmed(trx, deps, { known, change: { ...draft, ...beside, verdict: '' } });
  }
  if (saysTheSame(known, draft)) return { outcome: 'known', id: known.id, holder: instance };
  if (!known.contradicted_at) await notifyDoubtful(trx, deps, known);
  await changeClaim(trx, known.id, { contradicted_at: known.contradicted_at ?? now });
  return { outcome: 'contradicts' };
};

/** Leaves a notification to staff that names another amount or trade than the one that its provider calls paid. */
const denyNotified = async (trx: Db, deps: Deps, known: ClaimRow): Promise<Stored> => {
  if (known.state === 'waiting') await doubt(trx, deps, { row: known, verdict: 'denied' });
  return { outcome: 'contradicts' };
};

/** What a provider confirms is settled; where staff have dismissed it meanwhile, they are told and decide again. */
const takeConfirmed = async (
  trx: Db,
  deps: Deps,
  { known, change }: { readonly known: ClaimRow; readonly change: Parameters<typeof changeClaim>[2] },
): Promise<Stored> => {
  if (known.state === 'dismissed') {
    await changeClaim(trx, known.id, { ...change, state: 'doubtful', verdict: 'dismissed', next_try_at: null });
    await notifyDoubtful(trx, deps, known);
    return { outcome: 'stored', id: known.id, holder: known.instance };
  }
  await changeClaim(trx, known.id, { ...change, state: 'waiting' });
  return wake(trx, deps, { ...known, must_ask: false });
};

/** Has a claim settled. Money that names no trade waits behind the money of purchases, however much of it comes. */
export const wakeClaim = (trx: Db, deps: Deps, { id, trade_id }: Pick<ClaimRow, 'id' | 'trade_id'>): Promise<void> =>
  deps.jobs.addAt(trx, settleClaim, { input: { id }, isLast: trade_id === null });

const wake = async (
  trx: Db,
  deps: Deps,
  { id, must_ask, instance, trade_id }: Pick<ClaimRow, 'id' | 'must_ask' | 'instance' | 'trade_id'>,
): Promise<Stored> => {
  if (!must_ask) await wakeClaim(trx, deps, { id, trade_id });
  return { outcome: 'stored', id, holder: instance };
};

/**
 * Settles a locked claim that nobody has decided, and gives where its money went. `known`: money of its reference was
 * settled in another way, or may be what staff have written down, and the claim is left to staff.
 */
export const settleLockedClaim = async (
  trx: Db,
  deps: Deps,
  row: ClaimRow & Pick<Claim, 'isOther'>,
): Promise<Settled | 'joined'> => {
  const verdict = await settle(trx, deps, {
    reference: row.reference,
    source: 'provider',
    instance: row.instance,
    tradeId: row.trade_id,
    amount: row.amount,
    currency: row.currency,
    ...(row.charge_currency !== null && { chargedIn: row.charge_currency }),
    paidAt: row.paid_at,
    actor: row.instance,
    isOther: row.isOther ?? false,
  });
  // What is known by its reference and was never settled from here is other money by the same name.
  if (verdict === 'known') await doubt(trx, deps, { row, verdict });
  else {
    const at = deps.clock.now();
    await changeClaim(trx, row.id, { state: 'settled', verdict, settled_at: at, next_try_at: null });
  }
  return verdict;
};

/** Leaves a locked claim to staff, who are told: nothing settles it by itself any more. */
export const doubt = async (
  trx: Db,
  deps: Deps,
  { row, verdict }: { readonly row: ClaimRow; readonly verdict: string },
): Promise<void> => {
  await changeClaim(trx, row.id, { state: 'doubtful', verdict, next_try_at: null });
  await notifyDoubtful(trx, deps, row);
};

/**
 * Settles a stored claim in one transaction, once. One that cannot be settled now stays, is tried again later, and is
 * seen in the error log; one that is not waiting, or that its provider has to confirm first, is left as it is.
 */
export const settleStored = async (deps: Deps, id: string): Promise<void> => {
  deps.crash.at('claim.before-settle');
  try {
    await inTransaction(deps.db, async (trx) => {
      const row = await lockClaim(trx, id);
      if (row?.state === 'waiting' && !row.must_ask) await settleLockedClaim(trx, deps, row);
    });
  } catch (fault) {
    await postpone(deps, id);
    await createFaultLog(deps)(fault, { call: 'claim', requestId: id });
  }
  deps.crash.at('claim.settled');
};

/** Notes one more try of a claim that still waits. */
export const postpone = async ({ db, clock }: Deps, id: string): Promise<void> => {
  const row = await findClaim(db, id);
  if (row?.state !== 'waiting') return;
  await changeClaim(db, id, { attempts: row.attempts + 1, next_try_at: nextTry(clock.now(), row.attempts) });
};

/** Settles what is stored for an order and waits: whoever ends the order asks for that before. */
export const settleStoredOf = async (deps: Deps, orderId: string): Promise<void> => {
  for (const id of await listClaimsOfOrder(deps.db, orderId)) await settleStored(deps, id);
};

/** Settles one claim. What does not work is tried again by `orders.watch-claims`. */
export const settleClaim = job({
  name: 'orders.settle-claim',
  input: z.object({ id: z.uuid() }),
  maxAttempts: 1,
  key: ({ id }) => id,
  run: (deps, { id }) => settleStored(deps, id),
});
