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
} as const;
