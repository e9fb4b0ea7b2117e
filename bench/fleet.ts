import { GIB } from '@skyport/contract/units';
import { createDb, inTransaction, roleOf } from '@skyport/db';
import { startLocalPostgres } from '@skyport/db/local';
import { migrate } from '@skyport/db/migrate';
import { makeUserkey } from '@skyport/server/accounts/sign-up/create';
import { startFleet } from '@skyport/server/fleet/index';
import { fleetWake, usersChanged } from '@skyport/server/platform/fleet-changes';
import { loadPki } from '@skyport/server/fleet/certificates/pki';
import type { Deps } from '@skyport/server/platform/deps';
import { readEnv } from '@skyport/server/platform/env';
import { wire } from '@skyport/server/wiring';
import { prepareJobs } from '@skyport/server/worker';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { makeNodes } from '../tools/large-fleet.ts';
import { startLeanAgent, type LeanAgent } from '../testkit/lean-agent.ts';
import { inRounds, neat, type Bench, type BenchOptions } from './measure.ts';

/** Agents and users; quick looks only whether the bench works. */
const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { agents: 10, users: 10_000, idleMs: 65_000 } : { agents: 100, users: 100_000, idleMs: 185_000 };
const SECRET_KEY = 'bench-only-secret-key-of-enough-length-0123456789';

type Sizes = ReturnType<typeof sizesOf>;

interface Rig {
  readonly deps: Deps;
  readonly agents: readonly LeanAgent[];
  readonly users: readonly number[];
  /** Says that a user has changed, as a purchase does, and lets the fleet hear of it. */
  change(user: number): Promise<void>;
  stop(): Promise<void>;
}

/** What agents cost that have nothing to say, how fast a change reaches them all, and how fast one gets everything. */
export const fleet: Bench = async (options) => {
  const sizes = sizesOf(options);
  const rig = await startRig(sizes, options.say);
  try {
    const idle = await idleBytes(rig, sizes);
    options.say(`idle: ${neat(idle)} bytes a second`);
    const found = await inRounds(
      options.quick ? 1 : 3,
      { changeReachesAllMs: () => changeMs(rig), fullResyncMs: () => resyncMs(rig) },
      options.say,
    );
    return {
      ratios: {},
      figures: {
        idleBytesPerSecond: neat(idle),
        changeReachesAllMs: neat(found.changeReachesAllMs),
        fullResyncMs: neat(found.fullResyncMs),
        agents: sizes.agents,
        users: sizes.users,
      },
    };
  } finally {
    await rig.stop();
  }
};

const bytesOf = (agents: readonly LeanAgent[]): number => agents.reduce((sum, agent) => sum + agent.bytes(), 0);

const idleBytes = async ({ agents }: Rig, { idleMs }: Sizes): Promise<number> => {
  const [before, begun] = [bytesOf(agents), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  return (bytesOf(agents) - before) / ((performance.now() - begun) / 1000);
};

const changeMs = async (rig: Rig): Promise<number> => {
  const before = rig.agents.map(({ held }) => held.gen);
  const begun = performance.now();
  await rig.change(rig.users[Math.floor(Math.random() * rig.users.length)] ?? 0);
  await until(() => rig.agents.every(({ held }, index) => held.gen > (before[index] ?? 0)));
  return performance.now() - begun;
};

/** An agent that lost everything says so to the next change, and is sent the whole set. */
const resyncMs = async (rig: Rig): Promise<number> => {
  const [agent] = rig.agents;
  agent?.forget();
  const begun = performance.now();
  await rig.change(rig.users[0] ?? 0);
  await until(() => agent?.held.kind === 'full');
  return performance.now() - begun;
};

const LONGEST_MS = 1_800_000;
const until = async (done: () => boolean): Promise<void> => {
  const deadline = performance.now() + LONGEST_MS;
  while (!done()) {
    if (performance.now() > deadline) throw new Error('the agents did not get there');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};

const startRig = async (sizes: Sizes, say: BenchOptions['say']): Promise<Rig> => {
  const dataDir = makeFolder('fleet');
  const postgres = await startLocalPostgres({ dataDir, log: () => undefined });
  const stops: (() => unknown)[] = [() => removeFolder(dataDir), () => postgres.stop()];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    await migrate(postgres.ownerUrl, { appUrl: postgres.appUrl });
    await prepareJobs(postgres.ownerUrl, roleOf(postgres.appUrl));
    const env = readEnv({ LOG_LEVEL: 'silent', ALLOW_PRIVATE_NETWORKS: '1' });
    const wired = await wire({
      env,
      databaseUrl: postgres.appUrl,
      secretKey: SECRET_KEY,
      consoleDir: undefined,
      checkAnswers: false,
    });
    stops.push(wired.close);
    const { deps } = wired;
    const users = await makeUsers(deps, postgres.appUrl, sizes.users);
    const agents = await startAgents(deps, sizes.agents);
    stops.push(() => Promise.all(agents.map((agent) => agent.close())));
    say(`${agents.length} agents, ${users.length} users`);
    const running = await startFleet(deps, { faults: async (fault) => say(String(fault)) });
    stops.push(() => running.stop());
    await until(() => agents.every(({ held }) => held.gen > 0));
    say('every agent has everybody');
    const change = async (user: number): Promise<void> => {
      await inTransaction(deps.db, (trx) => usersChanged(trx, deps, [user]));
      await fleetWake.run(deps, {});
    };
    return { deps, agents, users, change, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
};

const makeUsers = async ({ ids, secrets }: Deps, url: string, count: number): Promise<number[]> => {
  const { pool, close } = createDb(url, { statementLimitMs: 120_000 });
  const made = Array.from({ length: count }, () => {
    const id = ids.next();
    return { id, ...makeUserkey(id, { ids, secrets }) };
  });
  const { rows } = await pool.query<{ user_num: number }>(
    `with made as (
       insert into users (id, email, password_hash, type, userkey_enc, userkey_hash, confirmed, created_at, last_active_at)
       select id, id || '@example.com', 'none', 'normal', sealed, hash, true, now(), now()
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as u (id, sealed, hash) returning num)
     insert into traffic_account (user_num, granted) select num, $4::bigint from made returning user_num`,
    [made.map(({ id }) => id), made.map(({ encrypted }) => encrypted), made.map(({ hash }) => hash), 100 * GIB],
  );
  await close();
  return rows.map(({ user_num }) => user_num);
};

/** Nodes with one line each, saved as an admin saves them, and their agents. */
const startAgents = async (deps: Deps, count: number): Promise<LeanAgent[]> => {
  const pki = await loadPki(deps);
  const agents: LeanAgent[] = [];
  for (let n = 0; n < count; n += 1) agents.push(await startLeanAgent(pki, deps.ids.next()));
  await makeNodes(
    deps,
    agents.map((agent) => ({ lines: 1, agent })),
  );
  return agents;
};
