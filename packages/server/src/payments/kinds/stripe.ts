import { merchantOf } from '../stripe/check-instance.ts';
import { baseOf } from '../stripe/client.ts';
import { accountOfKey, type StripeConfig } from '../stripe/config.ts';
import { createStripe } from '../stripe/stripe.ts';
import { lackIn } from '../merchants.ts';
import { accountName } from './account.ts';
import type { InstanceKind, DecryptedInstance } from './kind.ts';

const configOf = ({ name, label, subject, values }: DecryptedInstance): StripeConfig => ({
  instance: name,
  label,
  subject,
  gateway: values.gateway,
  key: values.key,
  webhookKey: values.webhookKey,
  currency: values.currency,
  rate: values.rate,
});

/** Alipay and WeChat by Checkout of Stripe. */
export const stripe: InstanceKind = {
  make: (instance, parts) => createStripe(configOf(instance), parts),
  account: (instance) => {
    const merchant = accountOfKey(configOf(instance));
    return merchant === '' ? undefined : accountName('stripe', { base: baseOf(configOf(instance)), merchant });
  },
  lacks: (instance, parts) => lackIn(merchantOf(configOf(instance), parts)),
};
