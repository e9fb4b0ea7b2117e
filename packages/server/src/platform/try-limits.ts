import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';
import { clientPrefix, widePrefix } from './networks.ts';

/** At most `max` tries within the last `windowMs`. */
export interface Window {
  readonly max: number;
  readonly windowMs: number;
}

/** A limit of one kind of try. */
export interface TryLimit {
  readonly windows: readonly Window[];
  /** What whoever has used it up meets: a wait, or a captcha (code 1116) that lets them go on. */
  readonly over: 'wait' | 'captcha';
  /**
   * Counted without a lock: of many at once a few more may pass. For what everybody shares and only asks for a captcha;
   * otherwise they would all stand in line.
   */
  readonly loose?: true;
}

const wait = (...windows: readonly Window[]): TryLimit => ({ windows, over: 'wait' });
const captcha = (window: Window, loose?: true): TryLimit => ({
  windows: [window],
  over: 'captcha',
  ...(loose && { loose }),
});

/**
 * What one client, one account, or one of both may try. A kind that ends in `address` is keyed by who asks
 * (`addressTries`), one in `pair` by an account and who asks.
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
  // Over all sessions, because every hand-off makes another one. Its key is an account; log-in counts elsewhere.
  'look.account': wait({ max: 10, windowMs: HOUR_MS }),
  'handoff.address': wait({ max: 20, windowMs: HOUR_MS }),
  /** Its key names the calendar day. */
  'coupon.account': wait({ max: 5, windowMs: 2 * DAY_MS }),
  'coupon.address': captcha({ max: 20, windowMs: HOUR_MS }),
  'coupon.all': captcha({ max: 600, windowMs: DAY_MS }, true),
  'get_email.address': wait({ max: 5, windowMs: HOUR_MS }),
  'get_email.account': wait({ max: 3, windowMs: DAY_MS }),
  'reset.address': wait({ max: 10, windowMs: HOUR_MS }),
  'reset.account': wait({ max: 3, windowMs: HOUR_MS }, { max: 10, windowMs: DAY_MS }),
  'email_change.account': wait({ max: 5, windowMs: HOUR_MS }, { max: 10, windowMs: DAY_MS }),
  'signup_mail.address': wait({ max: 20, windowMs: HOUR_MS }),
  'signup_mail.account': wait({ max: 1, windowMs: MINUTE_MS }, { max: 5, windowMs: HOUR_MS }),
  /** Pictures that the decoder could not read. */
  'picture.account': wait({ max: 10, windowMs: HOUR_MS }),
  'telegram.chat': wait({ max: 5, windowMs: 10 * MINUTE_MS }),
  'telegram.account': wait({ max: 5, windowMs: 10 * MINUTE_MS }),
} as const satisfies Record<string, TryLimit>;

export type TryKind = keyof typeof limits;

/** The limit of a kind. */
export const limitOf = (kind: TryKind): TryLimit => limits[kind];

/** The longest window of all: older tries count nowhere. */
export const LONGEST_MS = Math.max(
  ...Object.values<TryLimit>(limits).flatMap(({ windows }) => windows.map((w) => w.windowMs)),
);

/** One try, counted under its kind and key. */
export interface Try {
  readonly kind: TryKind;
  readonly key: string;
  /** The limit is so many times as large for this key. */
  readonly times?: number;
}

/** How many times the limit of a client its /48 has: it may belong to one attacker, or to many customers. */
export const WIDE_TIMES = 8;

type AddressKind = Extract<TryKind, `${string}.address`>;
type PairKind = Extract<TryKind, `${string}.pair`>;

/** The tries of a client: counted for its prefix, and for IPv6 for the /48 around it. */
export const addressTries = (kind: AddressKind, address: string): readonly Try[] => keyed(kind, address, '');

/** The tries of a client at one account. */
export const pairTries = (kind: PairKind, account: string, address: string): readonly Try[] =>
  keyed(kind, address, `${account} `);

const keyed = (kind: TryKind, address: string, before: string): readonly Try[] => {
  const wide = widePrefix(address);
  return [
    { kind, key: before + clientPrefix(address) },
    ...(wide === undefined ? [] : [{ kind, key: before + wide, times: WIDE_TIMES }]),
  ];
};
