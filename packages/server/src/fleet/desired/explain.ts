import type { ServingCondition } from '@skyport/contract/users-page';
import type { LineCondition } from '@skyport/documents/resolve';
import {
  healthNow,
  lineTroubleFor,
  listLineSources,
  listNodes,
  servesClients,
  type AddressSwitches,
  type CheckRhythm,
  type SoldLine,
} from '../../nodes/index.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  chargeConditions,
  fleetUser,
  lineConditionsOf,
  mayUse,
  type RestrictedLine,
  type UserFacts,
} from './fleet-user.ts';
import { factsOf } from './knowledge.ts';
import { findStanding, type AccountStanding } from './user-store.ts';

/** What has to hold for a node to be told to serve a user on a line. */
type RightCondition = keyof AccountStanding['conditions'] | keyof typeof chargeConditions | LineCondition;

/** Whether a node should serve a user on a line now, with each condition. */
export interface ExplainedRight {
  readonly served: boolean;
  readonly conditions: Readonly<Record<RightCondition, boolean>>;
}

/** Whether a line is available to a user now, and every condition of that. */
export interface ExplainedLine {
  readonly sold: SoldLine;
  /** Name of its node. */
  readonly node: string;
  readonly served: boolean;
  /** Why the line cannot be in the user's document. */
  readonly problem: string | undefined;
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
 * Explains whether a node should serve a user on a line, with the controller's own functions. Traffic on public lines
 * is never charged.
 */
export const explainRight = (
  { facts, account, now, today }: AccountNow,
  line: RestrictedLine,
  node: { readonly enabled: boolean },
): ExplainedRight => {
  const user = fleetUser(facts, now, today);
  const conditions = {
    ...account,
    balance: line.isPublic || chargeConditions.balance(facts, now, today),
    pause: line.isPublic || chargeConditions.pause(facts, now),
    ...lineConditionsOf(user, line, node),
  };
  return { served: Object.values(account).every(Boolean) && mayUse(user, line, node), conditions };
};

type Node = Awaited<ReturnType<typeof listNodes>>[number];

const explainLine = (
  account: AccountNow & { readonly switches: AddressSwitches },
  { sold, node }: { readonly sold: SoldLine; readonly node: Node },
  rhythm: CheckRhythm,
): ExplainedLine => {
  const restricted = { ...sold.line, isPublic: sold.isPublic, entryVisible: sold.entry?.visible ?? false };
  const problem = lineTroubleFor(sold, account.switches);
  const conditions = {
    ...explainRight(account, restricted, node).conditions,
    joined: node.enrolled,
    online: servesClients(healthNow(node, rhythm)),
    valid: problem === undefined,
  };
  return { sold, node: node.name, served: Object.values(conditions).every(Boolean), problem, conditions };
};

/**
 * Every line with the reasons for which it is available to an account or is not; undefined without such an account. The
 * only place that says so: rights as nodes take them, the node's health, and the account's own document.
 */
export const explainLines = async (
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'settings'>,
  userId: string,
): Promise<ExplainedLine[] | undefined> => {
  const standing = await findStanding(deps.db, userId);
  if (!standing) return undefined;
  const rhythm = { now: deps.clock.now(), settings: deps.settings.current() };
  const account = {
    facts: factsOf(standing.row, deps),
    account: standing.conditions,
    switches: standing.switches,
    now: rhythm.now,
    today: dayOf(rhythm.now, rhythm.settings.timezone),
  };
  const [lines, nodes] = await Promise.all([listLineSources(deps.db), listNodes(deps.db)]);
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  return lines.flatMap((sold) => {
    const node = nodeOf.get(sold.nodeId);
    return node ? [explainLine(account, { sold, node }, rhythm)] : [];
  });
};
