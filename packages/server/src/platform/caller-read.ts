/**
 * What a call shows of its caller's account: the gate reads it with the session, in one statement for all who ask at
 * the same time. A statement of its own would cost such a call as much as the session itself.
 */
export interface CallerRead {
  /** Names the statement. */
  readonly name: string;
  /** Columns beside those of the session and its account. */
  readonly columns: string;
  /** Joins to `users u`, of which each gives exactly one row. */
  readonly joins: string;
}
