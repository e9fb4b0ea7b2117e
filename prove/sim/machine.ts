import { TrafficPull } from '@skyport/contract/fleet';
import type { Counter, Reading } from '@skyport/agent/engines/engine';
import { openUsage, pulledText, type Usage } from '@skyport/agent/usage';
import { newDisk, type Disk } from './disk.ts';
import { DiskFull, type AgentPoint, type DiskState } from './disk-state.ts';
import type { Fault } from './faults.ts';

/** One engine process: what it has counted, and what nobody can read any more once it is dead. */
interface Engine {
  readonly instance: string;
  /** Its true name, whatever it goes by. */
  readonly key: string;
  readonly counters: Map<string, Counter>;
  alive: boolean;
}

/** The process was killed where it stood. */
export class Killed extends Error {}

/** Where the next agent process dies, if anywhere; with `power`, the whole machine. */
export interface AgentDeath {
  readonly point: AgentPoint;
  readonly power: boolean;
}

/** A node's machine: disk, engine, and the agent that comes up whenever it is needed. */
export interface Machine {
  readonly parts: MachineParts;
  readonly disk: Disk;
  /** Every engine that ever ran here, oldest first. */
  readonly engines: readonly Engine[];
  /** Milliseconds that its clock is ahead. */
  skew: number;
  move(use: { readonly user: number; readonly line: number; readonly up: number; readonly down: number }): void;
  tick(now: number, end?: AgentDeath): void;
  /** Answers a pull; undefined when it died before the answer left. Throws what the caller sees as a failed call. */
  answer(ask: string, now: number, end?: AgentDeath): string | undefined;
  killEngine(): void;
  killAgent(): void;
  cutPower(): void;
  /** Another disk is put in: nothing runs meanwhile but the engine. */
  restore(state: DiskState): void;
  totals(now: number): ReturnType<Usage['totals']>;
}

/** What machines share. */
export interface MachineParts {
  readonly fault: Fault | undefined;
  readonly newEpoch: () => string;
  readonly struck: (point: AgentPoint) => void;
}

/** Among counters: bytes of a dead engine that nobody can read any more, as the kernel has seen them go by. */
export const LOST = 'lost';

const ZONE = 'Asia/Shanghai';

/** A machine whose engines are called `name:1`, `name:2` … `struck` hears of every death at a kill point. */
export const newMachine = (name: string, epoch: string, parts: MachineParts): Machine => {
  const { fault, newEpoch, struck } = parts;
  let usage: Usage | undefined;
  let end: AgentDeath | undefined;
  const at = (point: AgentPoint): void => {
    if (end?.point !== point) return;
    struck(point);
    if (end.power) machine.cutPower();
    else machine.killAgent();
    throw new Killed(point);
  };
  const disk = newDisk(epoch, at, fault);
  const engines: Engine[] = [];
  /** What the agent has seen on the wire at its last tick; it remembers that as long as it lives. */
  let wire: number | undefined;
  const showLoss = (agent: Usage, engine: Engine): void => {
    const lost = movedBy(engine) - (wire ?? movedBy(engine));
    wire = undefined;
    if (lost === 0) return;
    disk.pendingTruth = new Map(disk.now().truth).set(`${engine.key} ${LOST}`, lost);
    guarded(() => {
      agent.addUnattributed(lost);
      disk.commitTruth();
    });
    disk.pendingTruth = undefined;
  };
  const running = (): Usage => (usage ??= openUsage(disk.journal, { openedAt: machine.now, newEpoch }));
  const machine = {
    parts,
    disk,
    engines,
    skew: 0,
    now: 0,
    move: (use: Parameters<Machine['move']>[0]) => {
      const engine = engines.at(-1);
      if (engine?.alive) count(engine, use);
    },
    tick: (now: number, dying?: AgentDeath) => {
      machine.now = now + machine.skew;
      end = dying;
      guarded(() => {
        const agent = running();
        at('agent.before-read');
        const last = engines.at(-1);
        if (last && !last.alive) showLoss(agent, last);
        if (usage !== agent) throw new Killed('while the loss was noted');
        if (!last?.alive) engines.push(newEngine(name, engines.length, fault));
        const engine = engines.at(-1)!;
        disk.pendingTruth = truthWith(disk.now().truth, engine);
        at('agent.after-read');
        agent.tick(readingOf(engine), machine.now, ZONE);
        disk.commitTruth();
        wire = movedBy(engine);
      });
      disk.pendingTruth = undefined;
      end = undefined;
    },
    answer: (ask: string, now: number, dying?: AgentDeath) => {
      machine.now = now + machine.skew;
      end = dying;
      try {
        const agent = running();
        const wanted = seenBy(TrafficPull.parse(JSON.parse(ask)), disk, fault);
        const text = pulledText(agent, wanted, { applied_gen: 0, clock: machine.now });
        at('agent.before-answer');
        if (end?.point === 'agent.after-answer') {
          struck('agent.after-answer');
          machine.killAgent();
        }
        return text;
      } catch (cause) {
        if (cause instanceof Killed) return undefined;
        throw cause;
      } finally {
        end = undefined;
      }
    },
    killEngine: () => {
      const engine = engines.at(-1);
      if (engine) engine.alive = false;
    },
    killAgent: () => {
      usage = undefined;
      wire = undefined;
    },
    cutPower: () => {
      machine.killEngine();
      machine.killAgent();
      disk.cutPower();
    },
    restore: (state: DiskState) => {
      machine.killAgent();
      disk.put(state);
    },
    totals: (now: number) => {
      machine.now = now + machine.skew;
      return running().totals();
    },
  };
  return machine;
};

/** A fault that makes an agent blind for what the panel knows of its journal. */
const seenBy = (ask: TrafficPull, { now }: Disk, fault: Fault | undefined): TrafficPull => {
  const { ack_sha256: _unseen, ...blind } = ask;
  if (fault === 'ask-without-digest') return blind;
  if (fault !== 'blind-rollback' || ask.epoch !== now().meta.get('epoch')) return ask;
  return { ...blind, ack_seq: Math.min(ask.ack_seq, Number(now().meta.get('next_seq')) - 1) };
};

/** A full disk fails the tick and nothing else, as in the agent's own loop; a death ends it. */
const guarded = (work: () => void): void => {
  try {
    work();
  } catch (cause) {
    if (!(cause instanceof Killed) && !(cause instanceof DiskFull)) throw cause;
  }
};

const newEngine = (name: string, ran: number, fault: Fault | undefined): Engine => ({
  key: `${name}:${ran + 1}`,
  instance: fault === 'reset-counter-unnoticed' ? `${name}:1` : `${name}:${ran + 1}`,
  counters: new Map(),
  alive: true,
});

const count = ({ counters }: Engine, { user, line, up, down }: Parameters<Machine['move']>[0]): void => {
  for (const [direction, bytes] of [
    ['up', up],
    ['down', down],
  ] as const) {
    const name = `user>>>u${user}.l${line}>>>traffic>>>${direction}link`;
    const value = (counters.get(name)?.value ?? 0) + bytes;
    counters.set(name, { name, line, user, direction, value });
  }
};

const movedBy = ({ counters }: Engine): number => [...counters.values()].reduce((sum, { value }) => sum + value, 0);

const readingOf = ({ instance, counters }: Engine): Reading => ({ instance, counters: [...counters.values()] });

/** What the disk will have accounted for once a reading of the engine is committed. */
const truthWith = (truth: ReadonlyMap<string, number>, { key, counters }: Engine): ReadonlyMap<string, number> => {
  const after = new Map(truth);
  for (const { name, value } of counters.values()) after.set(`${key} ${name}`, value);
  return after;
};
