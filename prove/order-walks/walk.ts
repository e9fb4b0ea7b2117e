import type { TestApp } from '@skyport/server/testing-app';
import fc from 'fast-check';
import { beginnings, type Taken } from './beginnings.ts';
import type { HeldProvider } from './provider.ts';
import { steps } from './steps.ts';
import { returnPushes } from './steps-gifts.ts';
import { sameStrays } from './strays.ts';
import { createGround, createWorld, type Ground } from './setup.ts';
import { beforeStep, finish, type Choices, type World } from './world.ts';

/** One step of a walk; the model lies in the world beside the product. */
class StepCommand implements fc.AsyncCommand<object, World> {
  readonly name: string;
  readonly choices: Choices;
  constructor(name: string, choices: Choices) {
    this.name = name;
    this.choices = choices;
  }
  check = (): boolean => true;
  run = async (_model: object, world: World): Promise<void> => {
    await take(world, this.name, this.choices);
  };
  toString = (): string => `${this.name}(${Object.values(this.choices).join()})`;
}

const choices = fc.record({ who: fc.constantFrom(0, 1, 1, 1, 2), which: fc.nat(255), how: fc.nat(1023) });
/** A name stands as often as its step is to be taken. */
const names = Object.entries(steps).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));
const command = fc.tuple(fc.constantFrom(...names), choices).map((given) => new StepCommand(...given));

/** Where product and model differed, with the steps that led there and the seed. */
const sayingOf = <T>(found: fc.RunDetails<T>): string => {
  const { errorInstance: fault } = found as { errorInstance?: unknown };
  return `${fault instanceof Error ? fault.stack : String(fault)}\n${fc.defaultReportMessage(found) ?? ''}`;
};

export interface Walks {
  readonly app: TestApp;
  readonly provider: HeldProvider;
  readonly walks: number;
  /** Steps of the longest walk. */
  readonly steps: number;
  readonly seed: number;
}

/** Takes a step, and throws unless product and model are alike behind it. */
const take = async (world: World, name: string, choices: Choices): Promise<void> => {
  await beforeStep(world);
  await steps[name]!.step(world, choices);
  await world.same();
};

const begin = async (world: World, beginning: readonly Taken[]): Promise<void> => {
  for (const [name, who, which, how] of beginning) await take(world, name, { who, which, how });
};

/** A week later nobody's traffic is on its way. */
const endTransfers = async (world: World): Promise<void> => {
  await returnPushes(world, 7);
  await world.same();
};

/** What came of walks: how many steps were taken, and where product and model first differed. */
export interface Walked {
  readonly steps: number;
  readonly failure: string | undefined;
}

/** Walks with one beginning. */
const walkFrom = async (
  ground: Ground,
  { walks, steps: most, seed }: Pick<Walks, 'walks' | 'steps' | 'seed'>,
  beginning: readonly Taken[],
): Promise<Walked> => {
  let taken = 0;
  const property = fc.asyncProperty(fc.commands([command], { maxCommands: most, size: 'max' }), async (commands) => {
    const world = await createWorld(ground);
    await begin(world, beginning);
    await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
    await finish(world);
    await sameStrays(world);
    await endTransfers(world);
    taken += world.steps;
  });
  const found = await fc.check(property, { numRuns: walks, seed, endOnFailure: false });
  return { steps: taken, failure: found.failed ? sayingOf(found) : undefined };
};

/** Walks through shop and model side by side, as many with each beginning as with each other: at least one. */
export const walk = async (asked: Walks): Promise<Walked> => {
  const ground = await createGround(asked.app, asked.provider);
  const all = Object.entries(beginnings);
  const walks = Math.ceil(asked.walks / all.length);
  let taken = 0;
  for (const [at, [name, beginning]] of all.entries()) {
    const { steps: more, failure } = await walkFrom(ground, { ...asked, walks, seed: asked.seed + at }, beginning);
    taken += more;
    if (failure !== undefined) return { steps: taken, failure: `${name}: ${failure}` };
  }
  return { steps: taken, failure: undefined };
};
