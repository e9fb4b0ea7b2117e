import type { MoneyRequest } from '@skyport/contract/money';
import type { KnownMoney } from '../orders/index.ts';
import type { RequestRow } from './request-store.ts';

/** What is known of the money that a request names. */
export interface RequestedMoney {
  readonly state: MoneyRequest['money'];
  /** The money itself while it is nobody's. */
  readonly unclaimed: KnownMoney['unclaimed'];
}

/** What requests are decided by: all money that is known, and at which instances the request's order was to be paid. */
interface Beside {
  readonly known: readonly KnownMoney[];
  readonly instances: ReadonlySet<string>;
}

/**
 * What is known of the money of a request. A number alone says no instance, and two instances may use one: money is
 * the request's when it came for a trade of the same customer, or names none and lies where the order was to be paid.
 * Where there is other money of the number, or more than one, nothing is said of whose it is, and staff look it up.
 */
export const moneyOfRequest = (
  request: Pick<RequestRow, 'reference_key' | 'user_id'>,
  { known, instances }: Beside,
): RequestedMoney => {
  const named = known.filter(({ reference_key }) => reference_key === request.reference_key);
  const own = named.filter(({ buyer, holder, currency }) =>
    buyer === null ? currency === 'USDT' || instances.has(holder) : buyer === request.user_id,
  );
  if (named.length === 0) return { state: 'none', unclaimed: undefined };
  const isOne = new Set(own.map(({ holder }) => holder)).size === 1;
  // Of a claim that waits beside the money of a receipt, what it waits for is said.
  const [money] = own.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  return isOne && money
    ? { state: money.state, unclaimed: money.unclaimed }
    : { state: 'unsure', unclaimed: undefined };
};

const isOpen = ({ state }: KnownMoney): boolean => state === 'waiting' || state === 'doubtful';
