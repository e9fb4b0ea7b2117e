import { inTransaction } from '@skyport/db';
import { HOUR_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { PaymentProvider, ProviderWord } from '../platform/payment-providers.ts';
import { findClaim, lockClaim, type ClaimRow } from './claim-store.ts';
import { doubt, postpone, storeClaim } from './inbox.ts';
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
    signal.addEventListener('abort', () => resolve('silent'));
  });
  try {
    return provider.query ? await Promise.race([provider.query(tradeNumber, signal), over]) : 'silent';
  } catch {
    return 'silent';
  }
};

/** What was heard of a trade: money that is a claim now, or contradicts one; else the provider's word. */
export type Heard = 'claim' | 'contradicts' | Extract<ProviderWord, string>;

/**
 * Asks the provider of an instance what became of a trade, outside of any transaction, for at most 10 s. Money of which
 * it tells is stored as a claim. A word about another trade or another merchant is no word: `unknown`.
 */
export const askAbout = async (deps: Deps, { instance, tradeNumber }: Asked): Promise<Heard> => {
  const provider = deps.payments.known(instance);
  if (!provider?.query) return 'silent';
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
 * other money denies it, and one that says nothing for a day does not confirm it: both are left to staff. Gives what
 * was heard.
 */
export const confirm = async (deps: Deps, id: string): Promise<Heard> => {
  const row = await findClaim(deps.db, id);
  if (!row || !isUnconfirmed(row)) return 'unknown';
  const word = await askAbout(deps, { instance: row.instance, tradeNumber: row.trade_number });
  const waited = deps.clock.now().getTime() - row.received_at.getTime();
  if (word === 'claim' || word === 'contradicts') await giveUp(deps, id, 'denied');
  else if (waited < CONFIRM_MS) await postpone(deps, id);
  else await giveUp(deps, id, 'unconfirmed');
  return word;
};
