import type { Desired, DesiredConflict, DesiredUser } from '@skyport/contract/fleet';
import { type DesiredPart, type DesiredPartTaken, MOST_PARTED_USERS } from '@skyport/contract/fleet-parts';

/** Answer to a part of a set. */
export type PartAnswer = { kind: 'taken'; body: DesiredPartTaken } | { kind: 'conflict'; body: DesiredConflict };

/** Parts of a whole set that is under way. */
export type DesiredParts = {
  /** Keeps a part; false when it does not follow the one before. A part that was taken already is known. */
  take(part: DesiredPart): boolean;
  /**
   * The message with the users of its parts, which are forgotten then; undefined when they are of another message.
   */
  complete(message: Desired): Desired | undefined;
};

/** Buffers the parts of one generation in memory. After a restart the panel sends the set again. */
export const keepParts = (): DesiredParts => {
  let gen = -1;
  let parts = 0;
  let users: DesiredUser[] = [];
  const begin = (of: number): void => {
    gen = of;
    parts = 0;
    users = [];
  };
  return {
    take: ({ gen: of, part, upserts }) => {
      if (part === 0) begin(of);
      if (of === gen && part < parts) return true;
      if (of !== gen || part !== parts || users.length + upserts.length > MOST_PARTED_USERS) return false;
      for (const user of upserts) users.push(user);
      parts += 1;
      return true;
    },
    complete: (message) => {
      const { parts: wanted = 0 } = message;
      const found = { gen, parts, users };
      begin(-1);
      if (wanted === 0) return message;
      if (message.kind !== 'full' || found.gen !== message.gen || found.parts !== wanted) return undefined;
      for (const user of message.upserts) found.users.push(user);
      return { ...message, upserts: found.users };
    },
  };
};
