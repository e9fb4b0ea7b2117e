import type { HeldPermission } from '@skyport/contract/accounts';
import type { Db } from '@skyport/db';
import { presentHeld } from './present.ts';
import { listHeld, listKnown, listPermissions, lockKnown } from './store.ts';

export {
  extendHeld as extendPermissions,
  listEnds as permissionEnds,
  replaceHeld as givePermissions,
  shortenHeld as shortenPermissions,
} from './store.ts';

/** Permissions that the account holds at `now`, by name. */
export const heldPermissions = async (db: Db, userId: string, now: Date): Promise<HeldPermission[]> =>
  (await listHeld(db, userId, now)).map(presentHeld);

/** Those of the ids that are permissions. */
export const knownPermissions = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(ids.length === 0 ? [] : await listKnown(db, ids));

/** The same, none of which is deleted before the transaction ends: for whoever is about to write that it is given. */
export const lockPermissions = async (trx: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(ids.length === 0 ? [] : await lockKnown(trx, ids));

/** Names of all permissions, by id. */
export const permissionNames = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await listPermissions(db)).map(({ id, name }) => [id, name]));
