import type { PayMode } from '@skyport/contract/orders';
import type { EpayConfig } from '@skyport/server/payments/epay/config';
import { createEpay } from '@skyport/server/payments/epay/epay';
import { createProviders } from '@skyport/server/payments/testing/fixed-providers';
import type { Clock } from '@skyport/server/platform/clock';
import { createOutgoing } from '@skyport/server/platform/outgoing';
import type { PaymentProviders } from '@skyport/server/platform/payment-providers';

/** A gateway that a panel of a proof takes money by. */
export interface TillSetting {
  readonly mode: PayMode;
  readonly config: EpayConfig;
  readonly notifyUrl: string;
  readonly returnUrl: string;
}

/** The providers of a panel, of the settings that stand in its environment as JSON. */
export const gatewaysOf = (settings: string, clock: Clock): PaymentProviders => {
  const http = createOutgoing({ allowPrivate: true });
  const tills = JSON.parse(settings) as TillSetting[];
  return createProviders(
    new Map(tills.map(({ mode, config, ...addresses }) => [mode, createEpay(config, { clock, http, ...addresses })])),
  );
};
