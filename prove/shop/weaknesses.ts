import type { Weakness } from './weakness.ts';

const ORDERS = 'packages/server/src/orders';
const COUPONS = 'packages/server/src/coupons';

/** Weaknesses that many at once bring to light, by name. */
export const weaknesses: Readonly<Record<string, Weakness>> = {
  'state-unconditional': {
    what: 'an order moves to its next state whatever state it is in',
    changes: [{ file: `${ORDERS}/order-store.ts`, from: `.where('status', 'in', [...from])`, to: '' }],
    sql: 'drop trigger orders_state on orders',
  },
  'reference-unchecked': {
    what: 'money counts each time that it is told of',
    changes: [
      {
        file: `${ORDERS}/settle.ts`,
        from: 'const found = claim.tradeId === null ? undefined : await findTrade(trx, claim.tradeId);',
        to: `claim = { ...claim, reference: claim.reference + ':' + deps.ids.next() };
  const found = claim.tradeId === null ? undefined : await findTrade(trx, claim.tradeId);`,
      },
    ],
  },
  'coupon-uncounted': {
    what: 'the last use of a coupon is read before it is taken',
    changes: [
      { file: `${COUPONS}/apply.ts`, from: 'if (!(await takeUse(trx, coupon.id, at)))', to: 'if (false)' },
      { file: `${COUPONS}/apply.ts`, from: 'await lockCoupon(trx, couponId)', to: 'await findUnlocked(trx, couponId)' },
      {
        file: `${COUPONS}/apply.ts`,
        from: '/** A use of a coupon by an order. */',
        to: `const findUnlocked = (trx: any, id: string): Promise<any> =>
  trx.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst();
/** A use of a coupon by an order. */`,
      },
    ],
  },
  'wallet-without-floor': {
    what: 'a wallet is read and then written, without a floor',
    changes: [
      {
        file: 'packages/db/src/ledger-rules.ts',
        from: 'floor !== undefined && balance < floor',
        to: 'floor !== undefined && balance < floor && false',
      },
    ],
    sql: 'alter table ledger_account drop constraint ledger_account_floor',
  },
  'limit-unlocked': {
    what: 'unpaid orders of an account are counted without a lock',
    changes: [{ file: `${ORDERS}/create.ts`, from: `caller.id, 'count'`, to: `caller.id, 'share'` }],
  },
};
