import { PUSH_DAYS, type Push } from '@skyport/contract/push';
import { GIB } from '@skyport/contract/units';
import { DAY_MS } from '../platform/clock.ts';
import type { TransferRow } from './store.ts';

/** How long a transfer waits for its receiver. */
export const WAIT_MS = PUSH_DAYS * DAY_MS;

/** A transfer as its sender sees it. */
export const presentTransfer = (row: TransferRow): Push => ({
  _id: row.id,
  pushNumber: row.amount / GIB,
  receiveNumber: row.gives / GIB,
  code: row.code,
  createTime: row.created_at.toISOString(),
  state: row.state,
  endTime: row.ended_at?.toISOString() ?? null,
  returnTime: new Date(row.created_at.getTime() + WAIT_MS).toISOString(),
});
