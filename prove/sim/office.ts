import { postUseInto } from '@skyport/server/traffic/posting';
import { trafficLines } from '@skyport/server/traffic/movements';
import { takenBack } from '@skyport/server/traffic/rules';
import type { Transaction } from './database.ts';
import { groundOf, startFlight } from './flights.ts';
import { post, postingRepository } from './panel-books.ts';
import { newProcess, settle, type World } from './world.ts';

/** A change by staff, in a transaction of its own that waits for locks like everybody's. */
export const office = async (world: World, work: (trx: Transaction) => Promise<unknown>): Promise<void> => {
  startFlight(world, newProcess(9), async (flight) => {
    const trx = world.db.begin(flight);
    flight.trx = trx;
    await work(trx);
    if (!flight.process.dead) trx.commit();
  });
  await settle(world);
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
  world: World,
  trx: Transaction,
  { user, bytes, trial = false }: { user: number; bytes: number; trial?: boolean },
): Promise<void> => {
  await changeAccount(trx, user, ({ granted }) => ({ granted: granted + bytes }));
  const key = `grant:${(world.ids += 1)}`;
  const at = new Date(world.now);
  if (bytes > 0)
    await post(trx, [
      { key, kind: 'buy', ref: '', actor: '', at, entries: trafficLines(user, bytes, 'traffic_issued') },
    ]);
  if (!trial) trx.log({ kind: 'grant', user, bytes });
};

/** Takes back what a trial has left. */
export const endTrial = async (world: World, trx: Transaction, id: string): Promise<void> => {
  const { user } = trx.get('trial', id)!;
  await trx.lock('account', user);
  const [trial, account] = [trx.get('trial', id)!, trx.get('account', user)!];
  if (trial.closed) return;
  trx.put('trial', id, { ...trial, left: 0, closed: true });
  trx.log({ kind: 'trial ended', id, user });
  const back = takenBack(trial.left, account);
  if (back === 0) return;
  const at = new Date(world.now);
  const ground = groundOf(world, { process: newProcess(9), blocked: false, trx, resume: undefined }, world.nodes[0]!);
  await postUseInto(postingRepository({ ...ground, fault: undefined }, trx), { userNums: [user] }, at);
  await post(trx, [
    {
      key: `trial-end:${id}`,
      kind: 'tiyan_expire',
      ref: id,
      actor: '',
      at,
      entries: trafficLines(user, -back, 'promo'),
    },
  ]);
  trx.put('account', user, { ...trx.get('account', user)!, granted: account.granted - back });
};
