import type { LineProtocol } from '@skyport/contract/fleet';
import type { ResolvedLine } from '../model.ts';
import { goesByLine } from './dns-plan.ts';
import { inPlace, sizeOf, without } from './entries.ts';
import type { Group, Plan, PlannedList, Policy } from './plan.ts';

const OVER_TCP: ReadonlySet<LineProtocol> = new Set(['vmesh_tcp', 'vmesh_ws', 'reality']);

/** Whether a line carries datagrams in a stream, which repeats what is lost although QUIC does that itself. */
export const carriesUdpOverTcp = ({ protocol }: Pick<ResolvedLine, 'protocol'>): boolean => OVER_TCP.has(protocol);

/** Where HTTP/3 is offered. */
export const QUIC_PORT = 443;

/** A list, and whether QUIC to it is refused in front of it. */
interface GuardedList extends PlannedList {
  readonly refusesQuic: boolean;
}

/** Where QUIC is refused among the lists of a document. */
export interface QuicPlan {
  /** In the order in which they are asked. */
  readonly before: readonly GuardedList[];
  /** Whether all QUIC that none of them matches is refused. */
  readonly refusesRest: boolean;
  /** Lists that are asked after that. */
  readonly after: readonly PlannedList[];
}

/** Whether a group can lead to one of these lines. `seen`: groups that have been looked at. */
const leadsTo = (
  group: Group,
  names: ReadonlySet<string>,
  { plan, seen }: { plan: Plan; seen: Set<string> },
): boolean =>
  group.members.some((member) => {
    if ('line' in member) return names.has(member.line);
    if ('builtin' in member || seen.has(member.group)) return false;
    seen.add(member.group);
    const next = plan.groups.find(({ id }) => id === member.group);
    return next !== undefined && leadsTo(next, names, { plan, seen });
  });

/**
 * Whether QUIC of a policy is refused: it goes through a group, until somebody chooses otherwise, that can lead to a
 * line which carries UDP over TCP. Which line a group has chosen no rule can ask.
 */
const guardOf = (plan: Plan, lines: readonly ResolvedLine[]): ((policy: Policy) => boolean) => {
  const names = new Set(lines.filter(carriesUdpOverTcp).map(({ name }) => name));
  return (policy) => {
    if (!plan.refusesQuic || names.size === 0 || !('group' in policy)) return false;
    return goesByLine(policy, plan) && leadsTo(policy.group, names, { plan, seen: new Set([policy.group.id]) });
  };
};

/**
 * Lists whose QUIC is refused go behind one rule for all of them; of each only what a later list would match stays in
 * its place, with a rule of its own.
 */
const moved = (plan: Plan, isGuarded: (policy: Policy) => boolean): QuicPlan => {
  const lists = plan.lists.map((list) => ({ ...list, refusesQuic: isGuarded(list.policy) }));
  const placed = inPlace(lists, ({ refusesQuic }) => refusesQuic);
  const isFilled = (list: PlannedList): boolean => sizeOf(list) > 0;
  return {
    before: placed.map(({ list, kept }): GuardedList => ({ ...list, ...kept })).filter(isFilled),
    refusesRest: true,
    after: placed.map(({ list, kept }) => ({ ...list, ...without(list, kept) })).filter(isFilled),
  };
};

/**
 * Where QUIC is refused, made once for a document. `namesWholeLists`: for writers that can name a list twice; others
 * are spared writing one twice.
 */
export const quicPlanOf = (plan: Plan, lines: readonly ResolvedLine[], namesWholeLists = false): QuicPlan => {
  const isGuarded = guardOf(plan, lines);
  const refusesRest = isGuarded({ group: plan.final });
  if (refusesRest && !namesWholeLists) return moved(plan, isGuarded);
  const before = plan.lists.map((list) => ({ ...list, refusesQuic: isGuarded(list.policy) }));
  return { before, refusesRest, after: [] };
};
