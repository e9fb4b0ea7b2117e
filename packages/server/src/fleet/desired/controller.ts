import { createExclusive } from '../exclusive.ts';
import type { Served } from '../trust/validate-report.ts';
import { mayUse } from './fleet-user.ts';
import type { NodeModel } from './model.ts';
import { createQuotaWatch, type QuotaWatch } from './quota-watch.ts';
import { takeChanges } from '../../platform/fleet-changes-store.ts';
import { removedAfter } from './sync-times.ts';
import { readAll, reload, readNodes, dueUsers, type ControllerDeps, type Knowledge } from './knowledge.ts';
import { UserTable } from './user-table.ts';
import { inOnePiece, openWholeSet, type FullSet, type WholeSet } from './whole-set.ts';

/** The wanted sets of all nodes, kept in step with the database. */
export interface Controller {
  /** Reads everything; until then no node has a model. */
  start(): Promise<void>;
  models(): ReadonlyMap<string, NodeModel>;
  /** Takes what `usersChanged` and `nodeChanged` have written since; gives the nodes that must be synced. */
  takeChanges(): Promise<ReadonlySet<string>>;
  /** Lets time pass: memberships and permissions that ended, and quotas of a new day. */
  passTime(): Promise<ReadonlySet<string>>;
  /** Reads nodes, lines and settings again, should anything have changed without a notice of it. */
  refreshNodes(): Promise<ReadonlySet<string>>;
  /** The whole set of a node with its pending changes, to be read in parts; undefined when the node is gone. */
  wholeSet(nodeId: string): Promise<WholeSet | undefined>;
  /** The same in one piece, for agents that take no parts. */
  fullSet(nodeId: string): Promise<FullSet | undefined>;
  /** Whom a node's lines serve; nobody where the node has no model. */
  served(nodeId: string): Served;
  readonly quotas: QuotaWatch;
}

/** A controller that knows nothing yet. Its changes happen one after the other, however they come in. */
export const createController = (deps: ControllerDeps): Controller => {
  const users = new UserTable();
  const quotas = createQuotaWatch(users);
  const models = new Map<string, NodeModel>();
  const owed = { users: new Set<number>(), nodes: new Set<string>() };
  const heard = { of: new Map<string, number>(), last: deps.clock.now() };
  const knowledge: Knowledge = { users, models, quotas, time: { day: '', soonest: Infinity }, owed, heard, deps };
  const exclusive = createExclusive();
  const wholeSet = (nodeId: string): Promise<WholeSet | undefined> =>
    exclusive(async () => {
      const model = models.get(nodeId);
      return model && openWholeSet(model, users);
    });
  return {
    quotas,
    models: () => models,
    served: (nodeId) => servedBy(knowledge, nodeId),
    start: () => exclusive(() => readAll(knowledge)),
    takeChanges: () =>
      exclusive(async () => {
        const changed = await takeChanges(deps.db);
        for (const num of changed.users) owed.users.add(num);
        for (const id of changed.nodes) owed.nodes.add(id);
        return workIn(knowledge);
      }),
    passTime: () =>
      exclusive(async () => {
        for (const num of dueUsers(knowledge)) owed.users.add(num);
        return workIn(knowledge);
      }),
    refreshNodes: () => exclusive(() => readNodes(knowledge)),
    wholeSet,
    fullSet: async (nodeId) => {
      const set = await wholeSet(nodeId);
      return set && inOnePiece(set);
    },
  };
};

/** Applies all pending changes to the models; gives the ids of the nodes that must be synced. */
const workIn = async (knowledge: Knowledge): Promise<Set<string>> => {
  const { owed, models } = knowledge;
  await reload(knowledge, [...owed.users]);
  owed.users.clear();
  const nodes = [...owed.nodes];
  const touched = nodes.length > 0 ? await readNodes(knowledge) : [];
  owed.nodes.clear();
  return new Set([...withChanges(models), ...touched, ...nodes]);
};

const withChanges = (models: ReadonlyMap<string, NodeModel>): Set<string> =>
  new Set([...models].filter(([, { changes }]) => changes.size > 0).map(([id]) => id));

/** Whom a node's lines serve as of now, by the users and the node of each moment. */
const servedBy = ({ users, models }: Knowledge, nodeId: string): Served => {
  const model = models.get(nodeId);
  const lines = new Map(model?.node.lines.map((line) => [line.num, line]));
  return {
    isServed: (num, userNum) => {
      const [line, user] = [lines.get(num), users.get(userNum)];
      return model !== undefined && line !== undefined && user !== undefined && mayUse(user, line, model.node);
    },
    removedAfter: (since) => (model ? removedAfter(model.syncTimes, since) : since),
  };
};
