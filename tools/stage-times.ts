import { readFileSync } from 'node:fs';

/** Something of the test run that was timed. */
export interface Stage {
  readonly name: string;
  readonly seconds: number;
  /** Processor seconds of the programs that ended in it. */
  readonly processor: number;
  /** Share of the machine's time that other machines on the same hardware had, 0 to 1. */
  readonly stolen: number;
  /** Share of the machine's time in which it had nothing to do, 0 to 1. */
  readonly idle: number;
}

/** Measures what a run consists of, in the order in which it begins. */
export interface StageTimes {
  /** Does the work and notes how long it took, also when it fails. */
  timed<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * The stages as lines of text; the last one is the whole run, which stages side by side make shorter than their sum.
   */
  table(): string[];
}

/** What is read off the machine. */
export interface Meter {
  /** Milliseconds, of any beginning. */
  now(): number;
  /** Processor seconds of the programs that this one has started and that have ended. */
  processor(): number;
  /** Clock ticks of all processors since the machine started; how many of them were stolen, and how many not used. */
  machine(): { readonly all: number; readonly stolen: number; readonly idle: number };
}

/** Begins to measure. */
export const stageTimes = (meter: Meter = linuxMeter): StageTimes => {
  const stages: { -readonly [K in keyof Stage]: Stage[K] }[] = [];
  let counted = meter.processor();
  const [begun, before] = [begin(meter), counted];
  return {
    timed: async (name, work) => {
      const stage = { name, seconds: 0, processor: 0, stolen: 0, idle: 0 };
      stages.push(stage);
      const end = begin(meter);
      try {
        return await work();
      } finally {
        Object.assign(stage, end());
        // A program's time is known when it ends: of stages side by side each gets what its own program used.
        const sum = meter.processor();
        stage.processor = sum - counted;
        counted = sum;
      }
    },
    table: () => linesOf([...stages, { name: 'in all', ...begun(), processor: meter.processor() - before }]),
  };
};

/** Begins a measurement; what it gives ends it. */
const begin = (meter: Meter): (() => Pick<Stage, 'seconds' | 'stolen' | 'idle'>) => {
  const [from, machine] = [meter.now(), meter.machine()];
  return () => {
    const { all, stolen, idle } = meter.machine();
    const shareOf = (ticks: number): number => ticks / Math.max(1, all - machine.all);
    return {
      seconds: (meter.now() - from) / 1000,
      stolen: shareOf(stolen - machine.stolen),
      idle: shareOf(idle - machine.idle),
    };
  };
};

/** Clock ticks a second of /proc on every Linux that Node runs on. */
const TICKS = 100;
/** Places of the ended children's times behind the name in /proc/self/stat. */
const CHILDREN = [13, 14] as const;
/** Places of nothing to do, and of waiting for a disk, in the first line of /proc/stat. */
const IDLE = [3, 4] as const;
/** The place of what other machines took in that line, whose later figures are parts of others. */
const STOLEN = 7;
const PARTS = 8;

const linuxMeter: Meter = {
  now: () => performance.now(),
  processor: () => {
    const text = readFileSync('/proc/self/stat', 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return CHILDREN.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS;
  },
  machine: () => {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const ticks = line
      .split(/\s+/)
      .slice(1, PARTS + 1)
      .map(Number);
    return {
      all: ticks.reduce((sum, each) => sum + each, 0),
      stolen: ticks[STOLEN] ?? 0,
      idle: IDLE.reduce((sum, place) => sum + (ticks[place] ?? 0), 0),
    };
  },
};

const linesOf = (stages: readonly Stage[]): string[] => {
  const width = Math.max(...stages.map(({ name }) => name.length));
  return stages.map(({ name, seconds, processor, stolen, idle }) => {
    const used = `processor ${clock(processor).padStart(7)}`;
    const machine = `stolen ${percent(stolen)}  idle ${percent(idle)}`;
    return `${name.padEnd(width)}  ${clock(seconds).padStart(7)}  ${used}  ${machine}`;
  });
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Minutes and seconds, e.g. `3:07.4`. */
const clock = (seconds: number): string => {
  const tenths = Math.round(seconds * 10);
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
};
