import { inTransaction } from '@skyport/db';
import { HOUR_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { Begun, ProviderClaim, ProviderWord } from '../platform/payment-providers.ts';
import { findClaim, lockClaim, type ClaimRow } from './claim-store.ts';
import { doubt, postpone, storeClaim } from './inbox.ts';
import { isStorable } from './inbox-rules.ts';
import { wordInTime } from './provider-word.ts';
import { storeTakenBack, type TakenBackAt, wasPaid } from './taken-back.ts';
import { begunOf, findTradeByNumber } from './trade-store.ts';

/** How long a provider has to say what became of a trade. */
const WORD_MS = 10 * SECOND_MS;
/** How long a claim waits for its provider to confirm it. */
const CONFIRM_MS = 24 * HOUR_MS;

/** What a provider is asked about. */
interface Asked {
  readonly instance: string;
  readonly tradeNumber: string;
}

/** A trade as it was begun; of one that is not ours nothing is known. */
const begunAs = async ({ db }: Deps, tradeNumber: string): Promise<Begun> => {
  const trade = await findTradeByNumber(db, tradeNumber);
  return trade ? begunOf(trade) : { providerNo: '', amount: 0 };
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
  const word = await wordInTime(provider, { number: tradeNumber, ...(await begunAs(deps, tradeNumber)) }, WORD_MS);
  if (typeof word === 'string') return word;
  const said = 'kind' in word ? word.takenBack : word;
  const isOurs = said.tradeNumber === tradeNumber && said.merchant === (provider.merchant ?? said.merchant);
  if (!isOurs || !isStorable(said)) return 'unknown';
  return 'kind' in word
    ? hearTakenBack(deps, { instance, takenBack: word.takenBack })
    : hearClaim(deps, instance, word);
};

/**
 * Notes that the money of a trade went back that we know of. Of a trade that nobody paid, gateways say the same when it
 * has only expired: nothing follows from that.
 */
const hearTakenBack = async (deps: Deps, said: TakenBackAt): Promise<Heard> => {
  if (!(await wasPaid(deps.db, said))) return 'unknown';
  await inTransaction(deps.db, (trx) => storeTakenBack(trx, deps, said));
  return 'closed';
};

/** Stores money of which a provider tells that was asked. */
const hearClaim = async (deps: Deps, instance: string, claim: ProviderClaim): Promise<Heard> => {
  const stored = await inTransaction(deps.db, (trx) => storeClaim(trx, deps, { instance, claim, mustAsk: false }));
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
 * Asks the provider to confirm a weakly signed claim, which is then settled as usual. A claim that the provider denies,
 * or does not confirm within a day, goes to staff. Returns the provider's answer.
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
