import { auditCalls } from '@skyport/contract/audit';
import { type Charge, chargeCalls as calls } from '@skyport/contract/charges';
import type { ReactNode } from 'react';
import { useChange } from '../api/index.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { yuan } from '../ui/format.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { chargeTexts as texts, walletTexts } from './texts.ts';

const STALE = [calls.adminChargeList, calls.adminWallet, auditCalls.list];

interface ChargeWindowProps {
  /** Undefined keeps the window closed. */
  readonly charge: Charge | undefined;
  readonly onClose: () => void;
}

/** Where the money has to be sent before the withdrawal is settled. */
const Receiver = ({ charge }: { readonly charge: Charge }): ReactNode => (
  <div className="sp-stack">
    <p>{texts.settleText(charge.usdt.toFixed(3), charge.addressType)}</p>
    <div className="sp-row">
      <b style={{ overflowWrap: 'anywhere' }}>{charge.address}</b>
      <CopyButton text={charge.address}>{texts.copyAddress}</CopyButton>
    </div>
  </div>
);

/** Asks for the transaction of a payout, and settles the withdrawal. */
export const SettleWindow = ({ charge, onClose }: ChargeWindowProps): ReactNode => {
  const change = useChange(calls.checkoutCharge, {
    done: texts.settled,
    failed: { prefix: texts.settleFailed },
    invalidates: STALE,
  });
  return (
    <FormWindow
      title={texts.settleTitle(charge?.email ?? '')}
      schema={calls.checkoutCharge.input}
      fields={[{ name: 'txid', wide: true }]}
      value={charge && { charge_id: charge._id, txid: '' }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
      above={charge && <Receiver charge={charge} />}
    />
  );
};

/** Asks why a withdrawal is given back, and gives it back. */
export const ReturnWindow = ({ charge, onClose }: ChargeWindowProps): ReactNode => {
  const change = useChange(calls.returnCharge, {
    done: texts.given,
    failed: { prefix: texts.giveFailed },
    invalidates: STALE,
  });
  return (
    <FormWindow
      title={texts.giveTitle(charge?.email ?? '')}
      schema={calls.returnCharge.input}
      fields={[{ name: 'msg', wide: true }]}
      value={charge && { charge_id: charge._id, msg: '' }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
      above={charge && <p>{texts.giveText(walletTexts.amount(yuan(charge.money)))}</p>}
      takes={texts.give}
    />
  );
};

/** Leaves a message on a withdrawal. */
export const MessageWindow = ({ charge, onClose }: ChargeWindowProps): ReactNode => {
  const change = useChange(calls.chargeMessage, {
    done: texts.messaged,
    failed: { prefix: texts.messageFailed },
    invalidates: STALE,
  });
  return (
    <FormWindow
      title={texts.messageTitle(charge?.email ?? '')}
      schema={calls.chargeMessage.input}
      fields={[{ name: 'msg', wide: true }]}
      value={charge && { charge_id: charge._id, msg: charge.msg }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
    />
  );
};
