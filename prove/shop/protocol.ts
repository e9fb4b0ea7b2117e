/** A provider says that money arrived for a trade; milli-yuan. */
export interface Told {
  readonly reference: string;
  readonly tradeId: string;
  readonly amount: number;
}
