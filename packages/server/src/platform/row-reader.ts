/** A named statement that reads a few rows; the name lets the server keep its plan. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Reads a few rows through one pipelined connection: for the reads that happen on almost every request. */
export interface RowReader {
  row<T extends object>(statement: Statement, values: readonly unknown[]): Promise<T | undefined>;
  /**
   * The row of a key, or undefined. Whoever asks by the same statement at the same time shares one read: its `$1` is
   * the list of their keys as texts, and each row names its own in the column `key`.
   */
  find<T extends object>(statement: Statement, key: string): Promise<T | undefined>;
  /** Every row. */
  rows<T extends object>(statement: Statement, values: readonly unknown[]): Promise<T[]>;
}
