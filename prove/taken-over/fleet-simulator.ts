import { GIB } from '@skyport/contract/units';
import type { UsageRow } from '@skyport/contract/fleet';
import type { Controller } from '@skyport/server/fleet/desired/controller';
import { forEachAtOnce } from '@skyport/server/fleet/loop';
import { pullInto, type PullReport } from '@skyport/server/fleet/pull/pull';
import { createReportLimit } from '@skyport/server/fleet/pull/report-limit';
import { pullRepository, type PullRepository } from '@skyport/server/fleet/pull/pull-repository';
import { sceneOf, type Scene, type SceneNode } from '@skyport/server/fleet/testing/scene-of';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@skyport/server/platform/clock';
import type { TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { startTestPanel } from '../../testkit/test-panel.ts';
import { dayAt, idle, tells, type SimulatedNode, type Place } from './simulated-node.ts';

/** A gigabyte as the bounds of a node count it. */
export const GB = 1e9;
/** What every customer is granted: far more than any attack may take. */
const GRANT = 4000 * GIB;
/** What a node carried on each of its honest days, and how many such days there were. */
export const HONEST_DAY = 20 * GB;
const HONEST_DAYS = 9;
const REPORTS_A_DAY = 4;
const CUSTOMERS = 4;
/** What a node's link is said to carry when nobody says otherwise. */
export const LINK_MBPS = 1000;
/** Nodes that are asked at the same time. */
export const AT_ONCE = 8;
/** Bytes that a customer of an honest node uses in one round. */
const HONEST_BYTES = 10_000_000;

/** A weakness that is planted to show that the prover sees it. */
export interface Weakness {
  readonly repository?: (repository: PullRepository) => PullRepository;
  readonly pulling?: <T extends object>(pulling: T) => T;
}

/** A node that served its customers honestly for some days. */
export interface Victim extends Place {
  readonly node: SceneNode;
  readonly line: number;
  /** Numbers of customers whom the node serves. */
  readonly users: readonly number[];
  /** Somebody whom it never served, and somebody whom it served until an hour before it was taken over. */
  readonly stranger: number;
  readonly removed: number;
  /** A line of another node. */
  readonly foreignLine: number;
}

/** A panel whose nodes are honest until somebody takes them over. */
export interface FleetSimulator {
  readonly scene: Scene;
  readonly victims: readonly Victim[];
  now(): number;
  advance(ms: number): Promise<void>;
  /** One pull from a program that answers in a node's place. */
  pull(node: SceneNode, answering: SimulatedNode, weakness?: Weakness): Promise<PullReport>;
  /** A report of every node that stayed honest; gives where it was not billed at once and whole. */
  honestRound(): Promise<string[]>;
  /** Permanent bytes that somebody has left. */
  left(user: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a panel of its own with a simulated fleet; see simulateFleet. */
export const startFleetSimulator = async (victims: number): Promise<FleetSimulator> => {
  const panel = await startTestPanel({ ALLOW_PRIVATE_NETWORKS: '1' });
  try {
    const scene = await sceneOf(panel.app);
    const fleet = await simulateFleet(scene, victims);
    return {
      ...fleet,
      stop: async () => {
        await fleet.stop();
        await panel.stop();
      },
    };
  } catch (fault) {
    await panel.stop();
    throw fault;
  }
};

/**
 * Two nodes that stay honest and as many others as are to be taken over, all of which have lived honestly for some
 * days, at the first hour of a day.
 */
export const simulateFleet = async (scene: Scene, count: number): Promise<FleetSimulator> => {
  const controller = await scene.controller();
  const permission = (await scene.save('permissions/update', { name: '只限成员' }))._id;
  const honest = [await makeNode(scene, undefined), await makeNode(scene, undefined)];
  const others: ServingNode[] = [];
  for (let n = 0; n < count; n += 1) others.push(await makeNode(scene, permission));
  const time = timeOf(scene);
  const pull = pullOf(scene, controller);
  await time.advance(0);
  await catchUp(controller);
  await liveHonestly([...honest, ...others], { pull, ...time });
  await removeFirstCustomers({ scene, controller, pull, ...time }, others);
  return {
    scene,
    victims: others.map((each) => victimOf(each, { foreignLine: honest[0]!.line, now: time.now })),
    now: time.now,
    advance: async (ms) => {
      await time.advance(ms);
      await catchUp(controller);
    },
    pull,
    honestRound: async () =>
      (await Promise.all(honest.map((each) => reportHonestly(each, { scene, pull, now: time.now })))).flat(),
    left: async (user) => {
      const { rows } = await sql<{ left: number }>`
        select granted - spent as left from traffic_account where user_num = ${user}`.execute(scene.app.deps.db);
      return Number(rows[0]?.left ?? 0);
    },
    stop: () => scene.close(),
  };
};

/** The panel's clock, which goes on only when it is moved. */
interface Time {
  readonly now: () => number;
  readonly advance: (ms: number) => Promise<void>;
}

const timeOf = ({ app: { clock, deps } }: Scene): Time => {
  const now = (): number => clock.now().getTime();
  return {
    now,
    advance: async (ms) => {
      clock.advance(ms);
      await sql`select keep_partitions(t, ${dayAt(now())}::date - 2, 5)
                  from unnest(array['traffic_records', 'usage_daily']) t`.execute(deps.db);
    },
  };
};

const pullOf = ({ app: { deps } }: Scene, controller: Controller): FleetSimulator['pull'] => {
  const reports = createReportLimit(() => deps.settings.current().trafficStasticDuration);
  return async (node, answering, weakness = {}) => {
    const pulling = {
      node: { id: node.id, linkMbps: LINK_MBPS },
      client: { pull: async (ask: Parameters<SimulatedNode['pull']>[0]) => answering.pull(ask) },
      deps,
      quotas: controller.quotas,
      served: controller.served(node.id),
      reports,
    };
    const repository = pullRepository(deps);
    return pullInto(weakness.repository?.(repository) ?? repository, weakness.pulling?.(pulling) ?? pulling);
  };
};

const catchUp = async (controller: Controller): Promise<void> => {
  await controller.refreshNodes();
  await controller.takeChanges();
  await controller.passTime();
};

/** A node with one line and its customers; the last of them is a stranger where the line asks for a permission. */
interface ServingNode {
  readonly node: SceneNode;
  readonly line: number;
  readonly customers: readonly TestSession[];
}

const makeNode = async (scene: Scene, permission: string | undefined): Promise<ServingNode> => {
  const node = await scene.node([]);
  const line = { name: '线路', agentID: node.id, protocol: 'vmesh_tcp' };
  await scene.save('agent_line/update', permission ? { ...line, permissionRequire: permission } : line);
  const customers: TestSession[] = [];
  for (let n = 0; n <= CUSTOMERS; n += 1) customers.push(await scene.customer(GRANT));
  if (permission) await allow(scene, permission, customers.slice(0, CUSTOMERS));
  return { node, line: (await scene.fleetNode(node)).lines[0]!.num, customers };
};

const allow = async (scene: Scene, permission: string, customers: readonly TestSession[]): Promise<void> => {
  const ids = customers.map(({ userId }) => userId);
  const until = new Date(scene.app.clock.now().getTime() + 365 * DAY_MS);
  await sql`insert into user_permissions (user_id, permission_id, expires_at)
            select id, ${permission}::uuid, ${until} from unnest(${ids}::uuid[]) id`.execute(scene.app.deps.db);
  for (const { num } of customers) await scene.grant(num, 1);
};

const victimOf = (
  { node, line, customers }: ServingNode,
  { foreignLine, now }: { readonly foreignLine: number; readonly now: () => number },
): Victim => ({
  epoch: node.agent.epoch,
  now,
  node,
  line,
  users: customers.slice(1, CUSTOMERS).map(({ num }) => num),
  removed: customers[0]!.num,
  stranger: customers[CUSTOMERS]!.num,
  foreignLine,
});

interface Days extends Time {
  readonly pull: FleetSimulator['pull'];
}

/** Some days on which every node reports what its customers used. */
const liveHonestly = async (nodes: readonly ServingNode[], { pull, advance, now }: Days): Promise<void> => {
  const step = DAY_MS / REPORTS_A_DAY;
  const placeOf = ({ node }: ServingNode): Place => ({ epoch: node.agent.epoch, now });
  await forEachAtOnce(nodes, AT_ONCE, (each) => pull(each.node, idle(placeOf(each))));
  const bytes = Math.floor(HONEST_DAY / REPORTS_A_DAY / CUSTOMERS);
  for (let part = 0; part < HONEST_DAYS * REPORTS_A_DAY; part += 1) {
    await advance(step);
    await forEachAtOnce(nodes, AT_ONCE, async (each) => {
      const rows = each.customers.slice(0, CUSTOMERS).map(({ num }): UsageRow => [each.line, num, 0, bytes]);
      const done = await pull(each.node, tells(placeOf(each), rows, { from: now() - step }));
      if (done.applied !== 1) throw new Error('an honest day was not billed: nothing can be proved');
    });
  }
};

/**
 * The first customer of each node loses the right to its line, and its agent hears of it. Then a quiet day goes by, so
 * that what a taken-over node reports for the day before stands apart from its honest use.
 */
const removeFirstCustomers = async (
  { scene, controller, pull, advance, now }: Days & { readonly scene: Scene; readonly controller: Controller },
  nodes: readonly ServingNode[],
): Promise<void> => {
  for (const { customers } of nodes) {
    await sql`delete from user_permissions where user_id = ${customers[0]!.userId}`.execute(scene.app.deps.db);
    await scene.grant(customers[0]!.num, 1);
  }
  await catchUp(controller);
  await forEachAtOnce(nodes, AT_ONCE, async ({ node }) => {
    const link = scene.link(node, controller);
    link.sync();
    await link.idle();
  });
  for (const ms of [2 * HOUR_MS + untilMidnight(now() + 2 * HOUR_MS), DAY_MS]) {
    await advance(ms);
    await forEachAtOnce(nodes, AT_ONCE, ({ node }) => pull(node, idle({ epoch: node.agent.epoch, now })));
  }
};

const untilMidnight = (ms: number): number => DAY_MS - ((ms + 8 * HOUR_MS) % DAY_MS) + MINUTE_MS;

const reportHonestly = async (
  { node, line, customers }: ServingNode,
  { scene, pull, now }: { readonly scene: Scene; readonly pull: FleetSimulator['pull']; readonly now: () => number },
): Promise<string[]> => {
  const spent = () => Promise.all(customers.map(({ num }) => scene.spent(num)));
  const before = await spent();
  const rows = customers.map(({ num }): UsageRow => [line, num, 0, HONEST_BYTES]);
  await pull(node, tells({ epoch: node.agent.epoch, now }, rows));
  const after = await spent();
  return after.flatMap((bytes, at) =>
    bytes - before[at]! === HONEST_BYTES
      ? []
      : [`an honest node reported ${HONEST_BYTES} bytes of a customer, and ${bytes - before[at]!} were billed at once`],
  );
};
