import { inTransaction, migrate, roleOf, startLocalPostgres } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { shopOf, type Shop } from '@skyport/server/orders/testing/shop';
import { startTestApp, type TestApp, type TestSession } from '@skyport/server/testing-app';
import { prepareJobs } from '@skyport/server/worker';
import { sql } from 'kysely';
import { Client } from 'pg';
import { makeFolder, removeFolder } from '../../testkit/folder.ts';
import { crashDatabase } from '../../testkit/crash-database.ts';
import { startShopServer, type ShopServer } from './client.ts';
import { weaknessOf } from './all-weaknesses.ts';
import { proofEnvironment } from './environment.ts';

/** A database of its own, the product in this process to set things up, and server processes. */
export interface ProvedShop {
  /** The product in this process: for what comes before and after the storm. */
  readonly app: TestApp;
  readonly shop: Shop;
  /** Starts a server process; one with jobs works in the background as well. */
  start(options?: {
    readonly jobs?: boolean;
    readonly environment?: Readonly<Record<string, string>>;
  }): Promise<ShopServer>;
  /** Moves the clock of this process and of every server process that is started later; gives how far it is ahead. */
  advance(ms: number): number;
  /** Ends the database at once and waits until it serves again. */
  crashDatabase(): Promise<void>;
  /** Puts yuan into a wallet. */
  fund(user: TestSession, yuan: number): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL of a proof. */
export interface ShopDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Ends it at once and waits until `asks` is answered again. */
  crash(asks: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL of a proof; its data may lie in the folder. */
export type OpenDatabase = (folder: string) => Promise<ShopDatabase>;

const CLOCK_MS = 20;

const openBundled: OpenDatabase = async (dataDir) => {
  const database = await startLocalPostgres({ dataDir, log: () => undefined });
  const { ownerUrl, appUrl, stop } = database;
  return { ownerUrl, appUrl, stop, crash: (asks) => crashDatabase(database, asks) };
};

const plantSql = async (ownerUrl: string, statement: string): Promise<void> => {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
};

/** Starts database and product; a weakness is planted in every server process that is started later. */
export const startProvedShop = async (weakness?: string, open = openBundled): Promise<ProvedShop> => {
  const dataDir = makeFolder('shop');
  const stops: (() => Promise<unknown> | void)[] = [() => removeFolder(dataDir)];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const database = await open(dataDir);
    stops.push(() => database.stop());
    const { ownerUrl, appUrl } = database;
    await migrate(ownerUrl, { appUrl });
    await prepareJobs(ownerUrl, roleOf(appUrl));
    const planted = weakness === undefined ? undefined : weaknessOf(weakness).sql;
    if (planted !== undefined) await plantSql(ownerUrl, planted);
    const app = await startTestApp(appUrl, proofEnvironment);
    stops.push(() => app.close());
    let aheadMs = 0;
    const setClock = (): void => app.clock.set(new Date(Date.now() + aheadMs));
    const tick = setInterval(setClock, CLOCK_MS).unref();
    stops.push(() => clearInterval(tick));
    setClock();
    // What this process sets up is much at once, and no matter of the proof.
    Object.assign(app.gate, { rateLimiter: { allowsAddress: () => true, allowsAccount: () => true } });
    const admin = await app.account({ type: 'admin', steppedUp: true });
    let funded = 0;
    return {
      app,
      shop: shopOf(app, admin),
      start: async (own = {}) => {
        const options = { ...own, databaseUrl: appUrl, adminId: admin.userId, weakness, aheadMs };
        const server = await startShopServer(options);
        stops.push(() => server.program.kill());
        return server;
      },
      advance: (ms) => {
        aheadMs += ms;
        setClock();
        return aheadMs;
      },
      crashDatabase: () => database.crash(() => sql`select 1`.execute(app.deps.db)),
      fund: async (user, yuan) => {
        funded += 1;
        const amount = yuan * 1000;
        await inTransaction(app.deps.db, (trx) =>
          post(trx, {
            key: `funded:${funded}`,
            kind: 'adjust',
            ref: user.userId,
            actor: 'test',
            at: app.clock.now(),
            entries: [
              { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -amount },
              { account: { owner: user.num, kind: 'wallet' }, unit: 'CNY_MILLI', amount },
            ],
          }),
        );
      },
      stop,
    };
  } catch (fault) {
    await stop();
    throw fault;
  }
};
