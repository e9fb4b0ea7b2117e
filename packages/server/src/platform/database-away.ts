const AWAY = /^(?:08|57P0|53300|ECONN|ENOENT|EPIPE|ETIMEDOUT)/;
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|connection (?:is )?(?:closed|lost)|not queryable/i;

/**
 * Whether an error means that the database cannot be reached (class 08, shutdown, too many connections, socket gone).
 */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    AWAY.test(code) || AWAY_MESSAGE.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause))
  );
};
