import type { LedgerEntry } from '@skyport/db/ledger-rules';
import type { Random } from '../platform/ids.ts';

/** Anything that can be drawn. */
interface Weighted {
  readonly weight: number;
}

/** What all weights come to; 0 where nothing can be drawn. */
export const totalWeight = (prizes: readonly Weighted[]): number => prizes.reduce((sum, { weight }) => sum + weight, 0);

/** Draws by weight. Throws where nothing can be drawn. */
export const drawOne = <T extends Weighted>(prizes: readonly T[], random: Random): T => {
  let place = random.below(totalWeight(prizes));
  for (const prize of prizes) {
    if (place < prize.weight) return prize;
    place -= prize.weight;
  }
  throw new Error('a draw fell behind the last prize');
};

/** Ledger entries between an account's permanent traffic and the lottery; above 0: to the account. Bytes. */
export const lotteryEntries = (userNum: number, amount: number): LedgerEntry[] => [
  { account: { owner: null, kind: 'lottery' }, unit: 'BYTE', amount: -amount },
  { account: { owner: userNum, kind: 'traffic' }, unit: 'BYTE', amount },
];
