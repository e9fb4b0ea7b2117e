/**
 * Numbers of advisory locks that one thing alone holds, in one place: two holders of one number would wait for each other
 * without either being wrong.
 */
export const locks = {
  /** Only one process migrates. */
  migrate: 7_415_200,
  /** Only one worker leads; held for as long as it does. */
  leader: 7_415_201,
  /** Only one start makes the local server's roles. */
  localRoles: 7_415_202,
  /** Only one test run makes the template. */
  testTemplate: 7_415_203,
  /** Only one report is billed at a time. */
  billingTurn: 7_415_204,
  /** Only one binding to Telegram is made, and one message to the bot answered, at a time. */
  telegram: 7_415_205,
  /** Only one look decides of what accounts are told. */
  noticesWatch: 7_415_206,
  /** Only one process adds to the audit's chain. */
  auditChain: 7_415_207,
} as const;
