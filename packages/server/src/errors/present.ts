import type { Fault } from '@skyport/contract/errors';
import type { FaultGroup } from './store.ts';

/** A fault as admins see it. */
export const presentFault = (row: FaultGroup): Fault => ({
  _id: row.id,
  createTime: row.at.toISOString(),
  firstTime: row.first_at.toISOString(),
  count: row.count,
  name: row.name,
  msg: row.message,
  call: row.call,
  stack: row.stack,
});
