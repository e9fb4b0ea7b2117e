import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createDb } from '@skyport/db';
import { wire } from '@skyport/server/wiring';
import { makeUserkey } from '@skyport/server/accounts/sign-up/create';
import { joinNode } from '@skyport/server/fleet/testing/join-node';
import { systemClock } from '@skyport/server/platform/clock';
import { readEnv } from '@skyport/server/platform/env';
import { createIds, systemRandom } from '@skyport/server/platform/ids';
import { createSecrets, sha256 } from '@skyport/server/platform/secrets';
import { changeSettings } from '@skyport/server/settings/index';
import { GIB } from '@skyport/contract/units';
import { holdLifeline, lifelineArgs } from '@skyport/agent/testing/lifeline';
import { startPanel, type Panel } from '../testkit/panel.ts';
import { panelCommand } from '../testkit/program.ts';
import { becomeAdmin } from '../testkit/accounts.ts';
import { until } from '../testkit/until.ts';
import { makeCustomers, type Customer } from '../tools/customers.ts';
import { LINES } from './baseline.ts';

/** A panel with 2,000 users and 30 different lines that writes its log nowhere, as fast as it is in production. */
export interface Rig {
  readonly panel: Panel;
  /** The panel's process. */
  readonly pid: number;
  readonly users: readonly BenchUser[];
  /** Accounts of which only the links are used. */
  readonly subscribers: readonly Subscriber[];
  stop(): Promise<void>;
}

/** Somebody with a link. */
export interface Subscriber {
  readonly id: string;
  readonly userkey: string;
}

/** A user of the rig; `cookie` is a live session. */
export interface BenchUser extends Customer {
  readonly cookie: string;
}

const SECRET_KEY = 'bench-only-secret-key-of-enough-length-0123456789';
const USERS = 2000;

/** The account's own limit counts as ever, but nobody meets it: a load asks for more than any household. */
const NO_LIMIT_IN_REACH = 1_000_000;

/** Starts the rig. Addresses of clients are taken from `x-forwarded-for`, as behind a proxy. */
export const startRig = async ({ subscribers: count = 0 } = {}): Promise<Rig> => {
  const panel = await startPanel({
    settings: { link_fetch_limit: NO_LIMIT_IN_REACH },
    env: { SECRET_KEY, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' },
  });
  try {
    await makeLines(panel);
    const users = await makeUsers(panel);
    const subscribers = await makeSubscribers(panel, count);
    await panel.processes.get('panel')?.stop();
    const child = spawn(process.execPath, [...lifelineArgs, ...panelCommand], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      env: { ...process.env, ...panel.environment, ROLES: 'api,worker' },
    });
    holdLifeline(child);
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      await once(child, 'close');
      await panel.stop();
    };
    await until('the panel to answer', async () => (await fetch(`${panel.url}/healthz`)).ok, { everyMs: 20 });
    await waitUntilQuiet(panel.url);
    return { panel, pid: child.pid ?? 0, users, subscribers, stop };
  } catch (fault) {
    await panel.stop();
    throw fault;
  }
};

/**
 * A panel that has just started reads what its worker needs of every account; it is quiet once answers come quickly.
 */
const SETTLED = { answers: 10, withinMs: 50, giveUpMs: 60_000 } as const;

const waitUntilQuiet = async (url: string): Promise<void> => {
  const began = performance.now();
  for (let quick = 0; quick < SETTLED.answers && performance.now() - began < SETTLED.giveUpMs;) {
    const asked = performance.now();
    await (await fetch(`${url}/readyz`)).text();
    quick = performance.now() - asked < SETTLED.withinMs ? quick + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const makeLines = async (panel: Panel): Promise<void> => {
  const { actor: admin } = await becomeAdmin(panel);
  const place = { country: { name: '香港', flag: '🇭🇰' }, enabled: true } as const;
  for (const [index, type] of (['v2ray', 'reality'] as const).entries()) {
    const server = type === 'reality' ? 'ubuntu_reality' : 'ubuntu_x86';
    const names = { name: `节点 ${index + 1}`, host: `node${index}.example.com` };
    const node = await admin.nodes.update({
      ...place,
      ...names,
      type,
      serverType: server,
      port: 20_000,
      public_port: 443,
    });
    const protocols = type === 'reality' ? (['reality'] as const) : (['vmesh_tcp', 'ss'] as const);
    for (const protocol of protocols) {
      for (let index = 1; index <= LINES / 3; index += 1) {
        const name = `线路 ${protocol} ${index}`;
        await admin.nodes.lineUpdate({ name, agentID: node._id, protocol, bridge: 'none', num: 1 });
      }
    }
  }
  await joinNodes(panel);
};

/** Lines of nodes that nobody answers at stand in no document; nothing that is measured here asks an agent. */
const joinNodes = async (panel: Panel): Promise<void> => {
  const database = createDb(panel.databaseUrl);
  for (const { id } of await panel.query<{ id: string }>('select id from nodes')) await joinNode(database.db, id);
  await database.close();
};

const makeUsers = async (panel: Panel): Promise<BenchUser[]> => {
  const env = readEnv({ ...panel.environment, LOG_LEVEL: 'silent' });
  const { databaseUrl } = panel;
  const wired = await wire({ env, databaseUrl, secretKey: SECRET_KEY, consoleDir: undefined, checkAnswers: false });
  const { deps } = wired;
  const customers = await makeCustomers(
    deps,
    Array.from({ length: USERS }, (_, index) => ({ email: `bench${index}@example.com`, traffic: 100 * GIB })),
  );
  const now = deps.clock.now();
  // One user stands for very many here: the limit by account is counted, and never met.
  await changeSettings(deps.db, { link_fetch_limit: 1_000_000 }, { at: now, secrets: deps.secrets });
  const users: BenchUser[] = [];
  for (const customer of customers) {
    const [token, secret] = [deps.ids.token(), deps.ids.token()];
    await deps.db
      .insertInto('sessions')
      .values({
        token_hash: sha256(token),
        secret_hash: sha256(secret),
        user_id: customer.id,
        created_at: now,
        last_seen_at: now,
        idle_seconds: 86_400,
        expires_at: new Date(now.getTime() + 86_400_000),
        client: 'bench',
      })
      .execute();
    users.push({ ...customer, cookie: `token=${token}; sb=${secret}` });
  }
  await wired.close();
  return users;
};

const MEMBER_DAYS = 30;

/**
 * Accounts with traffic or membership in turn, written straight into the tables: the ledger knows nothing of their
 * gift, and nothing that is measured here asks it.
 */
const makeSubscribers = async (panel: Panel, count: number): Promise<Subscriber[]> => {
  const [ids, secrets] = [createIds(systemClock, systemRandom), createSecrets(SECRET_KEY, systemRandom)];
  const made = Array.from({ length: count }, () => {
    const id = ids.next();
    return { id, ...makeUserkey(id, { ids, secrets }) };
  });
  await panel.query(
    `with made as (
       insert into users (id, email, password_hash, type, userkey_enc, userkey_hash, created_at, last_active_at)
       select id, id || '@example.com', 'none', 'normal', sealed, hash, now(), now()
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as u (id, sealed, hash) returning num)
     insert into traffic_account (user_num, granted, vip_until)
     select num, $4::bigint * (num % 2), case when num % 2 = 0 then now() + make_interval(days => $5) end from made`,
    [
      made.map(({ id }) => id),
      made.map(({ encrypted }) => encrypted),
      made.map(({ hash }) => hash),
      100 * GIB,
      MEMBER_DAYS,
    ],
  );
  await panel.query('vacuum analyze users, traffic_account');
  return made.map(({ id, userkey }) => ({ id, userkey }));
};

/** A request of everybody in turn, each from an address of its own so that no limit is met. */
export const inTurn = <U, T>(users: readonly U[], make: (user: U, from: string) => T): T[] =>
  users.map((user) => make(user, randomAddress()));

/** `count` requests of random users, each from an address of its own so that no limit is met. */
export const spread = <T>(
  count: number,
  users: readonly BenchUser[],
  make: (user: BenchUser, from: string) => T,
): T[] =>
  Array.from({ length: count }, () => {
    const user = users[Math.floor(Math.random() * users.length)];
    if (!user) throw new Error('the rig has no users');
    return make(user, randomAddress());
  });

const randomAddress = (): string => {
  const part = (): number => 1 + Math.floor(Math.random() * 254);
  return `11.${part()}.${part()}.${part()}`;
};
