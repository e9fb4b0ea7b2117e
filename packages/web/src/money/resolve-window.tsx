import { auditCalls } from '@skyport/contract/audit';
import { moneyCalls as calls, type UnclaimedMoney } from '@skyport/contract/money';
import { paymentsCalls } from '@skyport/contract/payments';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useChange } from '../api/index.ts';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { sumText } from './rules.ts';
import { texts as all } from './texts.ts';

const texts = all.unclaimed;
const schema = calls.resolveUnclaimed.input;
type Form = z.input<typeof schema>;

/** What the money's owner is known by already: the order and the address of a request. */
export interface Resolving {
  readonly money: UnclaimedMoney;
  readonly orderId?: string;
  readonly email?: string;
}

const isGiven = ({ to }: Form): boolean => to === 'order' || to === 'wallet';

const fieldsOf = (currency: 'CNY' | 'USDT' | undefined): readonly FieldSpec<Form>[] => [
  { name: 'to' },
  { name: 'order_id', when: ({ to }) => to === 'order', required: () => true },
  { name: 'email', when: ({ to }) => to === 'wallet', required: () => true },
  { name: 'yuan', when: (form) => currency === 'USDT' && isGiven(form) },
  { name: 'reason', wide: true },
];

interface ResolveWindowProps {
  /** Undefined keeps the window closed. */
  readonly resolving: Resolving | undefined;
  readonly onClose: () => void;
}

/** Asks where money goes that is nobody's. */
export const ResolveWindow = ({ resolving, onClose }: ResolveWindowProps): ReactNode => {
  const change = useChange(calls.resolveUnclaimed, {
    done: ({ outcome }) => texts.done[outcome],
    failed: { prefix: texts.failed },
    invalidates: [calls.unclaimedList, calls.requestList, calls.counts, paymentsCalls.tradeList, auditCalls.list],
  });
  const money = resolving?.money;
  return (
    <FormWindow
      title={texts.resolveTitle(money ? sumText(money) : '')}
      schema={schema}
      fields={fieldsOf(money?.currency)}
      value={
        resolving && {
          payment_id: resolving.money._id,
          to: 'order',
          order_id: resolving.orderId ?? '',
          email: resolving.email ?? '',
          yuan: 0,
          reason: '',
        }
      }
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
    />
  );
};
