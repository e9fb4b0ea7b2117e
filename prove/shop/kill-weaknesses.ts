import type { Weakness } from './weakness.ts';

const ORDERS = 'packages/server/src/orders';

/** A weakness that kills bring to light, with the part of the proof in which they do. */
export interface KillWeakness extends Weakness {
  readonly part: 'points' | 'gifts' | 'kills' | 'database';
}

/** Long enough for a kill to come between, in milliseconds. */
const LATER_MS = 150;

/** What is done after the answer instead of before it. */
const later = (work: string): string => `setTimeout(() => void (${work}).catch(() => undefined), ${LATER_MS})`;

/** Weaknesses that kills bring to light, by name. */
export const killWeaknesses: Readonly<Record<string, KillWeakness>> = {
  'answered-before-commit': {
    what: 'what a call has changed is committed after its answer',
    part: 'kills',
    changes: [
      {
        file: 'packages/db/src/transaction.ts',
        from: 'withRetries(() => db.transaction().execute(work), jitter)',
        to: `withRetries(() => new Promise((resolve, reject) => {
    db.transaction().execute(async (trx) => {
      const made = await work(trx);
      resolve(made);
      await new Promise((go) => setTimeout(go, ${LATER_MS}));
      return made;
    }).catch(reject);
  }), jitter)`,
      },
    ],
  },
  'money-booked-later': {
    what: 'a provider is answered before its money is booked',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/settle.ts`,
        from: 'const settled = await inTransaction(deps.db, (trx) => settle(trx, deps, claim));',
        to: `const settled = 'paid';
  ${later('inTransaction(deps.db, (trx) => settle(trx, deps, claim))')};`,
      },
    ],
  },
  'money-counted-again': {
    what: 'money that is told of again gives again what it bought',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/settle.ts`,
        from: `if (itself) return 'known';
  if (!receipt) return`,
        to: `if (itself) {
    const { order } = locked;
    const give = { account: { owner: order.user_num, kind: 'wallet' }, unit: 'CNY_MILLI', amount: 10 };
    const take = { account: { owner: null, kind: 'revenue' }, unit: 'CNY_MILLI', amount: -10 };
    const event = { key: 'again:' + deps.ids.next(), kind: 'payment', ref: order.id, actor: 'test' };
    await post(trx, { ...event, at: claim.paidAt, entries: [take, give] });
    return 'known';
  }
  if (!receipt) return`,
      },
    ],
  },
  'ledger-apart': {
    what: 'the ledger takes the postings of a purchase in a transaction of its own',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/fulfil.ts`,
        from: 'const outcomes = await postMany(trx, postings);',
        to: 'const outcomes = await deps.db.transaction().execute((own) => postMany(own, postings));',
      },
    ],
  },
  'granted-later': {
    what: 'what an order gave is written down after the order is paid',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/fulfil.ts`,
        from: 'await insertGrant(trx, { order, gift, membership, permissions, at });',
        to: `${later('insertGrant(deps.db, { order, gift, membership, permissions, at })')};`,
      },
    ],
  },
  'hold-returned-later': {
    what: 'a cancelled order gives the wallet its share back after it was cancelled',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/cancel.ts`,
        from: 'await returnHold(trx, order, { actor, at });',
        to: `${later('deps.db.transaction().execute((own) => returnHold(own, order, { actor, at }))')};`,
      },
    ],
  },
  'asking-for-ever': {
    what: 'a trade whose provider was asked by a process that died is waited for without an end',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/buy.ts`,
        from: "living.status === 'asking' && now.getTime() - living.created_at.getTime() < ASK_MS",
        to: "living.status === 'asking'",
      },
    ],
  },
  'gift-moved-later': {
    what: 'what an agency gives leaves its account after the answer',
    part: 'gifts',
    changes: [
      {
        file: 'packages/server/src/agency/give.ts',
        from: 'await move(trx, deps, gift);',
        to: `${later('inTransaction(deps.db, (own) => move(own, deps, gift))')};`,
      },
    ],
  },
  'gift-given-again': {
    what: 'a gift of an agency that is sent again is given again',
    part: 'gifts',
    changes: [
      {
        file: 'packages/server/src/agency/give.ts',
        from: 'key: `agency:${agency.id}:${customer.id}:${change}:${amount}`,',
        to: 'key: `agency:${agency.id}:${customer.id}:${change}:${amount}:${deps.ids.next()}`,',
      },
    ],
  },
  'take-back-apart': {
    what: 'what a take-back moves is posted in a transaction of its own',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/take-back.ts`,
        from: 'await move(trx, taking);',
        to: 'await deps.db.transaction().execute((own) => move(own, taking));',
      },
    ],
  },
  'commit-not-on-disk': {
    what: 'the database answers a commit before it is on the disk',
    part: 'database',
    changes: [],
    sql: 'alter database skyport set synchronous_commit = off',
  },
};
