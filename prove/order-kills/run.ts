import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '@skyport/server/platform/crash';
import { until } from '../../testkit/until.ts';
import { create } from './acts.ts';
import { gather, type Crowd, type Gathering } from './crowd.ts';
import { endOf, prepare, type Flow } from './flows.ts';
import { unvisited } from './points.ts';
import type { World } from './world.ts';

/** A proof under way. */
export interface Run<W extends World = World> {
  readonly world: W;
  readonly plan: Plan<W>;
  readonly say: (line: string) => void;
  readonly random: () => number;
  readonly isQuick: boolean;
  /** How many kills are wanted beside those of the usual run. */
  readonly kills: number | undefined;
  readonly failures: string[];
}

/** What a proof leads its panels through. */
export interface Plan<W extends World> {
  readonly flows: readonly Flow<W>[];
  /** Crash points at which a panel has to die. */
  readonly points: readonly CrashPoint[];
  /** What clients of a crowd do again and again. */
  readonly act: Gathering<W>['act'];
  /** What comes after each kill: everybody says once more what was not heard, and what is over ends. */
  recover(world: W): Promise<void>;
  /** How often a quick run kills at random, and the database, where it is not as often as usual. */
  readonly quick?: { readonly kills: number; readonly databaseKills: number };
}

const KILLS = 200;
const QUICK_KILLS = 10;
const DATABASE_KILLS = 20;
const QUICK_DATABASE_KILLS = 3;
/** Clients beside whom the panel is killed, and the database. */
const LOAD = { clients: 12, accounts: 6 };
const DATABASE_LOAD = { clients: 50, accounts: 25 };
/** How long a panel has to come by the crash point that it was told of. */
const VISIT_MS = 20_000;
/** The same under load, where nobody leads it there. */
const BUSY_VISIT_MS = 2500;
const LONGEST_LOAD_MS = 1500;
/** Between two kills goes so much of the panel's time: now and then orders and trades run out. */
const BETWEEN_MS = 40 * 60_000;
/** However the database fares, a panel that lives answers within this. */
const ANSWER_MS = 10_000;
const BACK_MS = 30_000;
/** What a panel that lives does after its answers has had its time: only what a kill cut off is missing then. */
const AFTERWARDS_MS = 300;

/** Does one kill and holds the books; whatever is wrong, or thrown, is a failure that says after what. */
export const hold = async <W extends World>(
  { world, failures }: Run<W>,
  after: () => string,
  kill: () => Promise<unknown>,
): Promise<void> => {
  try {
    await kill();
    failures.push(...(await world.audit()).map((problem) => `${after()}: ${problem}`));
  } catch (fault) {
    failures.push(`${after()}: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
};

/** Where each way comes by each of its points; in a quick run each point once. */
const trialsOf = <W extends World>({ isQuick, plan }: Run<W>): { flow: Flow<W>; point: CrashPoint }[] => {
  const all = plan.flows.flatMap((flow) => flow.points.map((point) => ({ flow, point })));
  return isQuick ? all.filter(({ point }, n) => all.findIndex((each) => each.point === point) === n) : all;
};

/** Kills the panel at every crash point, on every way that comes by. */
export const killAtPoints = async <W extends World>(run: Run<W>): Promise<number> => {
  const visited = new Set<string>();
  const trials = trialsOf(run);
  for (const [n, { flow, point }] of trials.entries()) {
    const after = `${flow.name}, ${point}`;
    await hold(
      run,
      () => after,
      async () => {
        if (await killAt(run, flow, point)) visited.add(point);
        else run.failures.push(`${after}: nobody came by`);
      },
    );
    run.say(`${n + 1}/${trials.length}: ${after}; ${run.failures.length} failures ${run.failures[0] ?? ''}`);
    if (run.failures.length > 0) return n + 1;
  }
  run.failures.push(...unvisited(visited, run.plan.points));
  run.say(`${visited.size} of ${run.plan.points.length} crash points were visited`);
  return trials.length;
};

/** Kills the panel once; false when it did not come by. What is over may end by itself before it is asked for. */
const killAt = async <W extends World>(
  { world, failures }: Run<W>,
  flow: Flow<W>,
  point: CrashPoint,
): Promise<boolean> => {
  for (let tries = flow.before.isOver ? 3 : 1; tries > 0; tries -= 1) {
    await flow.begin?.(world);
    const purchase = await prepare(world, flow);
    await world.server().arm(point);
    const strike = flow.strike(world, purchase);
    const isKilled = await world.dies(VISIT_MS);
    await strike;
    await world.restart();
    const end = await flow.resume(world, purchase);
    await sleep(AFTERWARDS_MS);
    failures.push(...(await endOf(world, purchase, end)).map((problem) => `${flow.name}, ${point}: ${problem}`));
    if (isKilled) return true;
  }
  return false;
};

/** Ends the panel while it works: at a random moment, or at a random visit of a random crash point. */
const killSoon = async <W extends World>({ world, random, plan: { points } }: Run<W>): Promise<string> => {
  if (random() < 0.5) {
    await sleep(random() * LONGEST_LOAD_MS);
    await world.server().program.kill();
    return 'at a random moment';
  }
  const server = world.server();
  await server.arm(points[Math.floor(random() * points.length)]!, 1 + Math.floor(random() * 5));
  await world.dies(BUSY_VISIT_MS);
  await server.program.kill();
  return `at ${server.crashedAt() ?? 'a random moment'}`;
};

/** Kills the panel again and again while many buy. */
export const killAtRandom = async <W extends World>(run: Run<W>): Promise<number> => {
  const { world, failures, say, plan } = run;
  const kills = run.kills ?? (run.isQuick ? (plan.quick?.kills ?? QUICK_KILLS) : KILLS);
  const crowd = await gather(world, { ...LOAD, act: plan.act });
  for (let kill = 1; kill <= kills; kill += 1) {
    let where = '';
    await hold(
      run,
      () => `kill ${kill} ${where}`,
      async () => {
        crowd.go();
        await world.askForExpiry();
        where = await killSoon(run);
        await crowd.pause();
        world.shop.advance(BETWEEN_MS);
        await world.restart();
        await plan.recover(world);
      },
    );
    say(`${kill}/${kills}: killed ${where}; ${crowd.acts()} acts, ${failures.length} failures ${failures[0] ?? ''}`);
    if (failures.length > 0) break;
  }
  await crowd.pause();
  await crowd.end();
  return kills;
};

/** Kills PostgreSQL again and again while many buy from a panel that lives on. */
export const killDatabase = async <W extends World>(run: Run<W>): Promise<number> => {
  const { world, failures, say, plan } = run;
  const kills = run.kills ?? (run.isQuick ? (plan.quick?.databaseKills ?? QUICK_DATABASE_KILLS) : DATABASE_KILLS);
  const crowd = await gather(world, { ...DATABASE_LOAD, act: plan.act });
  const visitor = await world.newcomer();
  world.longestMs = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const after = `database kill ${kill}`;
    await hold(
      run,
      () => after,
      async () => {
        const order = async (): Promise<string | undefined> => {
          if (world.server().program.isOver()) throw new Error('the panel ended with its database');
          return create(world, visitor, world.combos[0]);
        };
        const backMs = await killDatabaseOnce(run, crowd, order);
        say(`${kill}/${kills}: orders were taken again after ${Math.round(backMs)} ms; ${crowd.acts()} acts so far`);
        await plan.recover(world);
      },
    );
    if (failures.length > 0) break;
  }
  await crowd.pause();
  await crowd.end();
  say(`the longest answer took ${Math.round(world.longestMs)} ms`);
  if (world.longestMs > ANSWER_MS) failures.push(`an answer took ${Math.round(world.longestMs)} ms`);
  return kills;
};

/** Gives how long it took until the panel took orders again, in milliseconds. */
const killDatabaseOnce = async <W extends World>(
  { world, random }: Run<W>,
  crowd: Crowd,
  order: () => Promise<string | undefined>,
): Promise<number> => {
  crowd.go();
  await sleep(random() * LONGEST_LOAD_MS + LONGEST_LOAD_MS / 3);
  world.isDatabaseAway = true;
  const begun = performance.now();
  await world.shop.crashDatabase();
  await until('the panel to take orders again', order, { withinMs: BACK_MS });
  const backMs = performance.now() - begun;
  await crowd.pause();
  world.isDatabaseAway = false;
  return backMs;
};
