import { startStripeGateway, type StripeGateway } from '../../../testkit/stripe/gateway.ts';
import type { BookedGateway, BookedKind } from './till.ts';
import { usualTroubles } from './troubles.ts';

/** Stripe, whose account prices in yuan. Sessions of others are nothing to the shop, so that nobody pays astray. */
const gatewayOf = (gateway: StripeGateway): BookedGateway => {
  const { trouble, recover, close, sessions } = gateway;
  const sessionOf = (number: string) => [...sessions.values()].findLast(({ trade }) => trade === number);
  return {
    form: { kind: 'stripe', gateway: gateway.url, ...gateway.account, currency: 'CNY' },
    trouble,
    recover,
    close,
    hearOf: (notifyUrl) => {
      gateway.notifyUrl = notifyUrl;
    },
    payments: () =>
      [...sessions.values()].map(({ trade, intent, minor, payment, acknowledged }) => ({
        number: trade,
        reference: intent,
        paidFen: payment === 'paid' ? minor : 0,
        acknowledged,
      })),
    takings: () => gateway.takings(),
    asks: (number) => {
      const session = sessionOf(number);
      const isOpen = session?.status === 'open' && session.endsAt * 1000 > gateway.now();
      return isOpen ? session.minor : undefined;
    },
    pay: (number, fen) => {
      gateway.of(number).minor = fen;
      gateway.pay(number);
    },
    envelope: (number) => gateway.envelope(number),
    tried: (number, answered) => {
      const taken = answered !== undefined && answered.status >= 200 && answered.status < 300;
      gateway.tried(number, taken);
      return taken;
    },
  };
};

export const stripe: BookedKind = {
  name: 'Stripe',
  mode: 'alipay',
  takesOther: true,
  troubles: usualTroubles,
  start: async (clock) => gatewayOf(await startStripeGateway({ clock })),
};
