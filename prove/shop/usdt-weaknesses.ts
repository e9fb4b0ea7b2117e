import type { PaymentWeakness } from './payment-weaknesses.ts';

const USDT = 'packages/server/src/payments/usdt';
const part = 'wrong-usdt';

/** Weaknesses of watching chains, by name. */
export const usdtWeaknesses: Readonly<Record<string, PaymentWeakness>> = {
  'tolerance-match': {
    what: 'a transfer pays the trade whose amount is near enough',
    part,
    changes: [
      {
        file: `${USDT}/slot-store.ts`,
        from: `.where('milli', '=', milli)`,
        to: '.where(sql`abs(milli - ${milli})`, "<=", 20)',
      },
    ],
  },
  'slot-released-early': {
    what: 'an amount is given out again as soon as its order has ended',
    part,
    changes: [
      {
        file: `${USDT}/slot-store.ts`,
        from: `.where('grace_ends_at', '<=', new Date(now.getTime() - SKEW_MS))`,
        to: `.where('grace_ends_at', 'is not', null)`,
      },
    ],
    // The table itself refuses it.
    sql: `do $$ declare its_check text; begin
      select conname into its_check from pg_constraint
       where conrelid = 'usdt_slots'::regclass and pg_get_constraintdef(oid) like '%freed_at%';
      execute 'alter table usdt_slots drop constraint ' || its_check; end $$`,
  },
  'listed-by-name': {
    what: 'a coin is USDT when it calls itself so',
    part,
    changes: [
      {
        file: `${USDT}/tron-reader.ts`,
        from: `token_info.address === contract && type === 'Transfer'`,
        to: `token_info.symbol === 'USDT' && type === 'Transfer'`,
      },
      {
        file: `${USDT}/tron-answers.ts`,
        from: `token_info: z.object({ address: z.string().default('') }).default({ address: '' }),`,
        to: `token_info: z.object({ symbol: z.string() }),`,
      },
      { file: `${USDT}/tron-chain.ts`, from: 'contract.slice(-40) === usdt &&', to: 'usdt &&' },
    ],
  },
  'amount-in-floats': {
    what: 'amounts on a chain are compared as floating-point numbers',
    part,
    changes: [
      {
        file: `${USDT}/amounts.ts`,
        from: 'return { milli: Number(units / unit), exact: units % unit === 0n };',
        to: `const amount = Number(units) / Number(unit);
  return { milli: Math.round(amount), exact: Number.isInteger(amount) };`,
      },
    ],
  },
  'finality-ignored': {
    what: 'a transfer counts as soon as it stands in a block',
    part,
    changes: [
      {
        file: `${USDT}/evm-chain.ts`,
        from: 'const byWord = tag && (await findBlock(tag)',
        to: `const byWord = tag && (await findBlock('latest')`,
      },
    ],
  },
  'one-log-a-transaction': {
    what: 'of a transaction one transfer counts',
    part,
    changes: [
      {
        file: `${USDT}/evm-chain.ts`,
        from: 'if (units === 0n) return [];',
        to: `if (logs.find((each) => each.transactionHash === log.transactionHash) !== log) return [];`,
      },
      {
        file: `${USDT}/tron-chain.ts`,
        from: 'if (found.every(({ units }) => isPossible(network.name, units))) return found;',
        to: 'if (found.length > 0) return found.slice(0, 1);',
      },
    ],
  },
};
