import type { Weakness } from './weakness.ts';

const ORDERS = 'packages/server/src/orders';
const PAYMENTS = 'packages/server/src/payments';

/** Parts of the proof that kills while people pay at providers. */
type PaymentPart = 'points' | 'acknowledged' | `wrong-${string}` | 'kills' | 'away' | 'database';

/** A weakness of taking money, with the part of the proof that brings it to light. */
export interface PaymentWeakness extends Weakness {
  readonly part: PaymentPart;
}

/** Long enough for a kill to come between, in milliseconds. */
const LATER_MS = 150;

/** Weaknesses of taking money, by name. */
export const paymentWeaknesses: Readonly<Record<string, PaymentWeakness>> = {
  'acknowledged-first': {
    what: 'a notification is acknowledged before it is stored',
    part: 'acknowledged',
    changes: [
      {
        file: `${PAYMENTS}/notify.ts`,
        from: `return notified.kind === 'claim' ? takeClaim(deps, taking, notified) : takeBack(`,
        to: `if (notified.kind === 'claim') {
    setTimeout(() => void takeClaim(deps, taking, notified).catch(() => undefined), ${LATER_MS});
    return acknowledge(provider);
  }
  return takeBack(`,
      },
    ],
  },
  'amount-unchecked': {
    what: 'an order is paid by whatever comes for it',
    part: 'wrong-epay',
    changes: [
      { file: `${ORDERS}/claim-rules.ts`, from: `if (amount < owes) return credited('short');`, to: '' },
      {
        file: `${ORDERS}/claim-rules.ts`,
        from: 'surplus: amount - owes }',
        to: 'surplus: Math.max(0, amount - owes) }',
      },
    ],
  },
  'instance-unchecked': {
    what: 'money at one gateway pays a trade that was asked of another',
    part: 'wrong-epay',
    changes: [
      {
        file: `${ORDERS}/claim-rules.ts`,
        from: `if (trade.instance !== instance) return 'instance';`,
        to: '',
      },
    ],
  },
  'reference-not-unique': {
    what: 'money counts each time that it is told of',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/claim-store.ts`,
        from: `.values({ ...claim, reference_key: referenceKey(claim.reference) })`,
        to: `.values({ ...claim, reference_key: referenceKey(claim.reference) + ':' + claim.id })`,
      },
      {
        file: `${ORDERS}/payment-store.ts`,
        from: 'reference_key: referenceKey(payment.reference), ledger_name: ledgerName(payment) };',
        to: `reference_key: referenceKey(payment.reference) + ':' + payment.id,
    ledger_name: ledgerName(payment) + ':' + payment.id };`,
      },
      {
        file: `${ORDERS}/settle.ts`,
        from: 'key: unclaimed ? `take${unclaimed.ledger_name}` : `pay${ledgerName(claim)}`,',
        to: "key: 'pay' + ledgerName(claim) + ':' + Math.random(),",
      },
    ],
  },
  'query-believed': {
    what: "a gateway's answer is believed, whoever's merchant it is about",
    part: 'wrong-epay',
    changes: [
      {
        file: `${PAYMENTS}/epay/query.ts`,
        from: `if (fields.get('pid') !== about.pid || fields.get('out_trade_no') !== about.tradeNumber) return 'unknown';`,
        to: '',
      },
    ],
  },
  'signature-unchecked': {
    what: 'a notification is believed whatever its signature is',
    part: 'wrong-epay',
    changes: [
      {
        file: `${PAYMENTS}/epay/notification.ts`,
        from: 'if (!signer.isSigned(fields)) refuse(refused.signature);',
        to: '',
      },
    ],
  },
  'weak-believed': {
    what: 'a weakly signed notification is settled without asking its gateway',
    part: 'wrong-epay',
    changes: [
      {
        file: `${PAYMENTS}/epay/notification.ts`,
        from: `mustAsk: config.kind === 'epay_v1'`,
        to: 'mustAsk: false',
      },
    ],
  },
  'late-money-dropped': {
    what: 'money for a cancelled order is acknowledged and forgotten',
    part: 'wrong-epay',
    changes: [
      {
        file: `${ORDERS}/settle.ts`,
        from: 'const isStored = await store(trx, deps, { claim, verdict, worth });',
        to: `if (verdict.reason === 'late') return 'credited';
  const isStored = await store(trx, deps, { claim, verdict, worth });`,
      },
    ],
  },
  'strays-dropped': {
    what: 'money that names no trade of ours is acknowledged and forgotten',
    part: 'wrong-epay',
    changes: [
      {
        file: `${ORDERS}/settle.ts`,
        from: `return (await keepUnclaimed(trx, deps, stray)) ? 'unclaimed' : 'known';`,
        to: `void keepUnclaimed;
  return 'unclaimed';`,
      },
    ],
  },
  'settled-outside': {
    what: 'a claim is marked as settled before its money is booked',
    part: 'points',
    changes: [
      {
        file: `${ORDERS}/inbox.ts`,
        from: `deps.crash.at('claim.before-settle');`,
        to: `await changeClaim(deps.db, id, { state: 'settled', verdict: 'paid', settled_at: deps.clock.now(), next_try_at: null });
  deps.crash.at('claim.before-settle');`,
      },
      {
        file: `${ORDERS}/inbox.ts`,
        from: `if (row?.state === 'waiting' && !row.must_ask) await`,
        to: 'if (row && !row.must_ask) await',
      },
    ],
  },
};
