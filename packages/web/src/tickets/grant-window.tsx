import { auditCalls } from '@skyport/contract/audit';
import type { Ticket } from '@skyport/contract/tickets';
import { SUGGESTION_GIB, ticketsAdminCalls as calls } from '@skyport/contract/tickets-admin';
import { type ReactNode, useMemo } from 'react';
import { useChange } from '../api/index.ts';
import { newChange } from '../device/random.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { staffTexts as texts } from './texts.ts';

interface GrantWindowProps {
  /** The ticket whose owner is given something; undefined keeps the window closed. */
  readonly ticket: Ticket | undefined;
  readonly onClose: () => void;
}

/** Gives the owner of a ticket permanent traffic, with a reason that they read. */
export const GrantWindow = ({ ticket, onClose }: GrantWindowProps): ReactNode => {
  const change = useChange(calls.grant, {
    done: texts.grantDone,
    failed: { prefix: texts.grantFailed },
    invalidates: [calls.ticket, calls.queue, auditCalls.list],
    staleByConflict: true,
  });
  const id = ticket?._id;
  // The window that was opened names the gift: sent again, it is the same one.
  const value = useMemo(
    () => (id === undefined ? undefined : { id, traffic: SUGGESTION_GIB, reason: '', change: newChange() }),
    [id],
  );
  return (
    <FormWindow
      title={texts.grantTitle(ticket?.email ?? '')}
      schema={calls.grant.input}
      fields={[{ name: 'traffic' }, { name: 'reason', wide: true }]}
      value={value}
      onSave={(form, onRefused) => change.run(form, onRefused)}
      onClose={onClose}
    />
  );
};
