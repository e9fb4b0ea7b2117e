import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { QuarantineReason } from '@skyport/contract/quarantine-reasons';
import type { AlarmKind } from '@skyport/contract/node-health';
import type { Settings } from '@skyport/contract/settings-table';
import { billingLines, type BillingLine } from '../../nodes/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { noteUsersChanged, wakeFleet } from '../../platform/fleet-changes.ts';
import { inBillingTurn, type BillingTurn } from '../../traffic/index.ts';
import { reportRepository, type ReportRepository } from './bill-node-report.ts';
import { adoptJournal, type Adoption } from '../journals/adopt-journal.ts';
import { hasRoom, keepPart, compressParts, type CompressedPart } from '../quarantine/quarantine-store.ts';
import { addBandwidth } from '../health/history-store.ts';
import { openAlarmKinds, closeAlarms, raiseAlarm, type NewAlarm } from '../health/alarm-store.ts';
import { findAgent, lockAgent, type AgentRow } from '../agent/agent-store.ts';
import { believedDay } from '../trust/believed-day.ts';
import type { QuarantinedPart } from '../trust/trust-rules.ts';
import type { Slots } from '../trust/slots.ts';
import type { UserUse } from '../trust/user-use.ts';
import { addSlots, addUserUse, listUserUse, usedSlots } from '../trust/trust-store.ts';
import { beginWindow, noteBehind, type NodeBandwidth } from '../trust/window-store.ts';
import { servedSince } from '../desired/removal-store.ts';
import { acknowledge, findBatch, insertBatch, type BatchName, type BatchVerdict } from './usage-store.ts';

/** What a pull has to know of an agent. */
export type PulledAgent = Pick<AgentRow, 'epoch' | 'acked_seq' | 'window_since' | 'window_bytes'>;

/**
 * What a pull reads and writes, and nothing that it decides: so that a simulator can stop it at every statement and put
 * tables of its own underneath.
 */
export interface PullRepository {
  findAgent(nodeId: string): Promise<PulledAgent | undefined>;
  findBatch(name: BatchName): Promise<string | undefined>;
  adoptJournal(nodeId: string, epoch: string, at: Date): Promise<Adoption>;
  /** Keeps a batch that cannot stand among the others; false when there is no room for it. */
  keepConflict(
    name: BatchName,
    batch: UsageBatch,
    why: { readonly reason: QuarantineReason; at: Date },
  ): Promise<boolean>;
  /** Whether nothing more of the node can be quarantined. */
  isFull(nodeId: string): Promise<boolean>;
  /** Notes that an agent that was asked at an instant has shown all that it had. */
  beginWindow(node: NodeBandwidth, askedAt: Date): Promise<void>;
  /** Notes that an agent that was asked at an instant has not shown all. */
  noteBehind(node: NodeBandwidth, askedAt: Date): Promise<void>;
  servedSince(lines: readonly number[], since: Date): Promise<ReadonlyMap<number, ReadonlySet<number>>>;
  raiseAlarm(alarm: NewAlarm): Promise<boolean>;
  settings(): Promise<Settings>;
  lines(nodeId: string): Promise<Map<number, BillingLine>>;
  /** One transaction, perhaps together with others; `work` may run again when the database gave it up. */
  transaction<T>(nodeId: string, work: (repository: BatchRepository) => Promise<T>): Promise<T>;
  /** Lets nodes hear at once of the users that a transaction has changed. */
  wakeFleet(): Promise<void>;
}

/** What of a batch was billed, and the time that it counts over. */
export interface Billed {
  readonly rows: readonly UsageRow[];
  readonly slots: Slots;
  readonly users: UserUse | undefined;
}

/** What the transaction of one batch reads and writes. */
export interface BatchRepository extends ReportRepository {
  lockAgent(nodeId: string): Promise<PulledAgent | undefined>;
  /**
   * The digest of a stored batch. Also finds one with this digest that was quarantined and then decided by an operator.
   */
  findBatch(name: BatchName, sha256: string): Promise<string | undefined>;
  /** What was billed of the node by slot, from a slot on; and what it is believed in 24 hours. Raw bytes. */
  usedSlots(nodeId: string, first: number): Promise<Slots>;
  dayMost(nodeId: string): Promise<number>;
  /** What single users carried over the node lately, in reports that end after an instant. */
  userUse(nodeId: string, after: Date): Promise<UserUse[]>;
  /** Whether there is room for these parts among what is quarantined of the node. They are compressed by then. */
  hasRoom(nodeId: string, parts: readonly QuarantinedPart[]): Promise<boolean>;
  /** Keeps parts of a batch, or all of it. */
  quarantine(
    name: BatchName,
    batch: UsageBatch,
    quarantined: { parts: readonly QuarantinedPart[]; whole: boolean; at: Date },
  ): Promise<void>;
  insertBatch(name: BatchName, batch: UsageBatch, verdict: BatchVerdict & Billed): Promise<boolean>;
  /** Moves the acknowledgement on by this batch, of which so many raw bytes were billed. */
  acknowledge(name: BatchName, bytes: number): Promise<void>;
  raiseAlarm(alarm: NewAlarm): Promise<boolean>;
  closeAlarms(nodeId: string, kinds: readonly AlarmKind[], at: Date): Promise<void>;
  usersChanged(userNums: readonly number[]): Promise<void>;
}

/** The repository in the panel's database. */
export const pullRepository = ({ db, log, settings, jobs, ...deps }: PullRepositoryDeps): PullRepository => ({
  findAgent: (nodeId) => findAgent(db, nodeId),
  findBatch: (name) => findBatch(db, name),
  adoptJournal: (nodeId, epoch, at) => adoptJournal(db, { nodeId, epoch }, at),
  keepConflict: async (name, batch, { reason, at }) => {
    const [part] = await compressParts([{ reason, rows: batch.rows }]);
    if (!part || !(await hasRoom(db, name.nodeId, part.compressed.length))) return false;
    await keepPart(db, { name, batch, kind: 'conflict', at }, part);
    return true;
  },
  isFull: async (nodeId) => (await openAlarmKinds(db, nodeId)).includes('held-full'),
  beginWindow: (node, askedAt) => beginWindow(db, node, askedAt),
  noteBehind: (node, askedAt) => noteBehind(db, node, askedAt),
  servedSince: (lines, since) => servedSince(db, lines, since),
  raiseAlarm: (alarm) => raiseAlarm(db, alarm),
  settings: () => settings.fresh(db),
  lines: (nodeId) => billingLines(db, nodeId),
  transaction: (nodeId, work) =>
    inBillingTurn({ db, log }, (turn) => work(batchRepository(turn, { ...deps, settings })), {
      order: nodeId,
      lock: (trx) => lockAgent(trx, nodeId),
    }),
  wakeFleet: () => wakeFleet({ db, jobs }),
});

type PullRepositoryDeps = BatchRepositoryDeps &
  Pick<Deps, 'db' | 'settings' | 'jobs'> & { readonly log: Pick<Deps['log'], 'error'> };

type BatchRepositoryDeps = Pick<Deps, 'clock'> & { readonly ids: Pick<Deps['ids'], 'next'> };

const batchRepository = (turn: BillingTurn, deps: BatchRepositoryDeps & Pick<Deps, 'settings'>): BatchRepository => {
  const { trx } = turn;
  const compressedParts = new Map<readonly QuarantinedPart[], Promise<CompressedPart[]>>();
  const compressed = (parts: readonly QuarantinedPart[]): Promise<CompressedPart[]> => {
    const found = compressedParts.get(parts) ?? compressParts(parts);
    compressedParts.set(parts, found);
    return found;
  };
  return {
    ...reportRepository(turn, deps),
    lockAgent: (nodeId) => lockAgent(trx, nodeId),
    findBatch: (name, sha256) => findBatch(trx, name, sha256),
    usedSlots: (nodeId, first) => usedSlots(trx, nodeId, first),
    dayMost: (nodeId) => believedDay(trx, deps, nodeId),
    userUse: (nodeId, after) => listUserUse(trx, nodeId, after),
    hasRoom: async (nodeId, parts) => {
      const bytes = (await compressed(parts)).reduce((sum, part) => sum + part.compressed.length, 0);
      return bytes === 0 || (await hasRoom(trx, nodeId, bytes));
    },
    quarantine: async (name, batch, { parts, whole, at }) => {
      for (const part of await compressed(parts))
        await keepPart(trx, { name, batch, kind: whole ? 'batch' : 'rows', at }, part);
    },
    insertBatch: async (name, batch, verdict) => {
      if (!(await insertBatch(trx, { name, batch }, verdict))) return false;
      const [up, down] = verdict.bytes;
      const { nodeId } = name;
      if (up + down === 0n) return true;
      await addSlots(trx, nodeId, verdict.slots);
      if (verdict.users) await addUserUse(trx, nodeId, verdict.users);
      await addBandwidth(trx, nodeId, { from: batch.from, to: batch.to, up, down, now: verdict.at.getTime() });
      return true;
    },
    acknowledge: (name, bytes) => acknowledge(trx, name, bytes),
    raiseAlarm: (alarm) => raiseAlarm(trx, alarm),
    closeAlarms: (nodeId, kinds, at) => closeAlarms(trx, { nodeId, kinds }, at),
    usersChanged: (userNums) => noteUsersChanged(trx, userNums),
  };
};
