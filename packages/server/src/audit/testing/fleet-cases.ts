import { expect } from 'vitest';
import { raiseAlarm } from '../../fleet/health/alarm-store.ts';
import type { StaffCases, StaffWorld } from './staff-case.ts';

const hold = async ({ scene, node }: StaffWorld): Promise<string> => {
  const id = scene.app.deps.ids.next();
  const at = scene.app.clock.now();
  await scene.app.deps.db
    .insertInto('usage_held')
    .values({
      id,
      node_id: node.id,
      epoch: node.agent.epoch,
      seq: 7,
      sha256: Buffer.alloc(32),
      part: 'batch',
      reason: JSON.stringify({ code: 'future' }),
      seen_at: at,
      day: '2026-11-21',
      from_at: at,
      to_at: at,
      row_count: 0,
      user_count: 0,
      up: 0,
      down: 0,
      rows: Buffer.from('[]'),
    })
    .execute();
  return id;
};

/** What nodes report. */
export const fleetCases: StaffCases = {
  'fleet.closeAlarm': async (world) => {
    const id = world.scene.app.deps.ids.next();
    await raiseAlarm(world.scene.app.deps.db, {
      id,
      nodeId: world.node.id,
      kind: 'epoch',
      message: 'why',
      at: world.scene.app.clock.now(),
    });
    return { payload: { id }, object: id, before: { closed_at: null }, after: { closed_at: expect.any(String) } };
  },
  'fleet.settleBatch': async (world) => {
    const id = await hold(world);
    return {
      payload: { id, action: 'dismiss', reason: 'tried twice' },
      object: id,
      before: { state: 'quarantined' },
      after: { state: 'dismissed', reason: 'tried twice' },
      detail: { action: 'dismiss', reason: 'tried twice', node: world.node.id },
    };
  },
  'fleet.undoReports': async (world) => {
    const { db } = world.scene.app.deps;
    const user = await world.scene.app.account();
    const charge = { day: '2026-11-20', node_id: world.node.id, user_num: user.num, spent: 7 };
    await db.insertInto('node_charges').values(charge).execute();
    await db.insertInto('line_daily').values({ day: charge.day, line_num: world.node.lines[0]!, down: 9 }).execute();
    return {
      payload: { id: world.node.id, days: [charge.day], reason: 'taken over' },
      object: world.node.id,
      before: { undone: {} },
      after: { undone: { [charge.day]: 9 } },
      detail: { reason: 'taken over', days: [charge.day], spent: 7 },
    };
  },
  'fleet.acceptBooks': async (world) => {
    const epoch = crypto.randomUUID();
    await world.scene.app.deps.db
      .updateTable('node_agents')
      .set({ state: JSON.stringify({ epoch }) })
      .where('node_id', '=', world.node.id)
      .execute();
    return {
      payload: { id: world.node.id, epoch, reason: 'disk restored' },
      object: world.node.id,
      before: { closed: [] },
      after: { epoch, closed: [expect.any(String)] },
      detail: { reason: 'disk restored', accepted: epoch },
    };
  },
};
