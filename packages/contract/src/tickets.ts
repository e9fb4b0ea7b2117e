import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { ById, ChangeName, Done, Nothing } from './shapes.ts';
import { ByteCount, Id, Instant, Line, Trimmed } from './units.ts';

/** Longest title and longest text of a ticket, in characters. */
export const TICKET_TITLE = 100;
export const TICKET_TEXT = 5000;
/** Tickets that one account may have open, and messages that it may send within an hour. */
export const MOST_OPEN_TICKETS = 5;
export const MESSAGES_AN_HOUR = 20;
/** Messages behind the first one with which its owner adds no more to a ticket: every answer holds all of them. */
export const MOST_MESSAGES = 200;
/** Characters of each text in a list of tickets, and tickets of an admin's list. */
export const LISTED_TEXT = 100;
export const MOST_LISTED = 200;

/** How a ticket stands; that it has been answered is derived from its last message (`shownTicketState`). */
export const ticketStates = ['open', 'close'] as const;
export type TicketState = (typeof ticketStates)[number];
export const TicketAuthor = z.enum(['USER', 'ADMIN']);
export type TicketAuthor = z.infer<typeof TicketAuthor>;

/** One message of a ticket. */
export const TicketComment = z.object({
  _id: Id,
  type: TicketAuthor,
  text: z.string(),
  updateTime: Instant,
  /** Where its image is, for its owner and admins alone; empty for none. */
  imageUrl: z.string(),
  /** Permanent traffic that staff gave with it. */
  granted: ByteCount,
});
export type TicketComment = z.infer<typeof TicketComment>;

/** A ticket with its messages, oldest first. */
export const Ticket = z.object({
  _id: Id,
  title: z.string(),
  desc: z.string(),
  imageUrl: z.string(),
  createTime: Instant,
  /** Of its newest message. */
  updateTime: Instant,
  status: z.enum(ticketStates),
  /** Address of whoever opened it. */
  email: z.string(),
  comments: z.array(TicketComment),
});
export type Ticket = z.infer<typeof Ticket>;

/** Several lines of text that a person typed, without control characters but for line ends and tabs. */
const Paragraphs = (empty: string) =>
  Trimmed(TICKET_TEXT, `最多 ${TICKET_TEXT} 个字符`)
    .regex(/^(?:\P{Cc}|[\n\r\t])*$/u)
    .min(1, empty);
/** Text of a message. */
export const TicketText = field('描述', Paragraphs('描述不能为空'), { multiline: true });
/** An image that the caller has uploaded, by its name or address; empty for none. */
export const TicketImage = Line(80).default('');

export const TicketForm = z.object({
  title: field('标题', Line(TICKET_TITLE).min(1, '标题不能为空')),
  desc: TicketText,
  imageUrl: TicketImage,
  /** Names the ticket: the same one is opened once. */
  change: ChangeName.optional(),
});
export const TicketReply = z.object({
  id: Id,
  desc: TicketText,
  imageUrl: TicketImage,
  /** Names the message: the same one is written once. */
  change: ChangeName.optional(),
});
export type TicketReply = z.output<typeof TicketReply>;

/**
 * What a ticket is shown as: `responsed` once the other side has written last, which for an admin is the customer.
 */
export const shownTicketState = (
  { status, comments }: Pick<Ticket, 'status'> & { readonly comments: readonly Pick<TicketComment, 'type'>[] },
  { isAdmin }: { readonly isAdmin: boolean },
): TicketState | 'responsed' =>
  status === 'open' && comments.at(-1)?.type === (isAdmin ? 'USER' : 'ADMIN') ? 'responsed' : status;

export const ticketsCalls = {
  myList: call({
    path: '/api/feedback/my_list',
    access: access.customer,
    rate: 'read',
    summary:
      'Tickets of the account, the one with the newest message first; the newest 200 of everybody for an admin. Each has only its newest message; texts are cut to 100 characters.',
    input: Nothing,
    output: z.array(Ticket),
    fails: [],
  }),
  create: call({
    path: '/api/feedback/create',
    access: access.customer,
    rate: 'change',
    summary:
      'Opens a ticket. 1109 when the account has five open ones, 1129 after 20 messages within an hour. The same `change` opens one; 1109 with another form.',
    input: TicketForm,
    output: Ticket,
    fails: ['conflict'],
  }),
  response: call({
    path: '/api/feedback/response',
    access: access.customer,
    rate: 'change',
    summary:
      'Writes to a ticket: its owner as USER; an admin, with both parts of the session, to anybody’s as ADMIN. 1109 when it has 200 messages and its owner writes. The same `change` writes once; 1109 with another text.',
    input: TicketReply,
    output: Ticket,
    fails: ['notFound', 'ticketClosed', 'conflict'],
  }),
  close: call({
    path: '/api/feedback/close',
    access: access.admin,
    rate: 'change',
    audit: 'ticket',
    summary: 'Closes a ticket, which its owner hears of.',
    input: ById,
    output: Done,
    fails: ['notFound', 'ticketClosed'],
  }),
  refresh: call({
    path: '/api/feedback/refresh',
    access: access.customer,
    rate: 'read',
    summary: 'One ticket with its messages: of the account, or for an admin anybody’s.',
    input: ById,
    output: Ticket,
    fails: ['notFound'],
  }),
} as const;
