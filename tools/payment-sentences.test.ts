import { expect, test } from 'vitest';
import { claimSentences, paymentFaults, usdtSentences, type PaymentSentence } from './payment-sentences.ts';
import { titlesOf } from './spec/sources.ts';

const unprovedIn = ({ says, proofs }: PaymentSentence): string[] => [
  ...(proofs.length === 0 ? [`“${says}” has no test`] : []),
  ...proofs
    .filter(({ file, title }) => !titlesOf(file)?.has(title))
    .map(({ file, title }) => `“${says}”: ${file} has no test “${title}”`),
];

test('every sentence on claims and USDT, and every fault of their payments, has tests that are there', () => {
  expect([...claimSentences, ...usdtSentences, ...paymentFaults].flatMap(unprovedIn)).toEqual([]);
});

test('a sentence without a test, and one whose test is not there, are found', () => {
  const [first] = claimSentences;
  const proof = first!.proofs[0]!;
  expect(unprovedIn({ says: 'nothing', proofs: [] })).toEqual(['“nothing” has no test']);
  expect(unprovedIn({ says: 'lost', proofs: [{ ...proof, title: 'nothing of that name' }] })).toHaveLength(1);
});
