import type { AgentPoint } from './disk-state.ts';
import type { Setup, Step } from './events.ts';
import { setupOf, stepsOf } from './schedules.ts';
import type { Fault } from './faults.ts';
import { playStep } from './play.ts';
import type { PanelPoint } from './process.ts';
import { diceOf } from './random.ts';
import { drain, verdict } from './verdict.ts';
import { newSimulation } from './simulation.ts';

/** A schedule: what it begins with and what happens. */
export interface Schedule {
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

/** A schedule that went wrong, made as short as it could be. */
export interface Failure {
  readonly seed: number;
  readonly schedule: number;
  readonly problems: readonly string[];
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

/** Hears of every death at a kill point. */
export type Struck = (point: AgentPoint | PanelPoint) => void;

/** The schedule of that number. */
const scheduleOf = (seed: number, schedule: number): Schedule => {
  const dice = diceOf(seed, schedule);
  return { setup: setupOf(dice), steps: stepsOf(dice) };
};

/** Lets a schedule happen to its end; gives what was not as it must be. */
export const run = async (
  { setup, steps }: Schedule,
  fault: Fault | undefined,
  struck: Struck = () => undefined,
): Promise<string[]> => {
  try {
    const sim = await newSimulation(setup, fault, struck);
    for (const step of steps) await playStep(sim, step);
    await drain(sim);
    return verdict(sim);
  } catch (cause) {
    return [`the simulator fell: ${cause instanceof Error ? cause.stack : String(cause)}`];
  }
};

/**
 * The shortest schedule found that still goes wrong: halves of it are left out as long as that works, then quarters …
 */
const shrink = async (failing: Schedule, fault: Fault | undefined): Promise<Schedule> => {
  let { steps } = failing;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length;) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
      if ((await run({ ...failing, steps: fewer }, fault)).length > 0) steps = fewer;
      else at += size;
    }
  }
  return { ...failing, steps };
};

/** A share of the schedules: `first`, `first + stride` … below `end`, until `most` have failed. */
export interface Share {
  readonly seed: number;
  readonly first: number;
  readonly stride: number;
  readonly end: number;
  readonly fault: Fault | undefined;
  readonly most: number;
}

/** How a share went. */
export interface ShareResult {
  readonly done: number;
  readonly failures: readonly Failure[];
}

const PROGRESS = 5000;

/** Runs a share; what fails is made short. */
export const runMany = async (
  { seed, first, stride, end, fault, most }: Share,
  heard: { readonly struck?: Struck; readonly progress?: (done: number) => void } = {},
): Promise<ShareResult> => {
  const failures: Failure[] = [];
  let done = 0;
  for (let schedule = first; schedule < end && failures.length < most; schedule += stride) {
    const failing = scheduleOf(seed, schedule);
    const problems = await run(failing, fault, heard.struck);
    done += 1;
    if (done % PROGRESS === 0) heard.progress?.(done);
    if (problems.length === 0) continue;
    const short = await shrink(failing, fault);
    failures.push({ seed, schedule, problems: await run(short, fault), ...short });
  }
  return { done, failures };
};
