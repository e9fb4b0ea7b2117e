import { Button } from '@mantine/core';
import { type Ticket, ticketsCalls as calls } from '@skyport/contract/tickets';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall, useChange } from '../api/index.ts';
import { isMissing } from '../api/is-missing.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Window } from '../ui/window.tsx';
import { Conversation } from './conversation.tsx';
import { ReplyForm } from './reply-form.tsx';
import { REFRESH_MS, replyRefused } from './rules.ts';
import { texts } from './texts.ts';
import { useClose } from './use-close.tsx';
import { useTypedWindow } from './use-typed-window.ts';

interface TicketWindowProps {
  /** Id of the ticket that is shown; undefined keeps the window closed. */
  readonly id: string | undefined;
  readonly title: string;
  /** Admins see everybody's tickets, and close them. */
  readonly isAdmin: boolean;
  /** Address of whoever looks: their own tickets they see as their customer. */
  readonly email: string;
  readonly onClose: () => void;
}

/** One ticket with its messages, read again every 30 s, and a reply. */
export const TicketWindow = ({ id, title, isAdmin, email, onClose }: TicketWindowProps): ReactNode => {
  const { setTyped, leave, dialog } = useTypedWindow(onClose);
  return (
    <>
      <Window opened={id !== undefined} onClose={leave} title={title || texts.title} size="lg" waits={320}>
        {id !== undefined && <Body key={id} id={id} isAdmin={isAdmin} email={email} onTyped={setTyped} />}
      </Window>
      {dialog}
    </>
  );
};

/** Why nothing can be written here, and the way back to the list. */
const DeadEnd = ({ text }: { readonly text: string }): ReactNode => (
  <p className="sp-dim">
    {text}{' '}
    <Link to="/feedback" replace>
      {texts.all}
    </Link>
  </p>
);

interface BodyProps extends Pick<TicketWindowProps, 'isAdmin' | 'email'> {
  readonly id: string;
  readonly onTyped: (typed: boolean) => void;
}

const Body = ({ id, ...props }: BodyProps): ReactNode => {
  const read = useCall(calls.refresh, { id }, { refetchEvery: REFRESH_MS });
  if (isMissing(read.error)) return <DeadEnd text={texts.gone} />;
  const again = (): void => void read.refetch();
  return <Loaded of={read}>{(ticket) => <Open ticket={ticket} {...props} onRefused={again} />}</Loaded>;
};

interface OpenProps extends Omit<BodyProps, 'id'> {
  readonly ticket: Ticket;
  /** Whoever is told that it is closed sees it so. */
  readonly onRefused: () => void;
}

const Open = ({ ticket, isAdmin, email, onTyped, onRefused }: OpenProps): ReactNode => {
  const { askClose, dialog } = useClose();
  const stale = [calls.refresh, calls.myList];
  const reply = useChange(calls.response, { failed: replyRefused, invalidates: stale, onFailed: onRefused });
  const isClosed = ticket.status === 'close';
  return (
    <div className="sp-stack">
      <Conversation ticket={ticket} side={isAdmin && ticket.email !== email ? 'ADMIN' : 'USER'} />
      <ReplyForm
        busy={reply.busy}
        closed={isClosed && <DeadEnd text={texts.isClosed} />}
        onTyped={onTyped}
        onSend={(written) => reply.run({ id: ticket._id, ...written })}
      />
      {isAdmin && !isClosed && (
        <div>
          <Button variant="outline" color="red" onClick={() => askClose(ticket)}>
            {texts.close}
          </Button>
        </div>
      )}
      {dialog}
    </div>
  );
};
