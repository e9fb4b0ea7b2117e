import type { HeldPermission } from '@skyport/contract/accounts';
import type { Permission } from '@skyport/contract/permissions';
import type { HeldRow, PermissionRow } from './store.ts';

/** A permission as admins see it. */
export const presentPermission = (row: PermissionRow): Permission => ({
  _id: row.id,
  name: row.name,
  desc: row.description,
  useTimes: row.use_times,
});

/** A permission as its holder sees it. */
export const presentHeld = (row: HeldRow): HeldPermission => ({
  id: row.id,
  name: row.name,
  desc: row.description,
  expireTime: row.expires_at.toISOString(),
});
