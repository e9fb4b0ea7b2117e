/**
 * Named places where a prover kills the process. `CRASH_AT=name:n` kills it with SIGKILL at the n-th visit of `name`;
 * without the variable a visit does nothing.
 */
export interface CrashPoints {
  at(name: CrashPoint): void;
}

/** Every place there is; a prover visits each of them. */
export const crashPoints = [
  'usage.before-commit',
  'usage.after-commit',
  'coupon.before-commit',
  'coupon.after-commit',
  'signup.after-commit',
  'checkin.after-commit',
  'key-reset.after-commit',
  'order.before-commit',
  'order.after-commit',
  'order-coupon.before-commit',
  'order-coupon.after-commit',
  'buy.before-commit',
  'buy.after-commit',
  'ask.before-answer',
  'ask.after-answer',
  'grant.before-ledger',
  'grant.after-ledger',
  'claim.stored',
  'claim.before-settle',
  'claim.settled',
  'query.before-ask',
  'query.said',
  'settle.before-commit',
  'settle.after-commit',
  'cancel.before-commit',
  'cancel.after-commit',
  'expire.before-commit',
  'expire.after-commit',
  'receipt.before-commit',
  'receipt.after-commit',
  'watch.before-look',
  'watch.read',
  'watch.noted',
  'payout-address.before-commit',
  'payout-address.after-commit',
  'withdraw.before-commit',
  'withdraw.after-commit',
  'checkout.before-commit',
  'checkout.after-commit',
  'return.before-commit',
  'return.after-commit',
  'mark.before-commit',
  'mark.after-commit',
  'watch.before-commit',
  'watch.after-commit',
  'push.before-commit',
  'push.after-commit',
  'push-end.before-commit',
  'push-end.after-commit',
  'draw.before-commit',
  'draw.after-commit',
  'agency-customer.before-commit',
  'agency-customer.after-commit',
  'agency-link.before-commit',
  'agency-link.after-commit',
  'agency-give.before-commit',
  'agency-give.after-commit',
  'take-back.before-commit',
  'take-back.after-commit',
  'deposit.locked',
  'deposit.noted',
  'deposit.before-commit',
  'deposit.after-commit',
  'desired.before-send',
  'desired.after-send',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Crash points that do nothing. */
export const noCrash: CrashPoints = { at: () => undefined };

/** Crash points as the environment asks (`name:n`); throws for a name that does not exist. */
export const crashFromEnv = (setting: string | undefined, kill: () => void): CrashPoints => {
  if (!setting) return noCrash;
  const [name, visit = '1'] = setting.split(':');
  if (!crashPoints.some((known) => known === name)) throw new Error(`CRASH_AT names no crash point: ${name}`);
  let left = Number(visit);
  return {
    at: (point) => {
      if (point === name && --left === 0) kill();
    },
  };
};
