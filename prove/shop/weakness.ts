/** A place in the product's source and what stands there instead. */
export interface Change {
  /** From the root of the checkout. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A weakness to plant into the server processes of a proof, and what has to go from the database for it to act. */
export interface Weakness {
  readonly what: string;
  readonly changes: readonly Change[];
  /** Run as the owner of the tables. */
  readonly sql?: string;
}
