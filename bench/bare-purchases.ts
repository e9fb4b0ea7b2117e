import { migrate, roleOf, startLocalPostgres } from '@skyport/db';
import type { LocalPostgres } from '@skyport/db/local';
import { postCall, startTestApp, type TestApp } from '@skyport/server/testing-app';
import { prepareJobs } from '@skyport/server/worker';
import { Client } from 'pg';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { addressOf, buy, makeBuyers, type Buyers, type CallAs } from './purchases.ts';

/** Purchases that are recorded, each by an account of its own. */
const RECORDED = 200;

/** A statement as it was sent, with its values. */
interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements of purchases, sent once more by a bare client to a database that is as it was before them. */
export interface BarePurchases {
  /** Sends them all, one after the other. Purchases a second. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Records what the product sends to its database in a number of purchases, one after the other. Numbers that the
 * database gives out are the same each time, since nothing else writes there.
 */
export const recordPurchases = async (): Promise<BarePurchases> => {
  const folder = makeFolder('bare-purchases');
  const server = await startLocalPostgres({ dataDir: folder, log: () => undefined });
  const stop = async (): Promise<void> => {
    await server.stop();
    removeFolder(folder);
  };
  try {
    const { copy, remove } = copies(server);
    await migrate(server.ownerUrl, { appUrl: server.appUrl });
    await prepareJobs(server.ownerUrl, roleOf(server.appUrl));
    const buyers = await inApp(server.appUrl, makeAccounts);
    await copy('recorded');
    const sent = await inApp(named(server.appUrl, 'recorded'), (app) => record(app, buyers));
    const run = async (): Promise<number> => {
      await copy('bare');
      try {
        return RECORDED / (await replay(named(server.appUrl, 'bare'), sent));
      } finally {
        await remove('bare');
      }
    };
    return { run, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
};

const named = (url: string, database: string): string => {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
};

const inApp = async <T>(databaseUrl: string, work: (app: TestApp) => Promise<T>): Promise<T> => {
  const app = await startTestApp(databaseUrl, { TRUST_PROXY: '127.0.0.1' });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
};

const makeAccounts = async (app: TestApp): Promise<Buyers> => {
  const users = [];
  for (let n = 0; n < RECORDED; n += 1) {
    const { userId: id, num, cookie } = await app.account();
    users.push({ id, num, cookie });
  }
  return makeBuyers(app.databaseUrl, users);
};

/** Whatever the clients of this process send while the purchases are made. */
const record = async (app: TestApp, { comboId, users }: Buyers): Promise<Sent[]> => {
  const sent: Sent[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [asked, values] = args as [string | Sent, unknown[]?];
    if (typeof asked === 'string') sent.push({ text: asked, values: values ?? [] });
    else if (typeof asked.text === 'string') sent.push({ text: asked.text, values: asked.values ?? values ?? [] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  const call: CallAs = async ({ cookie, num }, { path }, payload) => {
    const { answer } = await postCall(app.gate, path, { payload, address: addressOf(num), headers: { cookie } });
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer.data;
  };
  try {
    for (const user of users) {
      app.clock.advance(1000);
      await buy(call, comboId, user);
    }
  } finally {
    Client.prototype.query = query;
  }
  return sent;
};

/** Seconds that the statements take, one after the other. */
const replay = async (url: string, sent: readonly Sent[]): Promise<number> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const begun = performance.now();
    for (const { text, values } of sent) await client.query(text, values);
    return (performance.now() - begun) / 1000;
  } finally {
    await client.end();
  }
};

/** Copies of the database that the accounts were made in. */
const copies = ({ ownerUrl, rootUrl }: Pick<LocalPostgres, 'ownerUrl' | 'rootUrl'>) => {
  const original = new URL(ownerUrl).pathname.slice(1);
  const inServer = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: rootUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    copy: (name: string): Promise<void> =>
      inServer(`create database "${name}" template "${original}" owner "${roleOf(ownerUrl)}"`),
    remove: (name: string): Promise<void> => inServer(`drop database "${name}"`),
  };
};
