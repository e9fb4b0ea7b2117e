/** The test provider's own page, behind the gate's routes: there a trade is paid by saying so. */
export interface TestPayRoute {
  /** The page of a trade by its number, as HTML; undefined when the test provider has no such trade. */
  page(number: string): Promise<string | undefined>;
  /** Says that a trade is paid in full; false when the test provider has no such trade. */
  pay(number: string): Promise<boolean>;
}
