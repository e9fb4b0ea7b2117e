import { Button } from '@mantine/core';
import { auditCalls } from '@skyport/contract/audit';
import type { Ticket } from '@skyport/contract/tickets';
import { type TicketCustomer, ticketsAdminCalls as calls } from '@skyport/contract/tickets-admin';
import { type ReactNode, useState } from 'react';
import { useChange } from '../api/index.ts';
import { CannedChoice } from './canned-choice.tsx';
import { Conversation } from './conversation.tsx';
import { CustomerSide } from './customer-side.tsx';
import { GrantWindow } from './grant-window.tsx';
import { ReplyForm } from './reply-form.tsx';
import { replyRefused } from './rules.ts';
import { staffTexts, texts } from './texts.ts';
import { useClose } from './use-close.tsx';
import classes from './tickets.module.css';

interface DeskProps {
  readonly ticket: Ticket;
  readonly customer: TicketCustomer;
  readonly onTyped: (typed: boolean) => void;
  /** Whoever is told that it is closed sees it so. */
  readonly onRefused: () => void;
}

/** A ticket with an answer, a gift and its end; whose it is stands beside it. */
export const Desk = ({ ticket, customer, onTyped, onRefused }: DeskProps): ReactNode => {
  const [granting, setGranting] = useState(false);
  const { askClose, dialog } = useClose();
  const reply = useChange(calls.reply, {
    done: staffTexts.replied,
    failed: replyRefused,
    invalidates: [calls.ticket, calls.queue, auditCalls.list],
    onFailed: onRefused,
  });
  const isClosed = ticket.status === 'close';
  return (
    <div className={classes.desk}>
      <div className="sp-stack">
        <Conversation ticket={ticket} side="ADMIN" />
        <ReplyForm
          busy={reply.busy}
          closed={isClosed && <p className="sp-dim">{texts.closed.text}</p>}
          onTyped={onTyped}
          onSend={(written) => reply.run({ id: ticket._id, ...written })}
          above={(insert) => <CannedChoice onChoose={insert} />}
        />
      </div>
      <div className="sp-stack">
        <CustomerSide customer={customer} />
        {!isClosed && (
          <div className="sp-row">
            <Button variant="light" onClick={() => setGranting(true)}>
              {staffTexts.grant}
            </Button>
            <Button variant="outline" color="red" onClick={() => askClose(ticket)}>
              {texts.close}
            </Button>
          </div>
        )}
      </div>
      <GrantWindow ticket={granting ? ticket : undefined} onClose={() => setGranting(false)} />
      {dialog}
    </div>
  );
};
