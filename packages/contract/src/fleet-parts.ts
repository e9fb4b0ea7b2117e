import { z } from 'zod';
import { DesiredUser } from './fleet.ts';
import { Count } from './fleet-values.ts';

/** Users in one part at most, and in all parts of a set. */
export const MOST_PART_USERS = 50_000;
export const MOST_PARTED_USERS = 64_000_000;

/**
 * Part of a user set that is too large for one message. The agent buffers parts and keeps serving the previous set. The
 * `full` message of the same generation carries the number of parts and activates them. Part 0 restarts the transfer;
 * repeated parts are ignored.
 */
export const DesiredPart = z.object({
  gen: Count,
  part: Count,
  upserts: z.array(DesiredUser).max(MOST_PART_USERS),
});
export type DesiredPart = z.infer<typeof DesiredPart>;
export const DesiredPartTaken = z.object({ gen: Count, part: Count });
export type DesiredPartTaken = z.infer<typeof DesiredPartTaken>;
