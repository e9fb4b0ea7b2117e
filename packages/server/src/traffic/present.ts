import type { TrafficRecord } from '@skyport/contract/traffic';
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
