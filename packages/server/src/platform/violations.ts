/** SQLSTATE of what the database refuses by its own rules (PostgreSQL, appendix A, class 23). */
const states = { unique: '23505', 'foreign-key': '23503', check: '23514' } as const;

/** Whether an error is the database's refusal of that kind, optionally by the constraint of that name. */
export const violates = (error: unknown, kind: keyof typeof states, constraint?: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === states[kind] &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint));
