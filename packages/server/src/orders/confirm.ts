import { inTransaction, type Db } from '@skyport/db';
import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job } from '../platform/jobs.ts';
import type { PaymentProvider, ProviderWord } from '../platform/payment-providers.ts';
import { findClaim, lockClaim, type ClaimRow } from './claim-store.ts';
import { doubt, postpone, storeClaim, type Said, type Stored } from './inbox.ts';
import { isStorable } from './inbox-rules.ts';

/** How long a provider has to say what became of a trade. */
const WORD_MS = 10 * SECOND_MS;
/** How long a claim waits for its provider to confirm it. */
const CONFIRM_MS = 24 * HOUR_MS;

/** What a provider is asked about. */
interface Asked {
  readonly instance: string;
  readonly tradeNumber: string;
}

const wordInTime = async (provider: PaymentProvider, tradeNumber: string): Promise<ProviderWord> => {
  const signal = AbortSignal.timeout(WORD_MS);
  const over = new Promise<ProviderWord>((resolve) => {
    signal.addEventListener('abort', () => resolve('unknown'));
  });
  try {
    return provider.query ? await Promise.race([provider.query(tradeNumber, signal), over]) : 'unknown';
  } catch {
    return 'unknown';
  }
};

/**
 * Asks the provider of an instance what became of a trade, outside of any transaction, for at most 10 s. Money of which
 * it tells is stored as a claim. A word about another trade or another merchant is no word: `unknown`.
 */
export const askAbout = async (
  deps: Deps,
  { instance, tradeNumber }: Asked,
): Promise<'claim' | 'contradicts' | 'unpaid' | 'closed' | 'unknown'> => {
  const provider = deps.payments.known(instance);
  if (!provider?.query) return 'unknown';
  const word = await wordInTime(provider, tradeNumber);
  if (typeof word === 'string') return word;
  const isOurs = word.tradeNumber === tradeNumber && word.merchant === (provider.merchant ?? word.merchant);
  if (!isOurs || !isStorable(word)) return 'unknown';
  const stored = await inTransaction(deps.db, (trx) =>
    storeClaim(trx, deps, { instance, claim: word, mustAsk: false }),
  );
  return stored.outcome === 'contradicts' ? 'contradicts' : 'claim';
};

/** Leaves a claim to staff that its provider did not confirm. */
const giveUp = (deps: Deps, id: string, verdict: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const row = await lockClaim(trx, id);
    if (row && isUnconfirmed(row)) await doubt(trx, deps, { row, verdict });
  });

const isUnconfirmed = ({ state, must_ask }: ClaimRow): boolean => state === 'waiting' && must_ask;

/**
 * Has the provider of a weakly signed claim say the same: then it is settled as any other. A provider that tells of
 * other money denies it, and one that says nothing for a day does not confirm it: both are left to staff.
 */
export const confirm = async (deps: Deps, id: string): Promise<void> => {
  const row = await findClaim(deps.db, id);
  if (!row || !isUnconfirmed(row)) return;
  const word = await askAbout(deps, { instance: row.instance, tradeNumber: row.trade_number });
  if (word === 'claim' || word === 'contradicts') return giveUp(deps, id, 'denied');
  const waited = deps.clock.now().getTime() - row.received_at.getTime();
  return waited < CONFIRM_MS ? postpone(deps, id) : giveUp(deps, id, 'unconfirmed');
};

/** Has a weakly signed claim confirmed. What is not said yet is asked again by `orders.watch-claims`. */
export const confirmClaim = job({
  name: 'orders.confirm-claim',
  input: z.object({ id: z.uuid() }),
  maxAttempts: 1,
  places: 'provider',
  key: ({ id }) => id,
  run: (deps, { id }) => confirm(deps, id),
});

/** Stores what a provider has notified, in the caller's transaction, and has it settled or confirmed after that. */
export const storeNotified = async (trx: Db, deps: Deps, said: Said): Promise<Stored> => {
  const stored = await storeClaim(trx, deps, said);
  if (stored.outcome === 'stored' && said.mustAsk) await deps.jobs.add(trx, confirmClaim, { id: stored.id });
  return stored;
};
