import { merchantOf } from '../epay/check-instance.ts';
import type { EpayV1 } from '../epay/config.ts';
import { createEpay } from '../epay/epay.ts';
import { baseOf } from '../epay/gateway.ts';
import { lackIn } from '../merchants.ts';
import { accountName } from './account.ts';
import type { InstanceKind, DecryptedInstance } from './kind.ts';

const configOf = ({ name, label, subject, values }: DecryptedInstance): EpayV1 => ({
  kind: 'epay_v1',
  instance: name,
  label,
  subject,
  gateway: values.gateway,
  pid: values.pid,
  key: values.key,
  signKeyMode: values.signKeyMode === 'amp_key' ? 'amp_key' : 'plain',
});

/** EPay with one key that signs by MD5. */
export const epayV1: InstanceKind = {
  make: (instance, parts) => createEpay(configOf(instance), parts),
  // Both versions are doors to one account.
  account: ({ values: { gateway, pid } }) =>
    pid === '' ? undefined : accountName('epay', { base: baseOf(gateway), merchant: pid }),
  lacks: (instance, parts) => lackIn(merchantOf(configOf(instance), parts)),
};
