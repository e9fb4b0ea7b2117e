import type { Input, Output } from '@skyport/contract/call';
import { isOpenOrder } from '@skyport/contract/order-states';
import { type paymentsCalls, TRADES_SHOWN } from '@skyport/contract/payments';
import { searchText } from '../list-page/search-text.ts';
import { yuan } from '../ui/format.ts';
import { texts } from './texts.ts';

/** An order as staff see it. */
export type StaffOrder = Output<typeof paymentsCalls.getOrderForTrade>;

const fen = (amount: number): number => Math.round(amount * 100);

/**
 * What a receipt of so many yuan will do to an order, by the rules of the server (`claim-rules.ts`, `receive.ts`): what
 * its customer was asked with the fee pays the fee too.
 */
export const outcomeText = (
  amount: number,
  { status, owes, asked_fees, is_agency_user }: Pick<StaffOrder, 'status' | 'owes' | 'asked_fees' | 'is_agency_user'>,
): string => {
  const { receipt } = texts;
  if (is_agency_user) return receipt.unclaimed;
  if (!isOpenOrder(status)) return status === 'paied' ? receipt.paid : receipt.cancelled;
  if (amount < owes) return receipt.short(yuan(owes));
  const fee = asked_fees.find((asked) => fen(amount) === fen(owes) + fen(asked));
  if (fee !== undefined) return receipt.paysWithFee(yuan(fee));
  return amount === owes ? receipt.pays : receipt.paysAndMore(yuan(amount - owes));
};

type Wanted = Input<typeof paymentsCalls.tradeList>;

/** What is typed above the list of trades. */
export interface TypedFilter {
  readonly number: string;
  readonly text: string;
  /** Only trades of flagged orders. */
  readonly flagged: boolean;
}

/** What the server is asked for; so many as usual where what is typed is no number that it takes. */
export const tradeInput = (
  { number, ...typed }: TypedFilter,
  { input }: Pick<typeof paymentsCalls.tradeList, 'input'>,
): Wanted => {
  const filter = tradeFilter(typed);
  const wanted = { requestNumber: Number(number), ...filter };
  return input.safeParse(wanted).success ? wanted : { requestNumber: TRADES_SHOWN, ...filter };
};

/** Which trades are meant, however many. */
export const tradeFilter = ({ text, flagged }: Omit<TypedFilter, 'number'>): Omit<Wanted, 'requestNumber'> => ({
  filterStr: searchText(text),
  ...(flagged && { flagged }),
});
