import type { QuotaWatch } from '@skyport/server/fleet/desired/quota-watch';
import type { ReportLimit } from '@skyport/server/fleet/pull/report-limit';
import type { Database, Transaction } from './tables.ts';
import { Killed } from './machine.ts';

/** Where a process of the panel can be killed, paused, or lose the answer of its database. */
export const panelPoints = [
  'panel.before-ask',
  'panel.after-answer',
  'panel.epoch-adopted',
  'panel.conflict-kept',
  'panel.node-locked',
  'panel.batch-looked-up',
  'panel.accounts-locked',
  'panel.remainders-written',
  'panel.use-added',
  'panel.accounts-written',
  'panel.batch-stored',
  'panel.acknowledged',
  'panel.users-changed',
  'usage.before-commit',
  'panel.commit-unanswered',
  'usage.after-commit',
  'settle.accounts-locked',
  'settle.posted',
  'settle.before-commit',
  'settle.after-commit',
] as const;
export type PanelPoint = (typeof panelPoints)[number];

/** What happens to a process when it comes to a point. `repeats` makes its database give the transaction up once. */
export type Effect = 'dies' | 'pauses' | 'repeats' | 'loses commit';

/** One process of the panel, from its start to its death. */
export interface Process {
  readonly id: number;
  dead: boolean;
  armed: { readonly point: PanelPoint; readonly effect: Effect } | undefined;
  readonly tasks: Set<Task>;
  /** Forgotten with the process. */
  readonly quotas: QuotaWatch;
  readonly reports: ReportLimit;
}

/** Work under way in a process. */
export interface Task {
  readonly process: Process;
  /** Waits for the network, a lock, or to be resumed. */
  blocked: boolean;
  /** Its open transaction. */
  trx: Transaction | undefined;
  resume: (() => void) | undefined;
  /** The node that is asked, if it is one of those. */
  node?: string;
}

/** The database rolled the transaction back (as after a serialization failure); it is run again. */
class RolledBack extends Error {}

/** The connection broke during the commit: nobody knows how it ended. */
export class CommitUnknown extends Error {}

/** What a dead process waits for. */
export const never = new Promise<never>(() => undefined);

/** Ends a process: its transactions are undone, and nothing of it goes on. */
export const kill = (process: Process): void => {
  process.dead = true;
  for (const task of process.tasks) {
    task.blocked = true;
    task.trx?.rollBack();
  }
  process.tasks.clear();
};

/** Kill points between a process and its statements. `struck` is called at every death. */
export const killPointsOf = (struck: (point: PanelPoint) => void) => ({
  /** For the product's own crash points, which do not wait. */
  at: (task: Task, point: PanelPoint): void => {
    const { process } = task;
    if (process.dead) throw new Killed(point);
    if (process.armed?.point !== point || process.armed.effect !== 'dies') return;
    struck(point);
    kill(process);
    throw new Killed(point);
  },
  /** After a statement: settles when the process goes on, and never when it does not. */
  pass: async (task: Task, point: PanelPoint): Promise<void> => {
    const { process } = task;
    if (process.dead) return never;
    if (process.armed?.point !== point) return undefined;
    const { effect } = process.armed;
    if (effect === 'dies') {
      struck(point);
      kill(process);
      return never;
    }
    process.armed = undefined;
    if (effect === 'repeats' && task.trx) throw new RolledBack();
    if (effect !== 'pauses') return undefined;
    task.blocked = true;
    await new Promise<void>((resolve) => {
      task.resume = resolve;
    });
    return process.dead ? never : undefined;
  },
});

export type KillPoints = ReturnType<typeof killPointsOf>;

/** One transaction of a task, run again when the database rolled it back. */
export const transact = async <T>(
  { db, task, points }: { readonly db: Database; readonly task: Task; readonly points: KillPoints },
  at: { readonly unanswered: PanelPoint | undefined },
  work: (trx: Transaction) => Promise<T>,
): Promise<T> => {
  for (;;) {
    if (task.process.dead) return never;
    const trx = db.begin(task);
    task.trx = trx;
    try {
      const result = await work(trx);
      if (task.process.dead) return await never;
      trx.commit();
      task.trx = undefined;
      if (at.unanswered) await unanswered(task, points, at.unanswered);
      return result;
    } catch (fault) {
      trx.rollBack();
      task.trx = undefined;
      if (!(fault instanceof RolledBack)) throw fault;
    }
  }
};

const unanswered = async (task: Task, points: KillPoints, point: PanelPoint): Promise<void> => {
  const { armed } = task.process;
  const lost = armed?.point === point && armed.effect === 'loses commit';
  if (lost) task.process.armed = undefined;
  await points.pass(task, point);
  if (lost) throw new CommitUnknown();
};
