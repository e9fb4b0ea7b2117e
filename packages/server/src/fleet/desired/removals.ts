import type { FleetLine, FleetNode } from '../../nodes/index.ts';
import { createTimeSlices } from '../../platform/time-slices.ts';
import { mayUse, type FleetUser } from './fleet-user.ts';
import type { Removal } from './removal-store.ts';

type Serving = Pick<FleetNode, 'enabled' | 'lines'>;

const linesFor = (user: FleetUser | undefined, node: Serving): FleetLine[] =>
  user ? node.lines.filter((line) => mayUse(user, line, node)) : [];

/** Numbers of the lines that served the user before and do not after. */
const linesLost = (
  [before, served]: readonly [FleetUser | undefined, Serving],
  [after, serving]: readonly [FleetUser | undefined, Serving],
): number[] => {
  const still = new Set(linesFor(after, serving).map(({ num }) => num));
  return linesFor(before, served).flatMap(({ num }) => (still.has(num) ? [] : [num]));
};

/** Collects who is no longer served where; users who lose the same lines stand together. */
const collect = () => {
  const found = new Map<string, { lines: number[]; users: number[] }>();
  return {
    add: (user: number, lines: readonly number[]): void => {
      if (lines.length === 0) return;
      const sorted = lines.toSorted((a, b) => a - b);
      const known = found.get(sorted.join());
      if (known) known.users.push(user);
      else found.set(sorted.join(), { lines: sorted, users: [user] });
    },
    all: (): Removal[] => [...found.values()],
  };
};

/** A user before and after a change; either may be missing. */
export interface UserChange {
  readonly num: number;
  readonly before: FleetUser | undefined;
  readonly after: FleetUser | undefined;
}

/** Who loses lines of these nodes by changes of users. */
export const removalsOf = (nodes: readonly Serving[], changes: readonly UserChange[]): Removal[] => {
  const removals = collect();
  for (const { num, before, after } of changes)
    removals.add(
      num,
      nodes.flatMap((node) => linesLost([before, node], [after, node])),
    );
  return removals.all();
};

/** Who loses lines by a change of a node. */
export const removalsByNode = async (
  users: Iterable<FleetUser>,
  before: Serving,
  after: Serving,
): Promise<Removal[]> => {
  const [removals, slices] = [collect(), createTimeSlices()];
  for (const user of users) {
    removals.add(user.num, linesLost([user, before], [user, after]));
    await slices();
  }
  return removals.all();
};
