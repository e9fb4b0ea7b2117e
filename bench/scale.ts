import { availableParallelism } from 'node:os';
import { accountsCalls } from '@skyport/contract/accounts';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { startProgram, type Program } from '../testkit/program.ts';
import { runLoad } from './load.ts';
import { inRounds, neat, roundsOf, type Bench } from './measure.ts';
import { processSeconds } from './process-time.ts';
import { LANES, makeBuyers, runPurchases } from './purchases.ts';
import { spread, startRig, type Rig } from './rig.ts';

const REQUESTS = 9600;
/** Number of API processes of each measurement. */
const COUNTS = [1, 2, 4] as const;
const MOST = 4;

/** An API process. */
interface Api {
  readonly url: string;
  readonly pid: number;
}

/** Starts further API processes on the rig's database, each with its own port and folder. */
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
      const program = startProgram('packages/server/src/main.ts', [], { ...rig.panel.environment, ...own });
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
 * answer. On two processors, shared with load and PostgreSQL, only the processor time can show the cost.
 */
export const scale: Bench = async (options) => {
  const rig = await startRig();
  const { rounds, seconds } = roundsOf(options);
  const body = JSON.stringify({ data: encodeEnvelope({}) });
  const buyers = await makeBuyers(rig.panel.databaseUrl, rig.users);
  const more = await startApis(rig, MOST - 1);
  const apis: readonly Api[] = [{ url: rig.panel.url, pid: rig.pid }, ...more.all];
  const cost: Record<string, number> = {};
  /** Answers a second of `count` processes; stores the processor microseconds per answer in `cost`. */
  const measured = async (
    name: string,
    count: number,
    load: (api: Api, n: number) => Promise<number>,
  ): Promise<number> => {
    const used = apis.slice(0, count);
    const spent = (): number => used.reduce((sum, { pid }) => sum + processSeconds(pid), 0);
    const before = spent();
    const answers = (await Promise.all(used.map(load))).reduce((sum, n) => sum + n, 0);
    cost[name] = ((spent() - before) * 1e6) / answers;
    return answers / seconds;
  };
  const requests = spread(REQUESTS, rig.users, ({ cookie }, from) => ({
    path: accountsCalls.userInfo.path,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': from },
    body,
  }));
  const ask = async ({ url }: Api): Promise<number> =>
    (await runLoad({ url, requests, seconds, expect: 200 })).rps * seconds;
  const userinfo = (count: number) => () => measured(`userinfo${count}`, count, ask);
  const purchases = (count: number) => () => {
    const lanes = Math.ceil(LANES / count);
    return measured(`purchases${count}`, count, ({ url }, n) => {
      const own = buyers.users.filter((_, at) => at % count === n);
      return runPurchases({ ...buyers, users: own }, { url, seconds, lanes });
    });
  };
  try {
    const measurements = COUNTS.flatMap((count) =>
      [
        [`userinfo${count}`, userinfo(count)],
        [`purchases${count}`, purchases(count)],
      ].flatMap(([name, take]) => [
        [name, take],
        [`${String(name)}CpuUs`, async () => cost[String(name)] ?? 0],
      ]),
    );
    const found = await inRounds<string>(rounds, Object.fromEntries(measurements), options.say);
    const of = (name: string): number => found[name] ?? 0;
    return {
      ratios: {
        userinfo: neat(of('userinfo2') / of('userinfo1')),
        purchases: neat(of('purchases2') / of('purchases1')),
        userinfoCpu: neat(of('userinfo1CpuUs') / of('userinfo2CpuUs')),
        purchasesCpu: neat(of('purchases1CpuUs') / of('purchases2CpuUs')),
      },
      figures: {
        cores: availableParallelism(),
        ...Object.fromEntries(Object.entries(found).map(([name, value]) => [name, neat(value)])),
      },
    };
  } finally {
    await more.stop();
    await rig.stop();
  }
};
