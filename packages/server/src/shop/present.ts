import type { Combo, ComboForm } from '@skyport/contract/shop';
import { milliOfYuan, yuanOf } from '@skyport/contract/units';
import type { ComboDraft, ComboRow } from './store.ts';

/** A product as everyone sees it. Permissions that are not `known` (any more) are left out. */
export const presentCombo = (row: ComboRow, known: ReadonlySet<string>): Combo => ({
  _id: row.id,
  name: row.name,
  price: yuanOf(row.price),
  traffic: row.traffic,
  vipDuration: row.vip_days,
  additionPersend: row.bonus_percent,
  permissionsGain: row.permission_ids.filter((id) => known.has(id)),
  permissionDuration: row.permission_days,
  permissionsDesc: row.permissions_desc,
  orderID: row.position,
  deviceNum: row.device_count,
  speed: row.speed,
});

/** What a form says, as it is stored; a permission named twice is given once. */
export const draftOf = (form: ComboForm): ComboDraft => ({
  position: form.orderID,
  name: form.name,
  price: milliOfYuan(form.price),
  traffic: form.traffic,
  vip_days: form.vipDuration,
  bonus_percent: form.additionPersend,
  permission_ids: [...new Set(form.permissionsGain)],
  permission_days: form.permissionDuration,
  permissions_desc: form.permissionsDesc,
  device_count: form.deviceNum,
  speed: form.speed,
});
