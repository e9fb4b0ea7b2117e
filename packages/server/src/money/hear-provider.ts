import { tradesPayable, wordInTime, type BegunTrade } from '../orders/index.ts';
import { thousandthsOf } from '../platform/charges.ts';
import { addDays, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createFaultLog } from '../platform/error-log.ts';
import { ListFault, type ListedMoney, type PaymentProvider, type ProviderWord } from '../platform/payment-providers.ts';
import { windowOf } from './reconcile-rules.ts';

/** How long a provider has for its list, for a word about one trade, and for those about all trades of a day. */
const LIST_MS = 60 * SECOND_MS;
const WORD_MS = 10 * SECOND_MS;
const WORDS_MS = 5 * MINUTE_MS;
/** Trades of a day about which a provider without a list is asked, and so many at the same time. */
const MOST_ASKED = 500;
const AT_ONCE = 4;

/** A day of one instance. */
export interface InstanceDay {
  readonly provider: PaymentProvider;
  /** Of the provider's time. */
  readonly day: string;
  /** Numbers of trades of which it spoke when this day was compared before, where it is asked about each. */
  readonly heard: readonly string[];
}

/** What a provider has of a day. */
export interface Heard {
  readonly way: 'list' | 'query';
  readonly listed: readonly ListedMoney[];
  readonly before: readonly ListedMoney[];
  /** Numbers of the trades about which it was asked and was not silent. */
  readonly asked: readonly string[];
  /** Numbers of those of which it spoke, where it was asked about each. */
  readonly spoken?: ReadonlySet<string>;
  /** About how many trades it gave no usable answer. */
  readonly unknown: number;
  /** How many trades it could not be asked about: it was silent, or there was no time. */
  readonly unasked: number;
}

/** Reads the list of a day; `none` where the provider writes none. */
const readList = async ({ provider, day }: InstanceDay): Promise<Heard | 'none' | undefined> => {
  const { patienceMs, hasEdge } = provider.listing ?? { patienceMs: LIST_MS, hasEdge: false };
  const signal = AbortSignal.timeout(patienceMs);
  const before = hasEdge ? 'none' : await provider.listOf!(addDays(day, -1), signal);
  const listed = await provider.listOf!(day, signal);
  if (listed === 'notYet' || before === 'notYet') return undefined;
  if (listed === 'none') return 'none';
  return { way: 'list', listed, before: before === 'none' ? [] : before, asked: [], unknown: 0, unasked: 0 };
};

/** What a provider said of a trade. */
interface Word {
  readonly number: string;
  readonly word: ProviderWord;
}

const wordAbout = async (provider: PaymentProvider, trade: BegunTrade, patience: number): Promise<Word> => ({
  number: trade.number,
  word: await wordInTime(provider, trade, patience),
});

const KINDS = { refund: 'refunded', dispute: 'disputed' } as const;

const listedOf = (word: ProviderWord): ListedMoney[] => {
  if (typeof word === 'string') return [];
  if ('kind' in word) {
    const { reason, reference, tradeNumber, amount, currency, at } = word.takenBack;
    return [{ kind: KINDS[reason], reference, tradeNumber, amount, currency, ...(at && { at }) }];
  }
  const { reference, tradeNumber, charge, paidAt } = word;
  const { amount, currency } = charge ? { ...charge, amount: thousandthsOf(charge) } : word;
  return [{ kind: 'paid', reference, tradeNumber, amount, currency, ...(paidAt && { at: paidAt }) }];
};

/**
 * Asks about trades until all are asked or the time is over; undefined when the provider says nothing at all, unless it
 * spoke of other trades of the day before.
 */
const wordsAbout = async (
  { clock }: Pick<Deps, 'clock'>,
  provider: PaymentProvider,
  { trades, hasSpoken }: { readonly trades: readonly BegunTrade[]; readonly hasSpoken: boolean },
): Promise<readonly Word[] | undefined> => {
  const end = clock.now().getTime() + WORDS_MS;
  const words: Word[] = [];
  for (let from = 0; from < trades.length; from += AT_ONCE) {
    const patience = Math.min(WORD_MS, end - clock.now().getTime());
    if (patience <= 0) break;
    const some = trades.slice(from, from + AT_ONCE);
    words.push(...(await Promise.all(some.map((trade) => wordAbout(provider, trade, patience)))));
    if (!hasSpoken && words.every(({ word }) => word === 'silent')) return undefined;
  }
  return words;
};

/** Asks about each trade of the day; undefined when the provider says nothing at all. */
const askEach = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { provider, day, heard }: InstanceDay,
): Promise<Heard | undefined> => {
  const which = { instance: provider.instance, ...windowOf(day), heard };
  const { trades, total } = await tradesPayable(deps.db, which, MOST_ASKED);
  const said = await wordsAbout(deps, provider, { trades, hasSpoken: heard.length > 0 });
  if (!said) return undefined;
  const words = said.filter(({ word }) => word !== 'silent');
  const spoken = words.filter(({ word }) => word !== 'unknown');
  // Of money that went back nobody says any more that it came.
  const ofPayments = spoken.filter(({ word }) => typeof word === 'string' || !('kind' in word));
  return {
    way: 'query',
    listed: spoken.flatMap(({ word }) => listedOf(word)),
    before: [],
    asked: words.map(({ number }) => number),
    spoken: new Set(ofPayments.map(({ number }) => number)),
    unknown: words.length - spoken.length,
    unasked: total - words.length,
  };
};

/** What a provider has of a day: its list, or its word about each trade where there is none. */
const heardOf = async (deps: Pick<Deps, 'db' | 'clock'>, asked: InstanceDay): Promise<Heard | undefined> => {
  const { listOf, query } = asked.provider;
  const list = listOf ? await readList(asked) : 'none';
  if (list !== 'none') return list;
  return query && askEach(deps, asked);
};

/**
 * What a provider has of a day. Undefined when it does not speak yet, or gives a list that cannot be read, which stands
 * in the error log then.
 */
export const hear = async (
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  asked: InstanceDay,
): Promise<Heard | undefined> => {
  try {
    return await heardOf(deps, asked);
  } catch (fault) {
    const { instance } = asked.provider;
    if (fault instanceof ListFault)
      await createFaultLog(deps)(fault, { call: `list of ${instance} ${asked.day}`, requestId: '' });
    return undefined;
  }
};
