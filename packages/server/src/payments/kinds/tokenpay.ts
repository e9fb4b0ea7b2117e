import { baseOf } from '../epay/gateway.ts';
import { dialect, type TokenPayConfig } from '../tokenpay/config.ts';
import { createTokenPay } from '../tokenpay/tokenpay.ts';
import { merchantOf } from '../usdt-gateways/merchant.ts';
import { lackIn } from '../merchants.ts';
import { accountName } from './account.ts';
import type { InstanceKind, DecryptedInstance } from './kind.ts';

const configOf = ({ name, label, values }: DecryptedInstance): TokenPayConfig => ({
  instance: name,
  label,
  gateway: values.gateway,
  key: values.key,
  coin: values.coin.trim(),
});

/** Gateways that speak TokenPay. */
export const tokenpay: InstanceKind = {
  make: (instance, parts) => createTokenPay(configOf(instance), parts),
  account: ({ values }) => accountName('tokenpay', { base: baseOf(values.gateway), merchant: '' }),
  lacks: (instance, parts) => lackIn(merchantOf(configOf(instance), parts, dialect)),
};
