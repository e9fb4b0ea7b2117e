import type { LineCondition } from '@skyport/documents/resolve';
import { listFleetNodes, type FleetLine, type FleetNode } from '../../nodes/index.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { chargeConditions, fleetUser, lineConditionsOf, mayUse, type UserFacts } from './fleet-user.ts';
import { factsOf } from './knowledge.ts';
import { findStanding, type AccountStanding } from './user-store.ts';

/** What has to hold for a user to be served on a line: of the account, of what is left, and of the line itself. */
export type ServingCondition = keyof AccountStanding['conditions'] | keyof typeof chargeConditions | LineCondition;

/** Whether a user is served on a line now, and every condition of that. */
export interface ExplainedLine {
  readonly node: Pick<FleetNode, 'id' | 'name'>;
  readonly line: FleetLine;
  readonly served: boolean;
  readonly conditions: Readonly<Record<ServingCondition, boolean>>;
}

/** An account at an instant. */
interface AccountNow {
  readonly facts: UserFacts;
  readonly account: AccountStanding['conditions'];
  readonly now: Date;
  /** Business day of `now`. */
  readonly today: string;
}

/**
 * Why a user is served on a line of the node, or is not. Asks the very functions by which the controller decides; use
 * of public lines is never charged.
 */
export const explainLine = (
  { facts, account, now, today }: AccountNow,
  line: FleetLine,
  node: FleetNode,
): ExplainedLine => {
  const user = fleetUser(facts, now, today);
  const conditions = {
    ...account,
    balance: line.isPublic || chargeConditions.balance(facts, now, today),
    pause: line.isPublic || chargeConditions.pause(facts, now),
    ...lineConditionsOf(user, line, node),
  };
  const served = Object.values(account).every(Boolean) && mayUse(user, line, node);
  return { node: { id: node.id, name: node.name }, line, served, conditions };
};

/** Every line with the reasons for which an account is served on it or is not; undefined without such an account. */
export const explainLines = async (
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'settings'>,
  userId: string,
): Promise<ExplainedLine[] | undefined> => {
  const standing = await findStanding(deps.db, userId);
  if (!standing) return undefined;
  const now = deps.clock.now();
  const account = {
    facts: factsOf(standing.row, deps),
    account: standing.conditions,
    now,
    today: dayOf(now, deps.settings.current().timezone),
  };
  const nodes = await listFleetNodes(deps.db, deps);
  return nodes.flatMap((node) => node.lines.map((line) => explainLine(account, line, node)));
};
