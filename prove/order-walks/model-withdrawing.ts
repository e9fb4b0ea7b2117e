import { openFlagOf, sumOf, withdrawingOf, type Model, type Person, type Withdrawal } from './model.ts';
import { isFlagged } from './model-flags.ts';

/*
 * What withdrawing means, without a database. Money is milli-yuan, time milliseconds.
 */

const DAY_MS = 86_400_000;
/** The least that a walk withdraws, and how long its rebates wait: settings of the walk. */
export const [LEAST, WAIT_MS] = [3000, DAY_MS];
const ADDRESS_REST_MS = DAY_MS;

/**
 * What of the rebates can be withdrawn, without those that wait or whose orders staff look into: what was spent was
 * spent of those that are ready.
 */
export const withdrawableOf = (model: Model, { wallet, rebates }: Person): number => {
  const isWaiting = ({ order, at }: Person['rebates'][number]): boolean =>
    at > model.now - WAIT_MS || openFlagOf(model, order) !== undefined;
  const waiting = rebates.filter(isWaiting).reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, wallet.rebate - waiting);
};

/** Sets a payout address; the same once more changes nothing. */
export const setAddress = (model: Model, person: Person, address: string): void => {
  if (person.payout?.address !== address) person.payout = { address, changedAt: model.now };
};

/** Asks for everything that can be withdrawn. */
export const withdraw = (model: Model, person: Person): Withdrawal | 'withdrawalRefused' => {
  const amount = withdrawableOf(model, person);
  const rests = !person.payout || person.payout.changedAt + ADDRESS_REST_MS > model.now;
  if (rests || withdrawingOf(model, person) > 0 || amount < LEAST) return 'withdrawalRefused';
  const made: Withdrawal = {
    id: '',
    owner: person,
    amount,
    address: person.payout!.address,
    askedAt: model.now,
    leftOut: person.rebates.flatMap(({ order }) => (openFlagOf(model, order) ? [order] : [])),
    state: 'request',
  };
  person.wallet.rebate -= amount;
  model.withdrawals.push(made);
  return made;
};

/** Settles a withdrawal behind which no order is looked into, or gives its money back. */
export const end = (model: Model, withdrawal: Withdrawal, state: 'paid' | 'returned'): 'conflict' | undefined => {
  if (withdrawal.state !== 'request') return 'conflict';
  if (state === 'paid' && isFlagged(model, withdrawal, WAIT_MS)) return 'conflict';
  withdrawal.state = state;
  if (state === 'returned') withdrawal.owner.wallet.rebate += withdrawal.amount;
  return undefined;
};

/** Makes other money withdrawable. */
export const mark = ({ wallet }: Person, amount: number): 'conflict' | undefined => {
  if (wallet.other < amount) return 'conflict';
  wallet.other -= amount;
  wallet.rebate += amount;
  return undefined;
};

/** Everything that a person has: at hand, and set aside for a withdrawal. */
export const everythingOf = (model: Model, person: Person): number =>
  sumOf(person.wallet) + withdrawingOf(model, person);
