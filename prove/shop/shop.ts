import { inTransaction, migrate, roleOf, startLocalPostgres } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import { shopOf, type Shop } from '@skyport/server/orders/testing/shop';
import { startTestApp, type TestApp, type TestSession } from '@skyport/server/testing-app';
import { prepareJobs } from '@skyport/server/worker';
import { Client } from 'pg';
import { makeFolder, removeFolder } from '../../testkit/folder.ts';
import { startShopServer, type ShopServer } from './client.ts';
import { weaknesses } from './weaknesses.ts';

/** A database of its own, the product in this process to set things up, and server processes. */
export interface ProvedShop {
  /** The product in this process: for what comes before and after the storm. */
  readonly app: TestApp;
  readonly shop: Shop;
  start(): Promise<ShopServer>;
  /** Puts yuan into a wallet. */
  fund(user: TestSession, yuan: number): Promise<void>;
  stop(): Promise<void>;
}

const CLOCK_MS = 20;

const plantSql = async (ownerUrl: string, statement: string): Promise<void> => {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
};

/** Starts database and product; a weakness is planted in every server process that is started later. */
export const startProvedShop = async (weakness?: string): Promise<ProvedShop> => {
  const dataDir = makeFolder('shop');
  const stops: (() => Promise<unknown> | void)[] = [() => removeFolder(dataDir)];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const database = await startLocalPostgres({ dataDir, log: () => undefined });
    stops.push(() => database.stop());
    const { ownerUrl, appUrl } = database;
    await migrate(ownerUrl, { appUrl });
    await prepareJobs(ownerUrl, roleOf(appUrl));
    const sql = weakness === undefined ? undefined : weaknesses[weakness]?.sql;
    if (sql !== undefined) await plantSql(ownerUrl, sql);
    const app = await startTestApp(appUrl, { TEST_PAYMENTS: '1' });
    stops.push(() => app.close());
    const tick = setInterval(() => app.clock.set(new Date()), CLOCK_MS).unref();
    stops.push(() => clearInterval(tick));
    app.clock.set(new Date());
    // What this process sets up is much at once, and no matter of the proof.
    Object.assign(app.gate, { rateLimiter: { allowsAddress: () => true, allowsAccount: () => true } });
    const admin = await app.account({ type: 'admin', steppedUp: true });
    let funded = 0;
    return {
      app,
      shop: shopOf(app, admin),
      start: async () => {
        const server = await startShopServer({ databaseUrl: appUrl, adminId: admin.userId, weakness });
        stops.push(() => server.program.kill());
        return server;
      },
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
