import { baseOf } from '../epay/gateway.ts';
import { merchantNameOf, type EpusdtConfig, type EpusdtRoute } from '../epusdt/config.ts';
import { merchantOf } from '../epusdt/check-instance.ts';
import { createEpusdt } from '../epusdt/epusdt.ts';
import { lackIn } from '../merchants.ts';
import { accountName } from './account.ts';
import type { InstanceKind, DecryptedInstance } from './kind.ts';

const routeOf = (text: string): EpusdtRoute => (text === 'gmpay' || text === 'gmpay_md5' ? text : 'v1');

const configOf = ({ name, label, subject, values }: DecryptedInstance): EpusdtConfig => ({
  instance: name,
  label,
  subject,
  gateway: values.gateway,
  route: routeOf(values.route),
  pid: values.pid,
  key: values.key,
  coin: values.coin.trim(),
});

/** Gateways that speak epusdt or BEpusdt. */
export const epusdt: InstanceKind = {
  make: (instance, parts) => createEpusdt(configOf(instance), parts),
  account: (instance) =>
    accountName('epusdt', { base: baseOf(instance.values.gateway), merchant: merchantNameOf(configOf(instance)) }),
  lacks: (instance, parts) => lackIn(merchantOf(configOf(instance), parts)),
};
