import type { PayMode } from '@skyport/contract/orders';
import { createProviders } from '@skyport/server/payments/testing/fixed-providers';
import type { PaymentAnswer, PaymentProvider } from '@skyport/server/platform/payment-providers';
import type { TestAnswer, TestApp } from '@skyport/server/testing-app';

/** Ways to pay that are open in a walk; `urlscheme` is not. */
const MODES: readonly PayMode[] = ['alipay', 'wxpay'];

/** A provider that was asked and has not answered yet. */
export interface Asked {
  readonly tradeId: string;
  says(answer: PaymentAnswer): void;
  fails(): void;
}

/** The provider of a walk: it is silent until it is told what to say. */
export interface HeldProvider {
  isServing(mode: string): boolean;
  /** The next trade that it is asked for; throws when the call is answered without asking. */
  next(call: Promise<TestAnswer>): Promise<Asked>;
}

const idOf = (number: string): string => number.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Puts a provider whose answers are held back in the place of the product's own. */
export const holdProvider = (app: TestApp): HeldProvider => {
  const asked: Asked[] = [];
  let heard: (() => void) | undefined;
  const provider: PaymentProvider = {
    instance: 'test',
    label: 'held',
    ask: ({ tradeNumber }) =>
      new Promise((resolve, reject) => {
        asked.push({
          tradeId: idOf(tradeNumber),
          says: resolve,
          fails: () => reject(new Error('the provider of the walk fails')),
        });
        heard?.();
      }),
  };
  Object.assign(app.deps.payments, createProviders(new Map(MODES.map((mode) => [mode, provider]))));
  return {
    isServing: (mode) => MODES.some((each) => each === mode),
    next: async (call) => {
      const asking = new Promise<undefined>((resolve) => {
        heard = () => resolve(undefined);
        if (asked.length > 0) heard();
      });
      const answered = await Promise.race([asking, call]);
      const next = asked.shift();
      if (!next) throw new Error(`the provider was not asked: ${answered?.code} ${answered?.msg}`);
      return next;
    },
  };
};
