import { PROBE_USER, type NodeSpec } from '@skyport/contract/fleet';
import { GIB } from '@skyport/contract/units';
import { userkeyAssociatedData } from '../../accounts/index.ts';
import { billingLines, findProbeUser, listFleetNodes, type FleetNode } from '../../nodes/index.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { PPM, ppmOf } from '../../platform/ppm.ts';
import { globalScale, trafficStateOf } from '../../traffic/index.ts';
import { anybody, fleetUser, probeUser, type FleetUser, type UserFacts } from './fleet-user.ts';
import { changeUser, includeUser, nodeModel, servesSame, wantedDigest, type NodeModel } from './model.ts';
import type { QuotaWatch } from './quota-watch.ts';
import { createTimeSlices } from '../../platform/time-slices.ts';
import { removalsByNode, removalsOf, type UserChange } from './removals.ts';
import { takeChanges } from '../../platform/fleet-changes-store.ts';
import { heardOf, keepRemovals, type Heard } from './removal-store.ts';
import { pageUsers, readUsers, type FleetUserRow } from './user-store.ts';
import type { UserTable } from './user-table.ts';

/** Users read in one statement at the start, and when they have changed. */
const PAGE = 250;
const STEP = 500;

/** What the controller needs. */
export type ControllerDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'settings' | 'env'>;

/** What the controller holds in memory. */
export interface Knowledge {
  readonly users: UserTable;
  readonly models: Map<string, NodeModel>;
  readonly quotas: QuotaWatch;
  /** The calendar day when time was last let pass, and the next instant at which it changes something. */
  readonly time: { day: string; soonest: number };
  /** Heard of, but not worked in yet: kept until it is, so that a database that fails in between loses nothing. */
  readonly owed: { readonly users: Set<number>; readonly nodes: Set<string> };
  /** When agents were last heard of (ms) before the start, and when any of them was last checked. */
  readonly heard: Heard;
  readonly deps: ControllerDeps;
}

/**
 * Reads everything. Also remembers who lost the use of lines while no controller ran: users whose rights expired, and,
 * to be on the safe side, every user who was changed meanwhile.
 */
export const readAll = async (knowledge: Knowledge): Promise<void> => {
  const { deps, time, models, users } = knowledge;
  const changed = await takeChanges(deps.db);
  const now = deps.clock.now();
  Object.assign(knowledge.heard, await heardOf(deps.db));
  time.day = dayOf(now, deps.settings.current().timezone);
  const lapsed: UserChange[] = [];
  const slices = createTimeSlices();
  for (let after = 0; ;) {
    const rows = await pageUsers(deps.db, after, PAGE);
    for (const row of rows) {
      const facts = factsOf(row, deps);
      const user = userAt(facts, deps, now);
      put(knowledge, row.num, user);
      const before = userAt(facts, deps, knowledge.heard.last);
      if (before.nextChange <= now.getTime()) lapsed.push({ num: row.num, before, after: user });
      await slices();
    }
    after = rows.at(-1)?.num ?? after;
    if (rows.length < PAGE) break;
  }
  put(knowledge, PROBE_USER, await findProbe(deps));
  await readNodes(knowledge);
  for (const num of changed.users) lapsed.push({ num, before: anybody(num), after: users.get(num) });
  const nodes = [...models.values()].map(({ node }) => node);
  await keepRemovals(deps.db, now, removalsOf(nodes, lapsed));
  const lines: number[] = [];
  for (const id of changed.nodes) lines.push(...(await billingLines(deps.db, id)).keys());
  if (lines.length > 0) await keepRemovals(deps.db, now, [{ lines, users: [...users.keys()] }]);
};

const put = ({ users, time }: Knowledge, num: number, user: FleetUser | undefined): void => {
  if (user) {
    users.set(num, user);
    time.soonest = Math.min(time.soonest, user.nextChange);
  } else users.delete(num);
};

/** Reads users again and brings every node's model along. Removals are remembered before any agent hears of them. */
export const reload = async (knowledge: Knowledge, nums: readonly number[]): Promise<void> => {
  const { deps, users, models, quotas } = knowledge;
  const slices = createTimeSlices();
  for (let at = 0; at < nums.length; at += STEP) {
    const some = nums.slice(at, at + STEP);
    const now = deps.clock.now();
    const found = new Map(
      (await readUsers(deps.db, some)).map((row) => [row.num, userAt(factsOf(row, deps), deps, now)]),
    );
    const probe = some.includes(PROBE_USER) ? await findProbe(deps) : undefined;
    if (probe) found.set(PROBE_USER, probe);
    const changes = some.map((num): UserChange => ({ num, before: users.get(num), after: found.get(num) }));
    const nodes = [...models.values()].map(({ node }) => node);
    await keepRemovals(deps.db, now, removalsOf(nodes, changes));
    for (const { num, before, after } of changes) {
      for (const model of models.values()) changeUser(model, before, after);
      put(knowledge, num, after);
      quotas.renewed(num);
      await slices();
    }
  }
};

/** Recomputes the digest of a node's desired set. The set itself is built when it is sent. */
export const rebuild = async ({ users }: Knowledge, model: NodeModel): Promise<void> => {
  const fresh = nodeModel(model.node, model.spec);
  const slices = createTimeSlices();
  for (const user of users.values()) {
    includeUser(fresh, user);
    await slices();
  }
  const { digest, makers } = fresh;
  Object.assign(model, { digest, makers, version: model.version + 1, changes: new Map() });
};

/** Reads all nodes; gives those whose wanted set differs from before. */
export const readNodes = async (knowledge: Knowledge): Promise<Set<string>> => {
  const { deps, models } = knowledge;
  const touched = new Set<string>();
  const spec = { timezone: deps.settings.current().timezone, allowPrivate: deps.env.ALLOW_PRIVATE_NETWORKS };
  const nodes = await listFleetNodes(deps.db, deps);
  const ids = new Set(nodes.map(({ id }) => id));
  for (const id of models.keys()) if (!ids.has(id)) models.delete(id);
  for (const node of nodes) {
    const own = { ...spec, openLog: node.openLog, warp: node.warp };
    if (await takeNode(knowledge, node, own)) touched.add(node.id);
  }
  return touched;
};

/** Takes one node over; true when its wanted set differs from before. */
const takeNode = async (knowledge: Knowledge, node: FleetNode, spec: NodeSpec): Promise<boolean> => {
  const model = knowledge.models.get(node.id);
  if (!model) {
    const made = nodeModel(node, spec, knowledge.heard.of.get(node.id));
    await rebuild(knowledge, made);
    knowledge.models.set(node.id, made);
    return true;
  }
  const before = wantedDigest(model);
  const same = servesSame(model.node, node);
  const { deps, users } = knowledge;
  if (!same) await keepRemovals(deps.db, deps.clock.now(), await removalsByNode(users.values(), model.node, node));
  Object.assign(model, { node, spec });
  if (!same) await rebuild(knowledge, model);
  return before !== wantedDigest(model);
};

/** Users for whom an instant has passed since the last time, and at a new day those who wait for their quota. */
export const dueUsers = ({ users, time, deps }: Knowledge): number[] => {
  const { clock, settings } = deps;
  const now = clock.now();
  const today = dayOf(now, settings.current().timezone);
  const newDay = today !== time.day;
  if (!newDay && now.getTime() < time.soonest) return [];
  const { nums, soonest } = users.due(now.getTime(), newDay);
  Object.assign(time, { day: today, soonest });
  return nums;
};

const findProbe = async (deps: ControllerDeps): Promise<FleetUser | undefined> => {
  const found = await findProbeUser(deps.db, deps);
  return found && probeUser(found);
};

/** What is known of a user, from the row that is read of it and the settings. */
export const factsOf = (row: FleetUserRow, deps: Pick<Deps, 'secrets' | 'settings'>): UserFacts => {
  const settings = deps.settings.current();
  const spareBelow = settings.noGlobalTrafficScaleLimit * GIB;
  const globalPpm = globalScale(row.granted - row.returned, spareBelow, ppmOf(settings.traffic_spend_scale));
  return {
    num: row.num,
    userkey: deps.secrets.decrypt(row.userkey_enc, userkeyAssociatedData(row.id)),
    isAgencyUser: row.is_agency_user,
    normalPermission: row.normal_permission,
    permissions: Object.entries(row.permissions ?? {}).map(([id, ends]) => [id, Date.parse(ends)]),
    traffic: trafficStateOf(row),
    pausedUntil: row.paused_until,
    factor: (row.scale_ppm / PPM) * (globalPpm / PPM) * Math.max(1, settings.upload_traffic_spend_scale),
  };
};

const userAt = (facts: UserFacts, { settings }: ControllerDeps, at: Date): FleetUser =>
  fleetUser(facts, at, dayOf(at, settings.current().timezone));
