import { MAINLAND_LIST } from './plan.ts';
import type { Plan, PlannedList, Policy } from './plan.ts';

/** Lists that clients fetch as files, by the place of their rules. */
export interface LongLists {
  /** Rules stand right behind the list itself: a later list would send straight out what these refuse. */
  readonly refused: readonly PlannedList[];
  /** Rules stand behind all lists, so that a longer file takes nothing away from a line. */
  readonly others: readonly PlannedList[];
}

const refuses = (policy: Policy): boolean => ('group' in policy ? policy.group.refuses : policy.builtin === 'reject');

/** The long lists of a document, in the order of its lists. */
export const longListsOf = ({ lists }: Plan, ids: readonly string[]): LongLists => {
  const long = lists.filter(({ id }) => ids.includes(id));
  const isRefused = ({ id, policy }: PlannedList): boolean => id !== MAINLAND_LIST && refuses(policy);
  return { refused: long.filter(isRefused), others: long.filter((list) => !isRefused(list)) };
};

/**
 * Calls `write` for each list, and `writeLong` behind those that are refused. `lists` may leave empty ones out.
 */
export const withRefused = <List extends PlannedList, Rule>(
  lists: readonly List[],
  { refused }: LongLists,
  { write, writeLong }: { write: (list: List) => Rule[]; writeLong: (list: PlannedList) => Rule[] },
): Rule[] => {
  const isLong = (id: string): boolean => refused.some((list) => list.id === id);
  const unseen = refused.filter(({ id }) => lists.every((list) => list.id !== id));
  return [
    ...lists.flatMap((list) => [...write(list), ...(isLong(list.id) ? writeLong(list) : [])]),
    ...unseen.flatMap(writeLong),
  ];
};
