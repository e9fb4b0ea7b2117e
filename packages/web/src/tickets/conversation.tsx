import type { Ticket, TicketAuthor } from '@skyport/contract/tickets';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { dateTime, traffic } from '../ui/format.ts';
import { texts } from './texts.ts';
import classes from './tickets.module.css';

/** One message as it is shown. */
interface Said {
  readonly key: string;
  readonly by: TicketAuthor;
  readonly text: string;
  readonly at: string;
  readonly image: string;
  readonly granted: number;
}

const saidIn = (ticket: Ticket): readonly Said[] => [
  { key: ticket._id, by: 'USER', text: ticket.desc, at: ticket.createTime, image: ticket.imageUrl, granted: 0 },
  ...ticket.comments.map(({ _id, type, text, updateTime, imageUrl, granted }) => ({
    key: _id,
    by: type,
    text,
    at: updateTime,
    image: imageUrl,
    granted,
  })),
];

interface ConversationProps {
  readonly ticket: Ticket;
  /** Which side whoever looks is on. */
  readonly side: TicketAuthor;
}

/**
 * Everything that was said in a ticket, oldest first; what whoever looks has said stands at the right. At a desk it
 * scrolls by itself, from its end, so that the answer below it is always in sight.
 */
export const Conversation = ({ ticket, side }: ConversationProps): ReactNode => {
  const shown = useRef<HTMLDivElement>(null);
  const count = ticket.comments.length;
  useLayoutEffect(() => {
    if (count > 0 && shown.current) shown.current.scrollTop = shown.current.scrollHeight;
  }, [count]);
  return (
    // What scrolls must be reached by the keyboard.
    <div className={classes.talk} ref={shown} role="region" aria-label={texts.messages} tabIndex={0}>
      <ol className={classes.messages}>
        {saidIn(ticket).map(({ key, ...said }) => (
          <Message key={key} {...said} side={side} />
        ))}
      </ol>
    </div>
  );
};

const Message = ({ by, text, at, image, granted, side }: Omit<Said, 'key'> & { side: TicketAuthor }): ReactNode => (
  <li className={classes.message} data-own={by === side || undefined}>
    <span className="sp-row sp-small">
      <strong>{by === side && side === 'USER' ? texts.who.me : texts.who[by]}</strong>
      <time className="sp-dim" dateTime={at}>
        {dateTime(at)}
      </time>
      {granted > 0 && (
        <span className="sp-pill" data-tone="reward">
          {texts.granted(traffic(granted))}
        </span>
      )}
    </span>
    <p className={classes.text}>{text}</p>
    {image !== '' && (
      <a className={classes.picture} href={image} target="_blank" rel="noreferrer">
        <img src={image} alt={texts.picture} loading="lazy" />
      </a>
    )}
  </li>
);
