import { merchantOf } from '../epay/check-instance.ts';
import type { EpayV2 } from '../epay/config.ts';
import { createEpay } from '../epay/epay.ts';
import { baseOf } from '../epay/gateway.ts';
import { lackIn } from '../merchants.ts';
import { accountName } from './account.ts';
import type { InstanceKind, DecryptedInstance } from './kind.ts';

const configOf = ({ name, label, subject, values }: DecryptedInstance): EpayV2 => ({
  kind: 'epay_v2',
  instance: name,
  label,
  subject,
  gateway: values.gateway,
  pid: values.pid,
  privateKey: values.privateKey,
  platformKey: values.platformKey,
});

/** EPay with RSA keys of both sides. */
export const epayV2: InstanceKind = {
  make: (instance, parts) => createEpay(configOf(instance), parts),
  // Both versions are doors to one account.
  account: ({ values: { gateway, pid } }) =>
    pid === '' ? undefined : accountName('epay', { base: baseOf(gateway), merchant: pid }),
  lacks: (instance, parts) => lackIn(merchantOf(configOf(instance), parts)),
};
