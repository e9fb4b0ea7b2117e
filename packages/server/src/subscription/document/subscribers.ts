import { gatherReads } from '@skyport/db';
import type { Clock } from '../../platform/clock.ts';
import type { RowReader } from '../../platform/row-reader.ts';
import { listSubscribers, type SubscriberRow } from './subscriber-store.ts';

/** Finds the users of links. */
export interface Subscribers {
  /** The user with this id as they are now, or undefined. Throws when the database cannot be asked. */
  find(userId: string): Promise<SubscriberRow | undefined>;
}

/** Reads users by id; those who are asked for at the same time share a statement. */
export const createSubscribers = (reader: RowReader, clock: Clock): Subscribers => ({
  find: gatherReads((ids) => listSubscribers(reader, ids, clock.now())),
});
