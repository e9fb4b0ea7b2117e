import type { HeldPermission } from '@skyport/contract/accounts';
import type { ListedPermission as ListedPermissionOut, Permission } from '@skyport/contract/permissions';
import type { HeldRow, ListedPermission, PermissionRow } from './store.ts';

/** A permission as admins see it. */
export const presentPermission = (row: PermissionRow): Permission => ({
  _id: row.id,
  name: row.name,
  desc: row.description,
  useTimes: row.use_times,
});

/** A permission in the list of all. */
export const presentListed = (row: ListedPermission): ListedPermissionOut => ({
  ...presentPermission(row),
  holders: row.holders,
});

/** A permission as its holder sees it. */
export const presentHeld = (row: HeldRow): HeldPermission => ({
  id: row.id,
  name: row.name,
  desc: row.description,
  expireTime: row.expires_at.toISOString(),
});
