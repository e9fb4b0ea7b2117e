import { constants } from 'node:os';
import { CannotRun } from './needs.ts';

/** What a command has started; stopped in the opposite order. */
export interface Stops {
  add(stop: () => unknown): void;
  /** Stops everything, each thing once. A stop that fails keeps none of the others from stopping. */
  all(): Promise<void>;
}

/** Nothing is started yet. */
export const createStops = (): Stops => {
  const stops: (() => unknown)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    all: async () => {
      const faults: unknown[] = [];
      for (let stop = stops.pop(); stop; stop = stops.pop()) {
        try {
          await stop();
        } catch (fault) {
          faults.push(fault);
        }
      }
      if (faults.length > 0) throw faults[0];
    },
  };
};

/** What a program's exit code is after a signal, by the convention of shells. */
const exitCodeOf = (signal: 'SIGINT' | 'SIGTERM'): number => 128 + constants.signals[signal];

/**
 * Runs a command to its end and ends the process with its exit code. Ctrl-C and SIGTERM stop what was started, and then
 * the process. A command that cannot run here says so in one sentence; any other fault is shown with its stack.
 */
export const runCommand = async (work: (stops: Stops) => Promise<number>): Promise<never> => {
  const stops = createStops();
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A terminal and npm both deliver Ctrl-C.
      if (interrupted) return;
      interrupted = true;
      void stops
        .all()
        .catch(report)
        .finally(() => process.exit(exitCodeOf(signal)));
    });
  }
  let code = 1;
  try {
    code = await work(stops);
  } catch (fault) {
    // Stopping takes away what the command works with.
    if (interrupted) return new Promise<never>(() => undefined);
    report(fault);
  }
  await stops.all().catch(report);
  process.exit(code);
};

/** What the person at the terminal can change, which needs no stack: the machine, or the arguments. */
const isPlain = (fault: Error): boolean =>
  fault instanceof CannotRun || ('code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS_'));

const report = (fault: unknown): void => {
  const text = fault instanceof Error ? (isPlain(fault) ? fault.message : fault.stack) : String(fault);
  process.stderr.write(`${text}\n`);
};

/** Answers a name that is missing or unknown with the list of names; gives the exit code. */
export const unknownName = (usage: string, name: string): number => {
  process.stderr.write(name === '' ? usage : `There is no ${name}.\n${usage}`);
  return 2;
};
