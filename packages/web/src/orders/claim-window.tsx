import { claimMoneyCalls as calls } from '@skyport/contract/claim-money';
import type { Order } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { useChange } from '../api/index.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { texts } from './texts.ts';

interface ClaimWindowProps {
  /** The order whose payment has not arrived; undefined keeps the window closed. */
  readonly order: Order | undefined;
  readonly onClose: () => void;
}

/** Asks by which number an order was paid whose payment has not arrived. */
export const ClaimWindow = ({ order, onClose }: ClaimWindowProps): ReactNode => {
  const { done, failed, title } = texts.missing;
  const change = useChange(calls.claimMoney, { done, failed: { prefix: failed }, invalidates: [] });
  return (
    <FormWindow
      title={title(order?.desc ?? '')}
      schema={calls.claimMoney.input}
      fields={[{ name: 'reference', wide: true }]}
      value={order && { order_id: order._id, reference: '' }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
    />
  );
};
