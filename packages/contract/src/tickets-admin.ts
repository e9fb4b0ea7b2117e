import { z } from 'zod';
import { access, call } from './call.ts';
import { mintCaps } from './coupons.ts';
import { field } from './form.ts';
import { listTotal } from './list-total.ts';
import { ById, ChangeName, Done, Nothing } from './shapes.ts';
import { Ticket, TICKET_TEXT, TicketReply, ticketStates } from './tickets.ts';
import { ByteCount, GIB, Id, Instant, Line, SearchLine, Trimmed, YuanAmount } from './units.ts';

/** Tickets of one answer at most, and canned answers at all. */
export const MOST_TICKETS = 1000;
export const MOST_CANNED = 100;
/** Traffic that is offered first, in G: what the reward for a useful suggestion is at least. */
export const SUGGESTION_GIB = 20;
/** Above it, in G, a gift asks who is there once more. */
export const GRANT_WITHOUT_STEP_UP_GIB = mintCaps.traffic / GIB;
/** The smallest and the largest gift of one ticket, in G. */
const LEAST_GRANT_GIB = 0.001;
export const MOST_GRANT_GIB = 100 * GRANT_WITHOUT_STEP_UP_GIB;
/** Orders that stand beside a ticket. */
export const TICKET_ORDERS = 5;

/** Which tickets: those that wait for staff, those that staff have answered, or closed ones. */
export const ticketQueues = ['waiting', 'answered', 'close'] as const;
export type TicketQueue = (typeof ticketQueues)[number];
export const ticketQueueNames = {
  waiting: '等待回复',
  answered: '已回复',
  close: '已关闭',
} as const satisfies Record<TicketQueue, string>;

/** A ticket in the queue of staff. */
export const QueuedTicket = z.object({
  _id: Id,
  title: z.string(),
  email: z.string(),
  status: z.enum(ticketStates),
  queue: z.enum(ticketQueues),
  /** Since when it waits for staff; null while it does not. */
  waitingSince: Instant.nullable(),
  createTime: Instant,
  updateTime: Instant,
  /** Messages behind the first one. */
  replies: z.number().int().nonnegative(),
});
export type QueuedTicket = z.infer<typeof QueuedTicket>;

/** An order of the customer whose ticket it is. */
const TicketOrder = z.object({
  _id: Id,
  desc: z.string(),
  order_money: YuanAmount,
  wallet_spend: YuanAmount,
  /** Yuan paid after coupon and wallet, with the fee. */
  paid: YuanAmount,
  /** When it was paid; null until then. */
  paid_time: Instant.nullable(),
  status: z.string(),
  create_time: Instant,
});

/** What stands beside a ticket: whose it is. */
export const TicketCustomer = z.object({
  uid: Id,
  email: z.string(),
  traffic_left: ByteCount,
  /** End of membership; null for none. */
  vipExpireTime: Instant.nullable(),
  orders: z.array(TicketOrder),
});
export type TicketCustomer = z.infer<typeof TicketCustomer>;

/** A text that staff use again and again. */
export const CannedAnswer = z.object({ _id: Id, name: z.string(), text: z.string() });
export type CannedAnswer = z.infer<typeof CannedAnswer>;
export const CannedForm = z.object({
  _id: Id.optional(),
  name: field('名称', Line(50).min(1, '请填写名称')),
  text: field(
    '内容',
    Trimmed(TICKET_TEXT)
      .regex(/^(?:\P{Cc}|[\n\r\t])*$/u)
      .min(1, '请填写内容'),
    { multiline: true },
  ),
});

export const GrantForm = z.object({
  id: Id,
  traffic: field(
    '不限时流量',
    z
      .number()
      .min(LEAST_GRANT_GIB, `最少 ${LEAST_GRANT_GIB} G`)
      .max(MOST_GRANT_GIB)
      .refine((n) => Math.round(n * 1000) / 1000 === n, '流量最多 3 位小数'),
    { unit: 'G' },
  ),
  reason: field('说明', Line(200).min(1, '请填写说明'), { help: '用户会看到这段说明' }),
  /** Named by the window that was opened: the same one never gives twice. */
  change: ChangeName,
});

const staff = { access: access.admin } as const;

/** Staff's side of tickets. */
export const ticketsAdminCalls = {
  queue: call({
    ...staff,
    path: '/api/admin/tickets/list',
    rate: 'read',
    audit: 'none',
    summary: 'Tickets: those that wait for staff first, the longest wait first; then the newest message first.',
    input: z.object({
      queue: z.enum(ticketQueues).optional(),
      filterStr: SearchLine(100).default(''),
      limit: z.number().int().min(1).max(MOST_TICKETS).default(20),
      offset: z.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({
      tickets: z.array(QueuedTicket),
      ...listTotal,
      /** Tickets that wait for staff, whatever was asked for. */
      waiting: z.number().int().nonnegative(),
    }),
    fails: [],
  }),
  ticket: call({
    ...staff,
    path: '/api/admin/tickets/ticket',
    rate: 'read',
    audit: 'none',
    summary: 'One ticket with its messages, and whose it is.',
    input: ById,
    output: z.object({ ticket: Ticket, customer: TicketCustomer }),
    fails: ['notFound'],
  }),
  reply: call({
    ...staff,
    path: '/api/admin/tickets/reply',
    rate: 'change',
    audit: 'ticket',
    summary: 'Answers a ticket, which its owner hears of. The same `change` answers once; 1109 with another text.',
    input: TicketReply,
    output: Ticket,
    fails: ['notFound', 'ticketClosed', 'conflict'],
  }),
  grant: call({
    ...staff,
    path: '/api/admin/tickets/grant',
    rate: 'change',
    audit: 'ticket',
    stepUp: 'sometimes',
    summary:
      'Gives the owner of a ticket permanent traffic and says so in it; above the mint caps after a step-up. The same `change` gives once; 1109 with another amount or reason.',
    input: GrantForm,
    output: Ticket,
    fails: ['notFound', 'conflict', 'ticketClosed'],
  }),
  cannedList: call({
    ...staff,
    path: '/api/admin/tickets/canned_list',
    rate: 'read',
    audit: 'none',
    summary: 'Texts that staff use again and again, by name.',
    input: Nothing,
    output: z.array(CannedAnswer),
    fails: [],
  }),
  cannedUpdate: call({
    ...staff,
    path: '/api/admin/tickets/canned_update',
    rate: 'change',
    audit: 'cannedAnswer',
    summary: 'Creates a canned answer (without _id) or saves one.',
    input: CannedForm,
    output: CannedAnswer,
    fails: ['notFound', 'conflict'],
  }),
  cannedDelete: call({
    ...staff,
    path: '/api/admin/tickets/canned_delete',
    rate: 'change',
    audit: 'cannedAnswer',
    summary: 'Deletes a canned answer.',
    input: ById,
    output: Done,
    fails: ['notFound'],
  }),
} as const;
