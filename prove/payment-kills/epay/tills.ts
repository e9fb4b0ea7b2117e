import type { PayInstance } from '@skyport/contract/pay-instances';
import type { PayMode } from '@skyport/contract/orders';
import type { TestApp } from '@skyport/server/testing-app';
import { startEpayGateway, type EpayGateway } from '../../../testkit/epay/gateway.ts';
import { copiedFrom } from '../../../testkit/epay/till.ts';

/** A simulated gateway with books of its own, and the instance by which the shop takes money there. */
export interface Till {
  readonly mode: PayMode;
  readonly version: 1 | 2;
  readonly instance: string;
  readonly gateway: EpayGateway;
  /** Where the shop is notified. */
  readonly notifyUrl: string;
}

const KINDS = [
  { mode: 'alipay', version: 1 },
  { mode: 'wxpay', version: 2 },
] as const;

/** Makes the instance of a gateway as an admin does, and switches it on. */
export const makeInstance = async (app: TestApp, form: object): Promise<PayInstance> => {
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const { data: made } = await app.call('/api/admin/pay_instance/create', form, admin);
  const which = { _id: made._id, version: made.version, on: true };
  const { data, msg } = await app.call('/api/admin/pay_instance/switch', which, admin);
  if (!data?.on) throw new Error(`an instance cannot be switched on: ${msg}`);
  return data;
};

/**
 * Starts a gateway of each version, by the clock of the shop, which is reached at `front` and takes money there.
 * `clock` is given where the gateways outlive the shop's process.
 */
export const startTills = async (app: TestApp, front: string, clock = () => app.clock.now()): Promise<Till[]> => {
  await app.changeSettings({ notify_url: front, return_url: front });
  const tills: Till[] = [];
  for (const { mode, version } of KINDS) {
    const label = `epay${version}`;
    const gateway = await startEpayGateway({ clock, series: `${label}-` });
    const form = { kind: version === 1 ? 'epay_v1' : 'epay_v2', label, ...copiedFrom(gateway, version) };
    const { name: instance, notify_url: notifyUrl } = await makeInstance(app, form);
    await app.changeSettings({ [mode]: instance });
    tills.push({ mode, version, instance, gateway, notifyUrl });
  }
  return tills;
};
