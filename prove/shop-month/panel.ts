import { roleOf } from '@skyport/db';
import { startLocalPostgres } from '@skyport/db/local';
import { migrate } from '@skyport/db/migrate';
import type { Deps } from '@skyport/server/platform/deps';
import { systemRandom } from '@skyport/server/platform/ids';
import { runJob, type Job } from '@skyport/server/platform/jobs';
import { startTestApp, type TestApp } from '@skyport/server/testing-app';
import { prepareJobs } from '@skyport/server/worker';
import { makeFolder, removeFolder } from '../../testkit/folder.ts';
import { startFront, type Front } from '../payment-kills/front.ts';
import { proofEnvironment } from '../shop/environment.ts';

/** A job that a call has added, and the earliest time at which it runs. */
interface Added {
  readonly definition: Job<unknown>;
  readonly input: unknown;
  readonly due: number;
}

/** The shop's panel in this process; it can be ended and begun again while database and providers go on. */
export interface MonthPanel {
  readonly front: Front;
  /** The panel that serves now. */
  app(): TestApp;
  /** Ends the panel, and starts another one on the same database. */
  restart(): Promise<void>;
  /** Runs what calls have added and is due, until nothing is left. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

/** Rounds of jobs that add jobs, before something runs in a circle. */
const MOST_ROUNDS = 50;

/** What stands in the place of the machine's parts: jobs that run by the moved clock, and draws that a seed decides. */
const takeOver = ({ deps, gate }: TestApp, added: Added[], random: () => number): void => {
  const jobs: Deps['jobs'] = {
    add: (_trx, definition, input) => {
      added.push({ definition: definition as Job<unknown>, input, due: 0 });
      return Promise.resolve();
    },
    addAt: (_trx, definition, { input, at }) => {
      added.push({ definition: definition as Job<unknown>, input, due: at?.getTime() ?? 0 });
      return Promise.resolve();
    },
  };
  const drawn = { ...systemRandom, below: (below: number) => Math.floor(random() * below) };
  Object.assign(deps, { jobs, random: drawn });
  Object.assign(gate, { rateLimiter: { allowsAddress: () => true, allowsAccount: () => true } });
};

const workOff = async ({ deps, clock }: TestApp, added: Added[]): Promise<void> => {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const now = clock.now().getTime();
    const due = added.filter((each) => each.due <= now);
    if (due.length === 0) return;
    for (const each of due) added.splice(added.indexOf(each), 1);
    for (const { definition, input } of due) await runJob(definition, deps, input);
  }
  throw new Error(`jobs add jobs without an end: ${added.map(({ definition }) => definition.name).join(', ')}`);
};

/** Starts database and panel. */
export const startMonthPanel = async (random: () => number): Promise<MonthPanel> => {
  const dataDir = makeFolder('month');
  const stops: (() => Promise<void> | void)[] = [() => removeFolder(dataDir)];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
    const postgres = await startLocalPostgres({ dataDir, log: () => undefined, settings });
    stops.push(() => postgres.stop());
    await migrate(postgres.ownerUrl, { appUrl: postgres.appUrl });
    await prepareJobs(postgres.ownerUrl, roleOf(postgres.appUrl));
    const added: Added[] = [];
    let url = '';
    const begin = async (at?: Date): Promise<TestApp> => {
      const begun = await startTestApp(postgres.appUrl, { ...proofEnvironment, DATA_DIR: dataDir });
      if (at) begun.clock.set(at);
      takeOver(begun, added, random);
      url = await begun.gate.app.listen({ port: 0, host: '127.0.0.1' });
      return begun;
    };
    let app = await begin();
    stops.push(() => app.close());
    const front = await startFront(() => url);
    stops.push(() => front.stop());
    return {
      front,
      app: () => app,
      restart: async () => {
        const at = app.clock.now();
        await app.close();
        app = await begin(at);
      },
      work: () => workOff(app, added),
      stop,
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
