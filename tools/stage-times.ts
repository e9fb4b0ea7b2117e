/** Something of the test run that was timed. */
export interface Stage {
  readonly name: string;
  readonly seconds: number;
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

/** Begins to measure; `now` in ms. */
export const stageTimes = (now: () => number = () => performance.now()): StageTimes => {
  const stages: { name: string; seconds: number }[] = [];
  const begun = now();
  const since = (from: number): number => (now() - from) / 1000;
  return {
    timed: async (name, work) => {
      const stage = { name, seconds: 0 };
      stages.push(stage);
      const from = now();
      try {
        return await work();
      } finally {
        stage.seconds = since(from);
      }
    },
    table: () => linesOf([...stages, { name: 'in all', seconds: since(begun) }]),
  };
};

const linesOf = (stages: readonly Stage[]): string[] => {
  const width = Math.max(...stages.map(({ name }) => name.length));
  return stages.map(({ name, seconds }) => `${name.padEnd(width)}  ${clock(seconds).padStart(7)}`);
};

/** Minutes and seconds, e.g. `3:07.4`. */
const clock = (seconds: number): string => {
  const tenths = Math.round(seconds * 10);
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
};
