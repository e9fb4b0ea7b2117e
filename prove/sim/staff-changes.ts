import { postUseInto } from '@skyport/server/traffic/posting';
import { trafficEntries } from '@skyport/server/traffic/movements';
import { chargeAccount } from '@skyport/server/traffic/billing-rules';
import { takenBack } from '@skyport/server/traffic/rules';
import { dayOf } from '@skyport/server/platform/clock';
import type { Transaction } from './tables.ts';
import { contextOf, startTask } from './tasks.ts';
import { billingRepository, post, postingRepository, type TaskContext } from './repositories.ts';
import { newProcess, runTasks, type Simulation } from './simulation.ts';

/** A change by staff, in a transaction of its own that waits for locks like everybody's. */
export const staffChange = async (sim: Simulation, work: (trx: Transaction) => Promise<unknown>): Promise<void> => {
  startTask(sim, newProcess(9), async (task) => {
    const trx = sim.db.begin(task);
    task.trx = trx;
    await work(trx);
    if (!task.process.dead) trx.commit();
  });
  await runTasks(sim);
};

/** Changes an account under its lock. */
export const changeAccount = async (
  trx: Transaction,
  user: number,
  change: (row: { granted: number }) => object,
): Promise<void> => {
  await trx.lock('account', user);
  const row = trx.get('account', user)!;
  trx.put('account', user, { ...row, ...change(row) });
};

/** Gives permanent traffic. */
export const grant = async (
  sim: Simulation,
  trx: Transaction,
  { user, bytes, trial = false }: { user: number; bytes: number; trial?: boolean },
): Promise<void> => {
  await changeAccount(trx, user, ({ granted }) => ({ granted: granted + bytes }));
  const key = `grant:${(sim.ids += 1)}`;
  const at = new Date(sim.now);
  if (bytes > 0)
    await post(trx, [
      { key, kind: 'buy', ref: '', actor: '', at, entries: trafficEntries(user, bytes, 'traffic_issued') },
    ]);
  if (!trial) trx.log({ kind: 'grant', user, bytes });
};

/** Charges what waits for the minimum and brings the ledger up to date, as `settleUse` does. */
const settle = async (context: TaskContext, trx: Transaction, when: { user: number; day: string; at: Date }) => {
  const { user, day, at } = when;
  const repository = billingRepository(context, trx);
  const before = (await repository.readBilled([user])).get(user)!;
  if (before.pending > 0) {
    const charge = chargeAccount(before, { free: 0, billed: 0, day, at }, { minimum: 0, hourLimit: 0 });
    await repository.writeCharges({ day, at }, [{ before, charge }]);
  }
  await postUseInto(postingRepository(context, trx), { userNums: [user] }, at);
};

/** Takes back what a trial has left. */
export const endTrial = async (sim: Simulation, trx: Transaction, id: string): Promise<void> => {
  const { user } = trx.get('trial', id)!;
  await trx.lock('account', user);
  if (trx.get('trial', id)!.closed) return;
  const at = new Date(sim.now);
  const day = dayOf(at, trx.get('settings', 'all')!.timezone);
  const context = contextOf(sim, { process: newProcess(9), blocked: false, trx, resume: undefined }, sim.nodes[0]!);
  await settle({ ...context, fault: undefined }, trx, { user, day, at });
  const [trial, account] = [trx.get('trial', id)!, trx.get('account', user)!];
  trx.put('trial', id, { ...trial, left: 0, closed: true });
  trx.log({ kind: 'trial ended', id, user, day, at: sim.now });
  const back = takenBack(trial.left, account);
  if (back === 0) return;
  await post(trx, [
    {
      key: `trial-end:${id}`,
      kind: 'tiyan_expire',
      ref: id,
      actor: '',
      at,
      entries: trafficEntries(user, -back, 'promo'),
    },
  ]);
  trx.put('account', user, { ...trx.get('account', user)!, granted: account.granted - back });
};
