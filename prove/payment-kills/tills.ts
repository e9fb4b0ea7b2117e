import type { PayMode } from '@skyport/contract/orders';
import type { EpayConfig } from '@skyport/server/payments/epay/config';
import { testConfig } from '@skyport/server/payments/epay/testing';
import { notifyPathOf } from '@skyport/server/payments/notify';
import type { TestApp } from '@skyport/server/testing-app';
import { startEpayGateway, type EpayGateway } from '../../testkit/epay/gateway.ts';
import type { TillSetting } from '../shop/gateways.ts';

/** A simulated gateway with books of its own, and the instance by which the shop takes money there. */
export interface Till {
  readonly mode: PayMode;
  readonly instance: string;
  readonly gateway: EpayGateway;
  /** Where the shop is notified. */
  readonly notifyUrl: string;
  readonly setting: TillSetting;
}

const KINDS = [
  { mode: 'alipay', kind: 'epay_v1', instance: 'epay_one' },
  { mode: 'wxpay', kind: 'epay_v2', instance: 'epay_two' },
] as const satisfies readonly { mode: PayMode; kind: EpayConfig['kind']; instance: string }[];

/** Starts a gateway of each version, by the clock of the shop; the shop itself is reached at `front`. */
export const startTills = async ({ clock, deps }: TestApp, front: string): Promise<Till[]> =>
  Promise.all(
    KINDS.map(async ({ mode, kind, instance }): Promise<Till> => {
      const gateway = await startEpayGateway({ clock: () => clock.now(), series: `${instance}-` });
      const notifyUrl = front + notifyPathOf(deps.secrets, instance);
      const config = { ...testConfig(kind, gateway), instance };
      const setting = { mode, config, notifyUrl, returnUrl: `${front}/pay/return` };
      return { mode, instance, gateway, notifyUrl, setting };
    }),
  );
