/** A named statement that reads at most one row; the name lets the server keep its plan. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Reads single rows through one pipelined connection: for the two reads that happen on almost every request. */
export interface RowReader {
  row<T extends object>(statement: Statement, values: readonly unknown[]): Promise<T | undefined>;
}
