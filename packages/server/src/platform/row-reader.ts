/** A named statement that reads a few rows; the name lets the server keep its plan. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Reads a few rows through one pipelined connection: for the reads that happen on almost every request. */
export interface RowReader {
  row<T extends object>(statement: Statement, values: readonly unknown[]): Promise<T | undefined>;
  /** Every row. */
  rows<T extends object>(statement: Statement, values: readonly unknown[]): Promise<T[]>;
}
