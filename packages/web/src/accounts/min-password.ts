/** The shortest password that an account may have. */
export const MIN_PASSWORD = 8;
