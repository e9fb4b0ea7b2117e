import type { TrafficRecord } from '@skyport/contract/traffic-types';
import type { AdminTrafficRecord } from '@skyport/contract/traffic-admin';
import type { AdminRecordRow, RecordSum } from './admin-store.ts';
import type { RecordRow } from './store.ts';

/** A traffic record as its owner sees it. */
export const presentRecord = (row: RecordRow): TrafficRecord => ({
  type: row.type,
  desc: row.description,
  trafficChange: Number(row.change),
  exemptionTraffic: Number(row.exempt),
  allTraffic: Number(row.granted),
  allSpend: Number(row.spent),
  day: row.day,
  updateTime: row.updated_at.toISOString(),
});

/** The same with its account, as admins see it. */
export const presentAdminRecord = (row: AdminRecordRow): AdminTrafficRecord => ({
  uid: row.uid,
  email: row.email,
  ...presentRecord(row),
});

/** What records come to, as admins see it. */
export const presentTotals = ({ records, change, exempt }: RecordSum) => ({
  records,
  trafficChange: change,
  exemptionTraffic: exempt,
});
