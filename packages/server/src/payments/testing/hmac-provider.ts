import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PayMode } from '@skyport/contract/orders';
import {
  BadNotification,
  type Currency,
  type ListedMoney,
  type PaymentProvider,
  type PaymentProviders,
  type ProviderWord,
  type RawNotification,
  type TakenBack,
} from '../../platform/payment-providers.ts';
import type { TestApp } from '../../testing-app.ts';

/** Money as the provider has it in its own books. */
export interface Booked {
  readonly tradeNumber: string;
  readonly reference: string;
  /** Thousandths of the currency. */
  readonly amount: number;
  readonly currency?: Currency;
  readonly merchant?: string;
  /** The provider has sent it back since. */
  readonly isRefunded?: boolean;
}

/** How the provider answers when it is asked. */
export type Mood = 'works' | 'silent' | 'down' | 'lies' | 'html';

/** A provider of the tests that signs what it notifies by an HMAC, keeps books, and can be out of order. */
export interface HmacProvider extends PaymentProvider {
  readonly merchant: string;
  /** Money that arrived, by trade number. */
  readonly books: Map<string, Booked>;
  /** What it lists of each day, where it has lists. */
  readonly lists: Map<string, readonly ListedMoney[] | 'notYet'>;
  /** How often it was asked for a trade. */
  readonly asked: string[];
  /** Trades that it was told to close. */
  readonly closed: string[];
  mood: Mood;
  /** Its signature is weak: it has to be asked too. */
  isWeak: boolean;
  /** A notification of money, signed, as the text of a query. */
  notificationOf(booked: Booked, fields?: Readonly<Record<string, string>>): string;
}

const signed = (key: string, fields: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
  return createHmac('sha256', key).update(text).digest('hex');
};

const fieldsOf = ({ tradeNumber, reference, amount, currency = 'CNY', merchant }: Booked, own: string) => ({
  merchant: merchant ?? own,
  trade: tradeNumber,
  number: reference,
  money: String(amount),
  currency,
});

const readSigned = (key: string, { method, query, body }: RawNotification): Record<string, string> => {
  const { sign = '', ...fields } = Object.fromEntries(new URLSearchParams(method === 'GET' ? query : body.toString()));
  const [right, given] = [Buffer.from(signed(key, fields)), Buffer.from(sign)];
  if (right.length !== given.length || !timingSafeEqual(right, given))
    throw new BadNotification('the signature is wrong');
  return fields;
};

/** The whole of a payment, gone back to its payer. */
const takenBackOf = (fields: Readonly<Record<string, string>>): TakenBack => ({
  reason: 'refund',
  reference: `R-${fields['number']}`,
  merchant: fields['merchant'] ?? '',
  tradeNumber: fields['trade'] ?? '',
  payment: fields['number'] ?? '',
  amount: Number(fields['money']),
  isTotal: true,
  currency: (fields['currency'] ?? '') as Currency,
});

/** What it answers about a trade, by its mood. */
const wordOf = async (provider: HmacProvider, tradeNumber: string): Promise<ProviderWord> => {
  const booked = provider.books.get(tradeNumber);
  switch (provider.mood) {
    case 'down':
      throw new Error('connection refused');
    case 'html':
      return JSON.parse('<html>502 Bad Gateway</html>') as ProviderWord;
    case 'silent':
      return new Promise(() => undefined);
    case 'lies':
      return { tradeNumber: 'f'.repeat(32), reference: 'LIE', amount: 1, currency: 'CNY', merchant: 'somebody' };
    case 'works':
      if (booked?.isRefunded) return { kind: 'takenBack', takenBack: takenBackOf(fieldsOf(booked, provider.merchant)) };
      return booked ? { currency: 'CNY', merchant: provider.merchant, ...booked } : 'unpaid';
  }
};

/** Makes a provider with an instance's name, a merchant and a key of its own. */
export const createHmacProvider = (
  instance: string,
  { key = `key of ${instance}`, merchant = `merchant-${instance}` }: { key?: string; merchant?: string } = {},
): HmacProvider => {
  const provider: HmacProvider = {
    instance,
    label: `测试通道 ${instance}`,
    merchant,
    books: new Map(),
    lists: new Map(),
    asked: [],
    closed: [],
    mood: 'works',
    isWeak: false,
    acknowledgement: { contentType: 'text/plain', body: 'success' },
    ask: async ({ tradeNumber }) => ({ qrcode: `pay:${tradeNumber}` }),
    close: async (tradeNumber) => void provider.closed.push(tradeNumber),
    notificationOf: (booked, more = {}) => {
      const fields = { ...fieldsOf(booked, merchant), ...more };
      return new URLSearchParams({ ...fields, sign: signed(key, fields) }).toString();
    },
    readNotification: (raw) => {
      const fields = readSigned(key, raw);
      if (fields['state'] === 'refunded') return { kind: 'takenBack', takenBack: takenBackOf(fields) };
      if (fields['state'] === 'ended') return { kind: 'ignored', why: 'the payment has ended' };
      return {
        kind: 'claim',
        mustAsk: provider.isWeak,
        claim: {
          merchant: fields['merchant'] ?? '',
          tradeNumber: fields['trade'] ?? '',
          reference: fields['number'] ?? '',
          amount: Number(fields['money']),
          currency: (fields['currency'] ?? '') as Currency,
        },
      };
    },
    query: async (tradeNumber) => {
      provider.asked.push(tradeNumber);
      return wordOf(provider, tradeNumber);
    },
  };
  return provider;
};

/** Has a running product served by these providers, each for its ways to pay. */
export const serveBy = (app: TestApp, serving: Readonly<Partial<Record<PayMode, PaymentProvider>>>): void => {
  const all = Object.values(serving);
  const payments: PaymentProviders = {
    modes: () => Object.keys(serving) as PayMode[],
    serving: (mode) => serving[mode],
    known: (instance) => all.find((one) => one.instance === instance),
    labelOf: (instance) => all.find((one) => one.instance === instance)?.label ?? instance,
    sharing: (instance) => [instance],
    choiceProblem: () => undefined,
    hold: async () => ({ choiceProblem: () => undefined }),
    refresh: async () => undefined,
  };
  Object.assign(app.deps, { payments });
};
