import type { UsageBatch } from '@skyport/contract/fleet';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { Settings } from '@skyport/contract/settings-table';
import { addHot, addProbeUse, billingLines, type BillingLine } from '../nodes/index.ts';
import type { Deps } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import {
  billInto,
  inBillingTurn,
  tellPaused,
  type BillingOutcome,
  type BillingTurn,
  type UseBatch,
} from '../traffic/index.ts';
import { adoptEpoch, type Adoption } from './adopt-books.ts';
import { addBandwidth } from './history-store.ts';
import { closeAlarms, findAgent, lockAgent, raiseAlarm, type AgentRow, type NewAlarm } from './store.ts';
import {
  acknowledge,
  findBatch,
  insertBatch,
  keepConflict,
  reportedBefore,
  type BatchName,
  type BatchVerdict,
} from './usage-store.ts';

/**
 * What a flight reads and writes, and nothing that it decides: so that a simulator can stop it at every statement and
 * put books of its own underneath.
 */
export interface PullBooks {
  findAgent(nodeId: string): Promise<Pick<AgentRow, 'epoch' | 'acked_seq'> | undefined>;
  findBatch(name: BatchName): Promise<string | undefined>;
  adoptEpoch(nodeId: string, epoch: string, at: Date): Promise<Adoption>;
  keepConflict(name: BatchName, batch: UsageBatch, why: { readonly reason: string; readonly at: Date }): Promise<void>;
  raiseAlarm(alarm: NewAlarm): Promise<boolean>;
  settings(): Promise<Settings>;
  lines(nodeId: string): Promise<Map<number, BillingLine>>;
  /** One transaction, perhaps together with others; `work` may run again when the database gave it up. */
  transaction<T>(nodeId: string, work: (books: BatchBooks) => Promise<T>): Promise<T>;
}

/** What the transaction of one batch reads and writes. */
export interface BatchBooks {
  lockAgent(nodeId: string): Promise<Pick<AgentRow, 'epoch' | 'acked_seq'> | undefined>;
  /** With a digest, a batch of it that was decided about by hand is found as well. */
  findBatch(name: BatchName, sha256: string): Promise<string | undefined>;
  reportedBefore(
    name: BatchName,
    batch: Pick<UsageBatch, 'from' | 'to'>,
  ): Promise<{ until: number; sameSpanBytes: bigint }>;
  insertBatch(
    name: BatchName,
    batch: UsageBatch,
    verdict: BatchVerdict & { readonly bytes: readonly [up: bigint, down: bigint]; readonly day: string },
  ): Promise<boolean>;
  acknowledge(name: BatchName): Promise<void>;
  raiseAlarm(alarm: NewAlarm): Promise<boolean>;
  closeAlarms(nodeId: string, kinds: readonly AlarmKind[], at: Date): Promise<void>;
  bill(use: UseBatch): Promise<BillingOutcome>;
  addHot(bytesOf: ReadonlyMap<number, number>): Promise<void>;
  usersChanged(userNums: readonly number[]): Promise<void>;
}

/** The books in the panel's database. */
export const pullBooks = ({ db, log, settings, ...deps }: PullBooksDeps): PullBooks => ({
  findAgent: (nodeId) => findAgent(db, nodeId),
  findBatch: (name) => findBatch(db, name),
  adoptEpoch: (nodeId, epoch, at) => adoptEpoch(db, nodeId, epoch, at),
  keepConflict: (name, batch, why) => keepConflict(db, name, batch, why),
  raiseAlarm: (alarm) => raiseAlarm(db, alarm),
  settings: () => settings.fresh(db),
  lines: (nodeId) => billingLines(db, nodeId),
  transaction: (nodeId, work) =>
    inBillingTurn({ db, log }, (turn) => work(batchBooks(turn, deps)), {
      order: nodeId,
      lock: (trx) => lockAgent(trx, nodeId),
    }),
});

type PullBooksDeps = BooksDeps & Pick<Deps, 'db' | 'settings'> & { readonly log: Pick<Deps['log'], 'error'> };

type BooksDeps = Pick<Deps, 'jobs' | 'clock'> & { readonly ids: Pick<Deps['ids'], 'next'> };

const batchBooks = ({ trx, books }: BillingTurn, deps: BooksDeps): BatchBooks => ({
  lockAgent: (nodeId) => lockAgent(trx, nodeId),
  findBatch: (name, sha256) => findBatch(trx, name, sha256),
  reportedBefore: (name, batch) => reportedBefore(trx, name, batch),
  insertBatch: async (name, batch, verdict) => {
    if (!(await insertBatch(trx, name, batch, verdict))) return false;
    const [up, down] = verdict.bytes;
    if (verdict.state === 'applied') await addProbeUse(trx, verdict.day, batch.rows);
    if (verdict.state === 'applied')
      await addBandwidth(trx, name.nodeId, { from: batch.from, to: batch.to, up, down, now: verdict.at.getTime() });
    return true;
  },
  acknowledge: (name) => acknowledge(trx, name),
  raiseAlarm: (alarm) => raiseAlarm(trx, alarm),
  closeAlarms: (nodeId, kinds, at) => closeAlarms(trx, nodeId, kinds, at),
  bill: async (use) => {
    const outcome = await billInto(books, use);
    if (outcome.kind === 'applied') await tellPaused(trx, outcome.paused, use, deps);
    return outcome;
  },
  addHot: (bytesOf) => addHot(trx, bytesOf),
  usersChanged: (userNums) => usersChanged(trx, deps, userNums),
});
