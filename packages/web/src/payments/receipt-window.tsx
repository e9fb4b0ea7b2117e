import { Alert } from '@mantine/core';
import { auditCalls } from '@skyport/contract/audit';
import { paymentsCalls as calls } from '@skyport/contract/payments';
import { usersCalls } from '@skyport/contract/users';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useChange } from '../api/index.ts';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { outcomeText, type StaffOrder } from './rules.ts';
import { texts } from './texts.ts';

const schema = calls.receipt.input;

const fields: readonly FieldSpec<z.input<typeof schema>>[] = [
  { name: 'amount' },
  { name: 'reference' },
  { name: 'reason', wide: true },
];

/** What shows an order, or what its money does to an account. */
const stale = [
  calls.tradeList,
  calls.getOrderForTrade,
  usersCalls.orders,
  usersCalls.balances,
  usersCalls.records,
  usersCalls.notices,
  auditCalls.list,
];

interface ReceiptWindowProps {
  /** The order that money came for; undefined keeps the window closed. */
  readonly order: StaffOrder | undefined;
  readonly onClose: () => void;
}

/** Asks how much came for an order in another way, and says beforehand what writing it down will do. */
export const ReceiptWindow = ({ order, onClose }: ReceiptWindowProps): ReactNode => {
  const { done, failed, title } = texts.receipt;
  const change = useChange(calls.receipt, {
    done: ({ outcome }) => done[outcome],
    failed: { prefix: failed },
    invalidates: stale,
  });
  return (
    <FormWindow
      title={title(order?.desc ?? '')}
      schema={schema}
      fields={fields}
      value={order && { order_id: order._id, amount: order.owes, reference: '', reason: '' }}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
      below={({ amount }) =>
        order && (
          <Alert color="indigo" mt="md" role="status">
            {outcomeText(Number(amount), order)}
          </Alert>
        )
      }
    />
  );
};
