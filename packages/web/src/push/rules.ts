import { receivedOf } from '@skyport/contract/push';
import { GIB } from '@skyport/contract/units';
import { plain } from '../ui/format.ts';

/** What a transfer would come to, in bytes. */
export interface Preview {
  readonly fee: number;
  readonly gets: number;
  /** Below 0 where it is more than the account can give away. */
  readonly left: number;
}

/** What a transfer of so many G would come to; undefined while no whole number of G is typed. */
export const previewOf = (
  gigabytes: unknown,
  { costRate, available }: { readonly costRate: number; readonly available: number },
): Preview | undefined => {
  if (typeof gigabytes !== 'number' || !Number.isInteger(gigabytes) || gigabytes <= 0) return undefined;
  const amount = gigabytes * GIB;
  const gets = receivedOf(amount, costRate);
  return { fee: amount - gets, gets, left: available - amount };
};

/** G with at most three decimals: a fee is not always whole. */
export const gigabytesText = (gigabytes: number): string => plain(gigabytes, 3);
