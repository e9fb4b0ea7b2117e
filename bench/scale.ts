import { availableParallelism } from 'node:os';
import { accountsCalls } from '@skyport/contract/accounts';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { startPanelProgram, type Program } from '../testkit/program.ts';
import { startBaseline } from './baseline.ts';
import { runLoad, type Load } from './load.ts';
import { inRounds, neat, type Bench } from './measure.ts';
import { processSeconds } from './process-time.ts';
import { LANES, makeBuyers, runPurchases } from './purchases.ts';
import { spread, startRig, type Rig } from './rig.ts';

const REQUESTS = 9600;
/** Many short rounds: what is compared is measured within seconds. */
const ROUNDS = { quick: { rounds: 1, seconds: 1 }, whole: { rounds: 9, seconds: 2 } } as const;
/** Number of API processes of each measurement. */
const COUNTS = [1, 2, 4] as const;
const MOST = 4;

/** A server's process. */
interface Api {
  readonly url: string;
  readonly pid: number;
}

/** Starts API processes on the rig's database, each with its own port and folder; the rig's own is their worker. */
const startApis = async (rig: Rig, count: number): Promise<{ all: Api[]; stop(): Promise<void> }> => {
  const programs: Program[] = [];
  const folders: string[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.stop()));
    folders.forEach(removeFolder);
  };
  const all: Api[] = [];
  try {
    for (let n = 0; n < count; n += 1) {
      const [port, folder] = [await quietPort(), makeFolder('scale')];
      folders.push(folder);
      const own = { PORT: String(port), DATA_DIR: folder, ROLES: 'api' };
      const program = startPanelProgram({ ...rig.panel.environment, ...own });
      programs.push(program);
      await program.says(/Skyport is ready/);
      all.push({ url: `http://127.0.0.1:${port}`, pid: program.pid });
    }
    return { all, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
};

/**
 * Answers and purchases a second with one, two and four API processes on one database, and their processor time per
 * answer. Load, PostgreSQL and all processes share two processors, on which any server costs more each: bare servers
 * with one select show how much.
 */
export const scale: Bench = async (options) => {
  const rig = await startRig();
  const { rounds, seconds } = ROUNDS[options.quick ? 'quick' : 'whole'];
  const body = JSON.stringify({ data: encodeEnvelope({}) });
  const buyers = await makeBuyers(rig.panel.databaseUrl, rig.users);
  const apis = await startApis(rig, MOST);
  const bares = await Promise.all(Array.from({ length: MOST }, () => startBaseline(rig.panel.databaseUrl, 'x')));
  const cost: Record<string, number> = {};
  /** Answers a second of `count` processes; stores the processor microseconds per answer in `cost`. */
  const measured = async (
    name: string,
    used: readonly Api[],
    load: (api: Api, n: number) => Promise<number>,
  ): Promise<number> => {
    const spent = (): number => used.reduce((sum, { pid }) => sum + processSeconds(pid), 0);
    const before = spent();
    const answers = (await Promise.all(used.map(load))).reduce((sum, n) => sum + n, 0);
    cost[name] = ((spent() - before) * 1e6) / answers;
    return answers / seconds;
  };
  const selects = spread(REQUESTS, rig.users, ({ id }) => ({ path: `/select/${id}` }));
  const userInfos = spread(REQUESTS, rig.users, ({ cookie }, from) => ({
    path: accountsCalls.userInfo.path,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': from },
    body,
  }));
  const ask =
    (requests: Load['requests']) =>
    async ({ url }: Api): Promise<number> =>
      (await runLoad({ url, requests, seconds, expect: 200 })).rps * seconds;
  const select = (count: number) => measured(`select${count}`, bares.slice(0, count), ask(selects));
  const userinfo = (count: number) => measured(`userinfo${count}`, apis.all.slice(0, count), ask(userInfos));
  const purchases = (count: number) =>
    measured(`purchases${count}`, apis.all.slice(0, count), ({ url }, n) => {
      const own = buyers.users.filter((_, at) => at % count === n);
      return runPurchases({ ...buyers, users: own }, { url, seconds, lanes: LANES });
    });
  try {
    const loads = { select, userinfo, purchases };
    const costOf = (name: string, count: number): number => cost[`${name}${count}`] ?? NaN;
    const measurements = COUNTS.flatMap((count) =>
      Object.entries(loads).flatMap(([name, take]) => [
        [`${name}${count}`, () => take(count)] as const,
        [`${name}${count}CpuUs`, async () => costOf(name, count)] as const,
      ]),
    );
    // Both costs are of the same round, so that a slow minute of the machine changes both.
    const growths = Object.keys(loads).map(
      (name) => [`${name}Cpu`, async () => costOf(name, 1) / costOf(name, 2)] as const,
    );
    const all = Object.fromEntries<() => Promise<number>>([...measurements, ...growths]);
    const found = await inRounds<string>(rounds, all, options.say);
    const of = (name: string): number => found[name] ?? NaN;
    const cpu = Object.fromEntries(growths.map(([name]) => [name, neat(of(name))]));
    const figures = measurements.map(([name]) => [name, neat(of(name))]);
    return {
      ratios: {
        userinfo: neat(of('userinfo2') / of('userinfo1')),
        purchases: neat(of('purchases2') / of('purchases1')),
        ...cpu,
      },
      figures: { cores: availableParallelism(), ...Object.fromEntries(figures) },
    };
  } finally {
    await Promise.all(bares.map((bare) => bare.stop()));
    await apis.stop();
    await rig.stop();
  }
};
