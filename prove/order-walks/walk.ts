import type { TestApp } from '@skyport/server/testing-app';
import fc from 'fast-check';
import type { HeldProvider } from './provider.ts';
import { steps, type Choices } from './steps.ts';
import { beforeStep, createWorld, finish, type World } from './world.ts';

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
    await beforeStep(world);
    await steps[this.name]!.step(world, this.choices);
    await world.same();
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

/** Walks through shop and model side by side; gives how many steps were taken, and where the two first differed. */
export const walk = async ({
  app,
  provider,
  walks,
  steps: most,
  seed,
}: Walks): Promise<{ steps: number; failure: string | undefined }> => {
  let taken = 0;
  const property = fc.asyncProperty(fc.commands([command], { maxCommands: most, size: 'max' }), async (commands) => {
    const world = await createWorld(app, provider);
    await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
    await finish(world);
    taken += world.steps;
  });
  const found = await fc.check(property, { numRuns: walks, seed, endOnFailure: false });
  return { steps: taken, failure: found.failed ? sayingOf(found) : undefined };
};
