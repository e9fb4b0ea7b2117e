import { askedOfPolicy, goesByLine } from './dns-plan.ts';
import { MAINLAND_LIST } from './plan.ts';
import type { Plan, PlannedList } from './plan.ts';

/**
 * The mainland's list, when its networks also decide about names that no list has. Such a name is asked through a line,
 * which is only right when all other names use a line, too.
 */
export const lookedUpOf = (plan: Plan): PlannedList | null => {
  const list = plan.lists.find(({ id }) => id === MAINLAND_LIST);
  const rest = { group: plan.final };
  if (!list || list.networks.length === 0 || askedOfPolicy(rest, plan) !== 'line') return null;
  return goesByLine(list.policy, plan) && !plan.home ? null : list;
};
