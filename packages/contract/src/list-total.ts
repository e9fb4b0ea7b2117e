import { z } from 'zod';

/** Rows of a list are counted up to this many; above that their number is estimated. */
export const MOST_COUNTED = 10_000;

/** How many rows of a list match. Pages of the far half of an estimated list are counted from its end. */
export const listTotal = {
  total: z.number().int().nonnegative(),
  /** True where `total` is an estimate, which is at least 10,001. */
  estimated: z.boolean().optional(),
};
