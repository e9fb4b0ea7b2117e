import type { DesiredUser } from '@skyport/contract/fleet';
import { MIB } from '@skyport/contract/units';
import { lineConditions, mayUseLine, type LineCondition, type UsableLine } from '@skyport/documents/resolve';
import type { FleetLine, FleetNode, ProbeUser } from '../../nodes/index.ts';
import { PPM } from '../../platform/ppm.ts';
import {
  isEntitled,
  isMember,
  isPaused,
  limitOf,
  permanentLeft,
  quotaLeft,
  type TrafficState,
} from '../../traffic/index.ts';

/** A usable account as the controller keeps it in memory. */
export interface FleetUser {
  readonly num: number;
  readonly userkey: string;
  /** Something is left to charge to, and the account is not paused; without it only public lines are open. */
  readonly entitled: boolean;
  readonly isAgencyUser: boolean;
  readonly normalPermission: boolean;
  /** Permissions held now, with the instant (ms) at which each ends. */
  readonly permissions: ReadonlyMap<string, number>;
  /** When entitlement ends by itself, ms; null while something else would pay. */
  readonly notAfter: number | null;
  /** Billed bytes that may still be used, with a day's quota in reserve. */
  readonly bytesLeft: number;
  /** Factor from raw to billed bytes on a line of scale 1; 0 when nothing is billed. */
  readonly factor: number;
  /** The next instant (ms) at which time alone changes what the user may do; Infinity when there is none. */
  readonly nextChange: number;
  /** Whether a new day's quota would open the lines again. */
  readonly regains: boolean;
}

/** What is known of a user in the database. */
export interface UserFacts {
  readonly num: number;
  readonly userkey: string;
  readonly isAgencyUser: boolean;
  readonly normalPermission: boolean;
  readonly permissions: readonly (readonly [id: string, ends: number])[];
  readonly traffic: TrafficState;
  /** Until then the account is paused for having used too much in one hour. */
  readonly pausedUntil: Date | null;
  readonly factor: number;
}

const NONE: ReadonlyMap<string, number> = new Map();

const instantOf = (date: Date | null): number => date?.getTime() ?? Infinity;

/** When a pause that lasts now ends, ms; Infinity without one. */
const pauseEnd = (facts: UserFacts, now: Date): number =>
  isPaused(facts, now) ? instantOf(facts.pausedUntil) : Infinity;

/** What has to hold of an account for lines whose use is charged, each by its name. */
export const chargeConditions = {
  balance: ({ traffic }: UserFacts, now: Date, today: string): boolean => isEntitled(traffic, now, today),
  pause: (facts: UserFacts, now: Date): boolean => !isPaused(facts, now),
} as const;

/** A user as of `now`; `today` is the calendar day of the product. */
export const fleetUser = (facts: UserFacts, now: Date, today: string): FleetUser => {
  const { traffic } = facts;
  const ms = now.getTime();
  const held = facts.permissions.filter(([, ends]) => ends > ms);
  const member = isMember(traffic, now);
  const hasQuota = member || traffic.dailyUnlimited;
  const pauseEnds = pauseEnd(facts, now);
  const { balance, pause } = chargeConditions;
  const entitled = balance(facts, now, today) && pause(facts, now);
  const permanent = permanentLeft(traffic);
  const vipEnds = member ? instantOf(traffic.vipUntil) : Infinity;
  return {
    num: facts.num,
    userkey: facts.userkey,
    entitled,
    isAgencyUser: facts.isAgencyUser,
    normalPermission: facts.normalPermission,
    permissions: held.length === 0 ? NONE : new Map(held),
    notAfter: permanent > 0 || traffic.dailyUnlimited || vipEnds === Infinity ? null : vipEnds,
    // A node must be able to serve a day without the panel, so tomorrow's quota is lent to it.
    bytesLeft: permanent + (hasQuota ? quotaLeft(traffic, now, today) + limitOf(traffic) : 0),
    factor: facts.factor,
    nextChange: Math.min(vipEnds, pauseEnds, ...held.map(([, ends]) => ends)),
    regains: !entitled && hasQuota && limitOf(traffic) > 0,
  };
};

/** What one test of a line may use, in raw bytes, on each line for as long as the key lasts. */
const PROBE_BYTES = 16 * MIB;

/**
 * A user with every right, for when only the number is known: removals are then remembered too often
 * rather than missed.
 */
export const anybody = (num: number): FleetUser => ({
  num,
  userkey: '',
  entitled: true,
  isAgencyUser: false,
  normalPermission: true,
  permissions: NONE,
  notAfter: null,
  bytesLeft: 0,
  factor: 1,
  nextChange: Infinity,
  regains: false,
});

/** The panel's own user as of now: all lines are open to it that are open to anybody, until its key ends. */
export const probeUser = ({ num, userkey, endsAt }: ProbeUser): FleetUser => ({
  ...anybody(num),
  userkey,
  notAfter: endsAt.getTime(),
  bytesLeft: PROBE_BYTES,
  nextChange: endsAt.getTime(),
});

type ServingNode = Pick<FleetNode, 'enabled'>;

/** What of a line decides who may use it. */
export type RestrictedLine = Pick<
  FleetLine,
  'isPublic' | 'bridge' | 'permissionRequire' | 'disableForAgency' | 'entryVisible'
>;

const usableOf = (line: RestrictedLine, node: ServingNode): UsableLine => ({
  line,
  entry: { visible: line.entryVisible },
  node,
});

/** The rule asks for membership only, and a map's keys answer that without a copy. */
const viewerOf = ({ permissions, normalPermission, isAgencyUser }: FleetUser) => ({
  permissions: permissions as unknown as ReadonlySet<string>,
  normalPermission,
  isAgencyUser,
});

/** Whether the user may use the line of the node now: the documents' own rule, and something left to charge to. */
export const mayUse = (user: FleetUser, line: RestrictedLine, node: ServingNode): boolean =>
  (line.isPublic || user.entitled) && mayUseLine(usableOf(line, node), viewerOf(user));

/** Every condition of the documents' rule for the user on the line of the node, each by its name. */
export const lineConditionsOf = (
  user: FleetUser,
  line: RestrictedLine,
  node: ServingNode,
): Readonly<Record<LineCondition, boolean>> => {
  const [usable, viewer] = [usableOf(line, node), viewerOf(user)];
  const names = Object.keys(lineConditions) as LineCondition[];
  const held = names.map((name) => [name, lineConditions[name](usable, viewer)]);
  return Object.fromEntries(held) as Record<LineCondition, boolean>;
};

/** What the agent may decide alone about the user on the line. */
export const limitsOf = (user: FleetUser, line: FleetLine): Pick<DesiredUser, 'not_after' | 'quota_left'> => {
  const permission = line.permissionRequire;
  const permitted = permission === null || user.normalPermission ? Infinity : (user.permissions.get(permission) ?? 0);
  const ends = Math.min(permitted, line.isPublic ? Infinity : (user.notAfter ?? Infinity));
  return {
    not_after: ends === Infinity ? null : Math.ceil(ends / 1000),
    quota_left: line.isPublic ? null : rawBytes(user.bytesLeft, (user.factor * line.scalePpm) / PPM),
  };
};

/** An estimate from above: the panel's own accounts decide, this only bounds what a node gives away while alone. */
const rawBytes = (billed: number, factor: number): number | null =>
  factor === 0 ? null : Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(billed / factor));
