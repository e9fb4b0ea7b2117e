import { expect } from 'vitest';
import { raiseAlarm } from '../../fleet/health/alarm-store.ts';
import type { StaffCases, StaffSetup } from './staff-case.ts';

const hold = async ({ scene, node }: StaffSetup): Promise<string> => {
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
  'fleet.closeAlarm': async (setup) => {
    const id = setup.scene.app.deps.ids.next();
    await raiseAlarm(setup.scene.app.deps.db, {
      id,
      nodeId: setup.node.id,
      kind: 'epoch',
      message: 'why',
      at: setup.scene.app.clock.now(),
    });
    return { payload: { id }, object: id, before: { closed_at: null }, after: { closed_at: expect.any(String) } };
  },
  'fleet.settleBatch': async (setup) => {
    const id = await hold(setup);
    return {
      payload: { id, action: 'dismiss', reason: 'tried twice' },
      object: id,
      before: { state: 'quarantined' },
      after: { state: 'dismissed', reason: 'tried twice' },
      detail: { action: 'dismiss', reason: 'tried twice', node: setup.node.id },
    };
  },
  'fleet.undoReports': async (setup) => {
    const { db } = setup.scene.app.deps;
    const user = await setup.scene.app.account();
    const charge = { day: '2026-11-20', node_id: setup.node.id, user_num: user.num, spent: 7 };
    await db.insertInto('node_charges').values(charge).execute();
    await db.insertInto('line_daily').values({ day: charge.day, line_num: setup.node.lines[0]!, down: 9 }).execute();
    return {
      payload: { id: setup.node.id, days: [charge.day], reason: 'taken over' },
      object: setup.node.id,
      before: { undone: {} },
      after: { undone: { [charge.day]: 9 } },
      detail: { reason: 'taken over', days: [charge.day], spent: 7 },
    };
  },
  'fleet.acceptBooks': async (setup) => {
    const epoch = crypto.randomUUID();
    await setup.scene.app.deps.db
      .updateTable('node_agents')
      .set({ state: JSON.stringify({ epoch }) })
      .where('node_id', '=', setup.node.id)
      .execute();
    return {
      payload: { id: setup.node.id, epoch, reason: 'disk restored' },
      object: setup.node.id,
      before: { closed: [] },
      after: { epoch, closed: [expect.any(String)] },
      detail: { reason: 'disk restored', accepted: epoch },
    };
  },
};
