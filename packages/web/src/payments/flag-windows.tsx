import { Alert } from '@mantine/core';
import { auditCalls } from '@skyport/contract/audit';
import { orderFlagCalls as calls } from '@skyport/contract/order-flags';
import { paymentsCalls } from '@skyport/contract/payments';
import { usersCalls } from '@skyport/contract/users';
import type { ReactNode } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { traffic, yuan } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Pieces } from '../ui/pieces.tsx';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { partLines } from './flag-rules.ts';
import { flagTexts as texts } from './flag-texts.ts';
import type { StaffOrder } from './rules.ts';

/** What shows an order's flag, or what taking back does to its buyer. */
const stale = [
  paymentsCalls.tradeList,
  paymentsCalls.getOrderForTrade,
  calls.takeBackPreview,
  usersCalls.orders,
  usersCalls.balances,
  usersCalls.records,
  auditCalls.list,
];

interface FlagWindowProps {
  /** Undefined keeps the window closed. */
  readonly order: StaffOrder | undefined;
  readonly onClose: () => void;
}

const Hint = ({ children, mt = 'md' }: { readonly children: ReactNode; readonly mt?: 'md' | 0 }): ReactNode => (
  <Alert color="indigo" mt={mt} role="status">
    {children}
  </Alert>
);

/** Asks why an order is flagged by hand. */
export const FlagWindow = ({ order, onClose }: FlagWindowProps): ReactNode => {
  const change = useChange(calls.flagOrder, {
    done: texts.opened,
    failed: { prefix: texts.openFailed },
    invalidates: stale,
  });
  return (
    <FormWindow
      title={texts.openTitle(order?.desc ?? '')}
      schema={calls.flagOrder.input}
      fields={[{ name: 'reason' }, { name: 'note', wide: true }]}
      value={order && { order_id: order._id, reason: 'refund', note: '' }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
      below={() => <Hint>{texts.openHint}</Hint>}
    />
  );
};

/** Asks why a flag is ended without taking anything back. */
export const DismissWindow = ({ order, onClose }: FlagWindowProps): ReactNode => {
  const change = useChange(calls.dismissFlag, {
    done: texts.dismissed,
    failed: { prefix: texts.dismissFailed },
    invalidates: stale,
  });
  return (
    <FormWindow
      title={texts.dismissTitle(order?.desc ?? '')}
      schema={calls.dismissFlag.input}
      fields={[{ name: 'reason', wide: true }]}
      value={order && { flag_id: order.flags[0]?._id ?? '', reason: '' }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
      below={() => <Hint>{texts.dismissHint}</Hint>}
    />
  );
};

/** Shows what would be taken back of an order and what stays, and asks why. */
export const TakeBackWindow = ({ order, onClose }: FlagWindowProps): ReactNode => {
  const change = useChange(calls.takeBack, {
    done: texts.taken,
    failed: { prefix: texts.takeFailed },
    invalidates: stale,
  });
  return (
    <FormWindow
      title={texts.takeBackTitle(order?.desc ?? '')}
      schema={calls.takeBack.input}
      fields={[{ name: 'reason', wide: true }]}
      value={order && { flag_id: order.flags[0]?._id ?? '', reason: '' }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
      above={order && <Preview orderId={order._id} />}
      takes={texts.takeBack}
    />
  );
};

const Preview = ({ orderId }: { readonly orderId: string }): ReactNode => {
  const read = useCall(calls.takeBackPreview, { order_id: orderId });
  return (
    <Loaded of={read} height={160}>
      {(preview) => {
        const facts = partLines(preview).map(({ label, will, stays }): Fact => [
          label,
          <span key={label}>
            {will}
            <br />
            <span className="sp-dim">
              <Pieces text={stays} />
            </span>
          </span>,
        ]);
        return (
          <div className="sp-stack">
            {facts.length > 0 ? (
              <Facts label={texts.parts.label} facts={facts} />
            ) : (
              <Hint mt={0}>{texts.parts.nothing}</Hint>
            )}
            {preview.traffic.given > 0 && preview.pending > 0 && (
              <Hint mt={0}>{texts.parts.pending(traffic(preview.pending))}</Hint>
            )}
            {preview.wallet_spend > 0 && <Hint mt={0}>{texts.parts.wallet(yuan(preview.wallet_spend))}</Hint>}
          </div>
        );
      }}
    </Loaded>
  );
};
