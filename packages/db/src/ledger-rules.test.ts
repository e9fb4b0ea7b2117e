import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountKey, checkPosting, decide, type LockedAccount, type Posting } from './ledger-rules.ts';

const at = new Date('2026-02-03T00:00:00Z');
const move = (key: string, from: number, to: number, amount: number): Posting => ({
  key,
  kind: 'move',
  ref: 'r',
  actor: 'test',
  at,
  entries: [
    { account: { owner: from, kind: 'wallet' }, unit: 'CNY_MILLI', amount: -amount },
    { account: { owner: to, kind: 'wallet' }, unit: 'CNY_MILLI', amount },
  ],
});
const wallets = (...balances: bigint[]): Map<string, LockedAccount> =>
  new Map(balances.map((balance, n) => [accountKey(n, 'wallet', 'CNY_MILLI'), { id: String(n), balance, floor: 0n }]));

test('a posting that is unbalanced, empty or not in whole units is a fault', () => {
  const good = move('k', 0, 1, 5);
  expect(() => checkPosting(good)).not.toThrow();
  expect(() => checkPosting({ ...good, entries: good.entries.slice(0, 1) })).toThrow('unbalanced');
  expect(() => checkPosting({ ...good, entries: [] })).toThrow('moves nothing');
  expect(() => checkPosting(move('k', 0, 1, 0))).toThrow('moves nothing');
  expect(() => checkPosting(move('k', 0, 1, 0.5))).toThrow('not a whole amount');
});

test('units do not balance each other', () => {
  const [debit, credit] = move('k', 0, 1, 5).entries;
  const mixed = { ...move('k', 0, 1, 5), entries: [debit!, { ...credit!, unit: 'BYTE' as const }] };
  expect(() => checkPosting(mixed)).toThrow('unbalanced by -5 CNY_MILLI');
});

test('a later posting of a batch may spend what an earlier one brought', () => {
  const { outcomes } = decide(
    [move('a', 0, 1, 10), move('b', 1, 2, 10), move('c', 1, 2, 1)],
    wallets(10n, 0n, 0n),
    new Map(),
  );
  expect(outcomes).toEqual(['posted', 'posted', 'refused']);
});

test('the same event twice in one batch is posted once, another content under its key is a fault', () => {
  const { outcomes } = decide([move('a', 0, 1, 1), move('a', 0, 1, 1)], wallets(9n, 0n), new Map());
  expect(outcomes).toEqual(['posted', 'duplicate']);
  expect(() => decide([move('a', 0, 1, 1), move('a', 0, 1, 2)], wallets(9n, 0n), new Map())).toThrow('something else');
});

test('whatever is posted, no floor is broken, nothing is made or lost, and the chain of balances has no gap', () => {
  const step = fc.record({ from: fc.nat(3), to: fc.nat(3), amount: fc.integer({ min: 1, max: 60 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { accepted } = decide(
        steps.map(({ from, to, amount }, n) => move(String(n), from, to, amount)),
        wallets(100n, 50n, 0n, 0n),
        new Map(),
      );
      const now = new Map([
        ['0', 100n],
        ['1', 50n],
        ['2', 0n],
        ['3', 0n],
      ]);
      for (const { entries } of accepted) {
        for (const { accountId, amount, balanceAfter } of entries) {
          expect(balanceAfter).toBe(now.get(accountId)! + BigInt(amount));
          now.set(accountId, balanceAfter);
        }
        expect([...now.values()].every((balance) => balance >= 0n)).toBe(true);
      }
      expect([...now.values()].reduce((a, b) => a + b)).toBe(150n);
    }),
  );
});
