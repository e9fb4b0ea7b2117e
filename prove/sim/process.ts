import type { QuotaWatch } from '@skyport/server/fleet/quota-watch';
import type { Database, Transaction } from './database.ts';
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
export type Fate = 'dies' | 'pauses' | 'repeats' | 'loses commit';

/** One process of the panel, from its start to its death. */
export interface Process {
  readonly id: number;
  dead: boolean;
  armed: { readonly point: PanelPoint; readonly fate: Fate } | undefined;
  readonly flights: Set<Flight>;
  /** Forgotten with the process. */
  readonly quotas: QuotaWatch;
}

/** Work under way in a process. */
export interface Flight {
  readonly process: Process;
  /** Waits for the network, a lock, or to be resumed. */
  blocked: boolean;
  /** Its open transaction. */
  trx: Transaction | undefined;
  resume: (() => void) | undefined;
  /** The node that is asked, if it is one of those. */
  node?: string;
}

/** The database gave the transaction up; it did nothing and is run again. */
class GivenUp extends Error {}

/** The connection broke during the commit: nobody knows how it ended. */
export class CommitUnknown extends Error {}

/** What a dead process waits for. */
export const never = new Promise<never>(() => undefined);

/** Ends a process: its transactions are undone, and nothing of it goes on. */
export const kill = (process: Process): void => {
  process.dead = true;
  for (const flight of process.flights) {
    flight.blocked = true;
    flight.trx?.rollBack();
  }
  process.flights.clear();
};

/** Gates between a process and its statements. `struck` hears of every death at a point. */
export const gates = (struck: (point: PanelPoint) => void) => ({
  /** For the product's own crash points, which do not wait. */
  at: (flight: Flight, point: PanelPoint): void => {
    const { process } = flight;
    if (process.dead) throw new Killed(point);
    if (process.armed?.point !== point || process.armed.fate !== 'dies') return;
    struck(point);
    kill(process);
    throw new Killed(point);
  },
  /** After a statement: settles when the process goes on, and never when it does not. */
  pass: async (flight: Flight, point: PanelPoint): Promise<void> => {
    const { process } = flight;
    if (process.dead) return never;
    if (process.armed?.point !== point) return undefined;
    const { fate } = process.armed;
    if (fate === 'dies') {
      struck(point);
      kill(process);
      return never;
    }
    process.armed = undefined;
    if (fate === 'repeats' && flight.trx) throw new GivenUp();
    if (fate !== 'pauses') return undefined;
    flight.blocked = true;
    await new Promise<void>((resume) => {
      flight.resume = resume;
    });
    return process.dead ? never : undefined;
  },
});

export type Gates = ReturnType<typeof gates>;

/** One transaction of a flight, run again when it was given up. */
export const transact = async <T>(
  { db, flight, gate }: { readonly db: Database; readonly flight: Flight; readonly gate: Gates },
  points: { readonly unanswered: PanelPoint | undefined },
  work: (trx: Transaction) => Promise<T>,
): Promise<T> => {
  for (;;) {
    if (flight.process.dead) return never;
    const trx = db.begin(flight);
    flight.trx = trx;
    try {
      const result = await work(trx);
      if (flight.process.dead) return await never;
      trx.commit();
      flight.trx = undefined;
      if (points.unanswered) await unanswered(flight, gate, points.unanswered);
      return result;
    } catch (fault) {
      trx.rollBack();
      flight.trx = undefined;
      if (!(fault instanceof GivenUp)) throw fault;
    }
  }
};

const unanswered = async (flight: Flight, gate: Gates, point: PanelPoint): Promise<void> => {
  const { armed } = flight.process;
  const lost = armed?.point === point && armed.fate === 'loses commit';
  if (lost) flight.process.armed = undefined;
  await gate.pass(flight, point);
  if (lost) throw new CommitUnknown();
};
