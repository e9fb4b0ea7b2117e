import { ticketsCalls as calls } from '@skyport/contract/tickets';
import { ticketsAdminCalls } from '@skyport/contract/tickets-admin';
import type { ReactNode } from 'react';
import { useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { texts } from './texts.ts';

/** Closes a ticket after a question; `dialog` is the question's element. */
export const useClose = (): {
  readonly askClose: (ticket: { readonly _id: string; readonly title: string }) => void;
  readonly dialog: ReactNode;
} => {
  const { ask, dialog } = useConfirm();
  const close = useChange(calls.close, {
    done: texts.closeDone,
    failed: { prefix: texts.closeFailed },
    invalidates: [calls.myList, calls.refresh, ticketsAdminCalls.queue, ticketsAdminCalls.ticket],
  });
  return {
    dialog,
    askClose: ({ _id, title }) =>
      ask({
        title: texts.closeTitle,
        text: texts.closeText(title),
        confirm: texts.close,
        run: () => close.run({ id: _id }),
      }),
  };
};
