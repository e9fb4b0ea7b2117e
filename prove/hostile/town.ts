import { GIB } from '@skyport/contract/units';
import type { UsageRow } from '@skyport/contract/fleet';
import type { Controller } from '@skyport/server/fleet/controller';
import { forEachAtOnce } from '@skyport/server/fleet/loop';
import { pullInto, type PullReport } from '@skyport/server/fleet/pull';
import { pullBooks, type PullBooks } from '@skyport/server/fleet/pull-books';
import { sceneOf, type Scene, type SceneNode } from '@skyport/server/fleet/testing/scene-of';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@skyport/server/platform/clock';
import type { TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { startTestPanel } from '../../testkit/test-panel.ts';
import { dayAt, idle, tells, type Machine, type Place } from './machines.ts';

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
  readonly books?: (books: PullBooks) => PullBooks;
  readonly flight?: <T extends object>(flight: T) => T;
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
export interface Town {
  readonly scene: Scene;
  readonly victims: readonly Victim[];
  now(): number;
  advance(ms: number): Promise<void>;
  /** One flight to a machine that answers in a node's place. */
  fly(node: SceneNode, machine: Machine, weakness?: Weakness): Promise<PullReport>;
  /** A report of every node that stayed honest; gives where it was not billed at once and whole. */
  honestRound(): Promise<string[]>;
  /** Permanent bytes that somebody has left. */
  left(user: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a panel with two nodes that stay honest and as many others as are to be taken over, at the first hour of a day. */
export const startTown = async (victims: number): Promise<Town> => {
  const panel = await startTestPanel({ ALLOW_PRIVATE_NETWORKS: '1' });
  try {
    const scene = await sceneOf(panel.app);
    return await build(scene, victims, async () => {
      await scene.close();
      await panel.stop();
    });
  } catch (fault) {
    await panel.stop();
    throw fault;
  }
};

const build = async (scene: Scene, count: number, stop: () => Promise<void>): Promise<Town> => {
  const { clock, deps } = scene.app;
  const controller = await scene.controller();
  const now = (): number => clock.now().getTime();
  const permission = (await scene.save('permissions/update', { name: '只限成员' }))._id;
  const honest = [await settle(scene, undefined), await settle(scene, undefined)];
  const houses: House[] = [];
  for (let n = 0; n < count; n += 1) houses.push(await settle(scene, permission));
  const advance = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await sql`select keep_partitions(t, ${dayAt(now())}::date - 2, 5)
                from unnest(array['traffic_records', 'usage_daily']) t`.execute(deps.db);
  };
  const fly: Town['fly'] = async (node, machine, weakness = {}) => {
    const flight = {
      node: { id: node.id, linkMbps: LINK_MBPS },
      client: { pull: async (ask: Parameters<Machine['pull']>[0]) => machine.pull(ask) },
      deps,
      quotas: controller.quotas,
      served: controller.served(node.id),
    };
    const books = pullBooks(deps);
    return pullInto(weakness.books?.(books) ?? books, weakness.flight?.(flight) ?? flight);
  };
  await advance(0);
  await catchUp(controller);
  await liveHonestly([...honest, ...houses], { fly, advance, now });
  const victims = houses.map((house): Victim => ({
    ...placeOf(house, now),
    node: house.node,
    line: house.line,
    users: house.customers.slice(1, CUSTOMERS).map(({ num }) => num),
    removed: house.customers[0]!.num,
    stranger: house.customers[CUSTOMERS]!.num,
    foreignLine: honest[0]!.line,
  }));
  await remove(scene, houses);
  await catchUp(controller);
  await forEachAtOnce(houses, AT_ONCE, async ({ node }) => {
    const link = scene.link(node, controller);
    link.sync();
    await link.idle();
  });
  // A quiet day, so that what a taken-over node reports for the day before stands apart from its honest use.
  for (const ms of [2 * HOUR_MS + untilMidnight(now() + 2 * HOUR_MS), DAY_MS]) {
    await advance(ms);
    await forEachAtOnce(houses, AT_ONCE, ({ node }) => fly(node, idle({ epoch: node.agent.epoch, now })));
  }
  return {
    scene,
    victims,
    now,
    advance: async (ms) => {
      await advance(ms);
      await catchUp(controller);
    },
    fly,
    honestRound: async () =>
      (await Promise.all(honest.map((house) => reportHonestly(house, { scene, fly, now })))).flat(),
    left: async (user) => {
      const { rows } = await sql<{ left: number }>`
        select granted - spent as left from traffic_account where user_num = ${user}`.execute(deps.db);
      return Number(rows[0]?.left ?? 0);
    },
    stop,
  };
};

const catchUp = async (controller: Controller): Promise<void> => {
  await controller.refreshNodes();
  await controller.takeChanges();
  await controller.passTime();
};

const untilMidnight = (ms: number): number => DAY_MS - ((ms + 8 * HOUR_MS) % DAY_MS) + MINUTE_MS;

/** A node with one line and its customers; the last of them is a stranger where the line asks for a permission. */
interface House {
  readonly node: SceneNode;
  readonly line: number;
  readonly customers: readonly TestSession[];
}

const settle = async (scene: Scene, permission: string | undefined): Promise<House> => {
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

/** The first customer of each node loses the right to its line. */
const remove = async (scene: Scene, houses: readonly House[]): Promise<void> => {
  for (const { customers } of houses) {
    await sql`delete from user_permissions where user_id = ${customers[0]!.userId}`.execute(scene.app.deps.db);
    await scene.grant(customers[0]!.num, 1);
  }
};

const placeOf = ({ node }: House, now: () => number): Place => ({ epoch: node.agent.epoch, now });

interface Days {
  readonly fly: Town['fly'];
  readonly advance: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/** Some days on which every node reports what its customers used. */
const liveHonestly = async (houses: readonly House[], { fly, advance, now }: Days): Promise<void> => {
  const step = DAY_MS / REPORTS_A_DAY;
  await forEachAtOnce(houses, AT_ONCE, (house) => fly(house.node, idle(placeOf(house, now))));
  const each = Math.floor(HONEST_DAY / REPORTS_A_DAY / CUSTOMERS);
  for (let part = 0; part < HONEST_DAYS * REPORTS_A_DAY; part += 1) {
    await advance(step);
    await forEachAtOnce(houses, AT_ONCE, async (house) => {
      const rows = house.customers.slice(0, CUSTOMERS).map(({ num }): UsageRow => [house.line, num, 0, each]);
      const done = await fly(house.node, tells(placeOf(house, now), rows, { from: now() - step }));
      if (done.applied !== 1) throw new Error('an honest day was not billed: nothing can be proved');
    });
  }
};

const reportHonestly = async (
  house: House,
  { scene, fly, now }: { readonly scene: Scene; readonly fly: Town['fly']; readonly now: () => number },
): Promise<string[]> => {
  const spent = () => Promise.all(house.customers.map(({ num }) => scene.spent(num)));
  const before = await spent();
  const rows = house.customers.map(({ num }): UsageRow => [house.line, num, 0, HONEST_BYTES]);
  await fly(house.node, tells(placeOf(house, now), rows));
  const after = await spent();
  return after.flatMap((bytes, at) =>
    bytes - before[at]! === HONEST_BYTES
      ? []
      : [`an honest node reported ${HONEST_BYTES} bytes of a customer, and ${bytes - before[at]!} were billed at once`],
  );
};
