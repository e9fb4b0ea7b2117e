import { z } from 'zod';
import { DesiredUser } from './fleet.ts';
import { Count } from './fleet-values.ts';

/** Users in one part at most, and in all parts of a set. */
export const MOST_PART_USERS = 50_000;
export const MOST_PARTED_USERS = 64_000_000;

/**
 * Users of a whole set that is too large for one message. The agent keeps parts aside and serves as before until the
 * `full` message of that generation says how many there were. Part 0 begins anew; a part that is sent again is known.
 */
export const DesiredPart = z.object({
  gen: Count,
  part: Count,
  upserts: z.array(DesiredUser).max(MOST_PART_USERS),
});
export type DesiredPart = z.infer<typeof DesiredPart>;
export const DesiredPartTaken = z.object({ gen: Count, part: Count });
export type DesiredPartTaken = z.infer<typeof DesiredPartTaken>;
