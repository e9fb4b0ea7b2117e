import type { AccountType } from './deps.ts';

/**
 * Whether an account of this type is staff: short sessions, no log-in by a mailed link, a second step where the
 * settings ask for it. As it is stored, no type is null.
 */
export const isStaff = (type: AccountType | null): boolean => type === 'admin' || type === 'yunying';
