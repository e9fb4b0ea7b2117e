import type { PaymentWeakness } from './payment-weaknesses.ts';

const PAYMENTS = 'packages/server/src/payments';

/** Weaknesses of taking the words of providers beside EPay, by name. */
export const providerWeaknesses: Readonly<Record<string, PaymentWeakness>> = {
  'alipay-unsigned': {
    what: 'a notification of Alipay is believed whatever its signature is',
    part: 'wrong-alipay',
    changes: [
      {
        file: `${PAYMENTS}/alipay/notification.ts`,
        from: 'if (!isSigned(merchant, fields)) refuse(refused.signature);',
        to: 'void isSigned;',
      },
    ],
  },
  'wechat-unsigned': {
    what: 'a notification of WeChat Pay is believed whatever its signature is',
    part: 'wrong-wechat',
    changes: [
      { file: `${PAYMENTS}/wechat/notification.ts`, from: 'if (doubt) refuse(refused[doubt]);', to: 'void doubt;' },
    ],
  },
  'stripe-unsigned': {
    what: 'an event of Stripe is believed whatever its signature is',
    part: 'wrong-stripe',
    changes: [
      {
        file: `${PAYMENTS}/stripe/notification.ts`,
        from: 'return Stripe.webhooks.constructEvent(body, header, secret, TOLERANCE, undefined, clock.now().getTime());',
        to: 'return JSON.parse(body.toString());',
      },
    ],
  },
  'epusdt-believed': {
    what: 'whoever knows the token of a gateway of epusdt is paid without asking it',
    part: 'wrong-epusdt',
    changes: [{ file: `${PAYMENTS}/epusdt/notification.ts`, from: 'mustAsk: true', to: 'mustAsk: false' }],
  },
  'tokenpay-believed': {
    what: 'whoever knows the token of a TokenPay gateway is paid without asking it',
    part: 'wrong-tokenpay',
    changes: [{ file: `${PAYMENTS}/tokenpay/notification.ts`, from: 'mustAsk: true', to: 'mustAsk: false' }],
  },
};
