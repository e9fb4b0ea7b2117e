import { type Order, ordersCalls as calls } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useChange } from '../api/index.ts';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { texts } from './texts.ts';

const FeedbackForm = z.object({ msg: calls.feedback.input.shape.msg });

const fields: readonly FieldSpec<z.input<typeof FeedbackForm>>[] = [
  { name: 'msg', help: texts.feedback.hint, wide: true },
];

interface FeedbackWindowProps {
  /** The order that there is a problem with; undefined keeps the window closed. */
  readonly order: Order | undefined;
  readonly onClose: () => void;
}

/** Asks what is wrong with an order. */
export const FeedbackWindow = ({ order, onClose }: FeedbackWindowProps): ReactNode => {
  const { done, failed, title } = texts.feedback;
  const change = useChange(calls.feedback, { done, failed, invalidates: [calls.orderList] });
  return (
    <FormWindow
      title={title(order?.desc ?? '')}
      schema={FeedbackForm}
      fields={fields}
      value={order && { msg: order.user_feedback }}
      onSave={async ({ msg }, onRefused) => order && change.run({ order_id: order._id, msg }, onRefused)}
      onClose={onClose}
    />
  );
};
