import { DRAWS_A_DAY } from '@skyport/contract/prizes';
import { DAY_WRONG_CODES, LOCK_MINUTES, WRONG_CODES } from '@skyport/contract/second-step';
import { MESSAGES_AN_HOUR } from '@skyport/contract/tickets';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.ts';
import { clientPrefix, widePrefix } from './networks.ts';

/** At most `max` attempts within the last `windowMs`. */
export interface Window {
  readonly max: number;
  readonly windowMs: number;
}

/** A limit of one kind of attempt. */
export interface AttemptLimit {
  readonly windows: readonly Window[];
  /** What whoever has used it up meets: a wait, or a captcha (code 1116) that lets them go on. */
  readonly over: 'wait' | 'captcha';
  /**
   * Counted without a lock: of many at once a few more may pass. For what everybody shares and only asks for a captcha;
   * otherwise all of them would wait for each other.
   */
  readonly loose?: true;
}

const wait = (...windows: readonly Window[]): AttemptLimit => ({ windows, over: 'wait' });
const captcha = (...windows: readonly Window[]): AttemptLimit => ({ windows, over: 'captcha' });

/**
 * How often something may be attempted. The ending of a kind says for whom it counts, and so what its key is: `address`
 * who asks (`addressAttempts`), `account` an account or a mailbox, `pair` both together (`pairAttempts`), `proven` an
 * account or a mailbox, by those who have solved a captcha, `told` how often an account's owner is notified of such
 * attempts, `all` everybody together.
 */
const limits = {
  // The account itself is never locked, so that nobody can lock it: from somewhere else its owner still gets in.
  'login.pair': wait({ max: 10, windowMs: 15 * MINUTE_MS }),
  'login.address': captcha({ max: 5, windowMs: HOUR_MS }),
  'login.account': captcha({ max: 20, windowMs: HOUR_MS }),
  'signup.address': captcha({ max: 3, windowMs: DAY_MS }),
  'setup.address': wait({ max: 20, windowMs: HOUR_MS }),
  'confirm.address': wait({ max: 20, windowMs: HOUR_MS }),
  'confirm.account': wait({ max: 5, windowMs: HOUR_MS }, { max: 20, windowMs: DAY_MS }),
  // Answers to step-up challenges, over all sessions, because every hand-off makes another one. (Kinds are stored: the
  // name is of an earlier version.)
  'look.account': wait({ max: 10, windowMs: HOUR_MS }),
  /** Wrong codes of a second step; a right one forgets them. */
  'second_step.account': wait({ max: WRONG_CODES, windowMs: LOCK_MINUTES * MINUTE_MS }),
  /** The same codes over a day: four each quarter of an hour would never lock it, and find a code in the end. */
  'second_step_day.account': wait({ max: DAY_WRONG_CODES, windowMs: DAY_MS }),
  'handoff.address': wait({ max: 20, windowMs: HOUR_MS }),
  /** Five wrong codes a calendar day. The day is part of the key, so the window need only be longer than a day. */
  'coupon.account': wait({ max: 5, windowMs: 2 * DAY_MS }),
  'coupon.address': captcha({ max: 20, windowMs: HOUR_MS }),
  'coupon.all': { ...captcha({ max: 600, windowMs: DAY_MS }), loose: true },
  'get_email.address': wait({ max: 5, windowMs: HOUR_MS }),
  // A link may have got into other hands, and its owner may still ask by it: each client has a share of its own, and
  // beyond what an account has in all a captcha lets another client go on, up to more than a /48 can take.
  'get_email.pair': wait({ max: 3, windowMs: DAY_MS }),
  'get_email.account': captcha({ max: 3, windowMs: DAY_MS }),
  'get_email.proven': wait({ max: 50, windowMs: DAY_MS }),
  /** How often operators are told of problems with the orders of one account; more are stored, and say no more. */
  'order_feedback.account': wait({ max: 5, windowMs: HOUR_MS }, { max: 10, windowMs: DAY_MS }),
  /** Numbers of payments that an account says are its own. */
  'claim_money.account': wait({ max: 5, windowMs: HOUR_MS }, { max: 10, windowMs: DAY_MS }),
  /** Messages of a customer to tickets. */
  'ticket_message.account': wait({ max: MESSAGES_AN_HOUR, windowMs: HOUR_MS }),
  /** How often its owner is told of it: more would say nothing new, and take the places of other notices. */
  'get_email.told': wait({ max: 6, windowMs: DAY_MS }),
  'reset.address': wait({ max: 10, windowMs: HOUR_MS }),
  /** Addresses of mailboxes that do not belong to a right link, from one client. */
  'reset.pair': wait({ max: 10, windowMs: HOUR_MS }),
  'reset_asked.pair': wait({ max: 2, windowMs: HOUR_MS }, { max: 4, windowMs: DAY_MS }),
  'reset.account': captcha({ max: 3, windowMs: HOUR_MS }, { max: 6, windowMs: DAY_MS }),
  'reset.proven': wait({ max: 17, windowMs: HOUR_MS }, { max: 34, windowMs: DAY_MS }),
  'own_password.account': wait({ max: 5, windowMs: HOUR_MS }, { max: 10, windowMs: DAY_MS }),
  'signup_mail.address': wait({ max: 20, windowMs: HOUR_MS }),
  /** One client at one address of a mailbox. */
  'signup_mail.pair': wait({ max: 1, windowMs: MINUTE_MS }, { max: 5, windowMs: HOUR_MS }),
  // A mailbox is not locked by whoever writes its address: beyond these its owner gets a mail by a captcha.
  'signup_mail.account': captcha({ max: 5, windowMs: HOUR_MS }),
  /** Mails by captcha of one client to one mailbox: few, so that one client cannot take all that the mailbox gets. */
  'signup_mail_proven.pair': wait({ max: 1, windowMs: 5 * MINUTE_MS }, { max: 3, windowMs: HOUR_MS }),
  /** The same of all clients together: with the five without a captcha, the most mails that a mailbox gets. */
  'signup_mail.proven': wait({ max: 10, windowMs: HOUR_MS }),
  /**
   * Mails that a mailbox gets, from whatever call: the limits of each would add up. As many mailed links as one account
   * may ask for; so many notices, and twice as many before one about the safety of an account is dropped.
   */
  'mail.link': wait({ max: 20, windowMs: HOUR_MS }, { max: 40, windowMs: DAY_MS }),
  'mail.notice': wait({ max: 10, windowMs: HOUR_MS }, { max: 20, windowMs: DAY_MS }),
  /** Customers' requests to an operator; twice as many mails before an alarm of the installation is dropped. */
  'mail.operator': wait({ max: 20, windowMs: HOUR_MS }, { max: 40, windowMs: DAY_MS }),
  /** New subscription links: each is told of by mail and chat, and makes every node take the account anew. */
  'userkey.account': wait({ max: 10, windowMs: HOUR_MS }),
  /** Customers that an agency makes, and new links for them. */
  'agency_customer.account': wait({ max: 20, windowMs: HOUR_MS }, { max: 50, windowMs: DAY_MS }),
  /** New links for one customer: far fewer than the mails that a mailbox gets, so that no agency takes them all. */
  'agency_link.account': wait({ max: 5, windowMs: HOUR_MS }, { max: 10, windowMs: DAY_MS }),
  /** Pictures that the decoder could not read. */
  'picture.account': wait({ max: 10, windowMs: HOUR_MS }),
  /** Transfers of traffic that were made, and that were taken. */
  'push_create.account': wait({ max: 1, windowMs: 10 * SECOND_MS }),
  'push_receive.account': wait({ max: 1, windowMs: 10 * SECOND_MS }),
  /** Codes of transfers that do not exist. */
  'push_code.account': wait({ max: 5, windowMs: 10 * MINUTE_MS }),
  'push_code.address': wait({ max: 5, windowMs: 10 * MINUTE_MS }),
  /** Draws of the lottery: as fast as somebody can click and see what came, and no faster. */
  'prize_draw.account': wait({ max: 10, windowMs: 10 * SECOND_MS }),
  'prize_draw_day.account': wait({ max: DRAWS_A_DAY, windowMs: DAY_MS }),
  'telegram.chat': wait({ max: 5, windowMs: 10 * MINUTE_MS }),
  'telegram.account': wait({ max: 5, windowMs: 10 * MINUTE_MS }),
} as const satisfies Record<string, AttemptLimit>;

export type AttemptKind = keyof typeof limits;

/** The limit of a kind. */
export const limitOf = (kind: AttemptKind): AttemptLimit => limits[kind];

/** The longest window of all: older attempts count nowhere. */
export const LONGEST_MS = Math.max(
  ...Object.values<AttemptLimit>(limits).flatMap(({ windows }) => windows.map((w) => w.windowMs)),
);

/** One attempt, counted under its kind and key. */
export interface Attempt {
  readonly kind: AttemptKind;
  readonly key: string;
  /** The limit is so many times as large for this key. */
  readonly times?: number;
}

/** How many times the limit of a client its /48 has: it may belong to one attacker, or to many customers. */
export const WIDE_TIMES = 8;

type AddressKind = Extract<AttemptKind, `${string}.address`>;
type PairKind = Extract<AttemptKind, `${string}.pair`>;

/** The attempts of a client: counted for its prefix, and for IPv6 for the /48 around it. */
export const addressAttempts = (kind: AddressKind, address: string): readonly Attempt[] => keyed(kind, address, '');

/** The attempts of a client at one account. */
export const pairAttempts = (kind: PairKind, account: string, address: string): readonly Attempt[] =>
  keyed(kind, address, `${account} `);

const keyed = (kind: AttemptKind, address: string, before: string): readonly Attempt[] => {
  const wide = widePrefix(address);
  return [
    { kind, key: before + clientPrefix(address) },
    ...(wide === undefined ? [] : [{ kind, key: before + wide, times: WIDE_TIMES }]),
  ];
};
