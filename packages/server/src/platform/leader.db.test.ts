import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { testDatabase } from '@skyport/db/testing';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { quiet, until } from '../../../../testkit/until.ts';
import { runAsLeader } from './leader.ts';
import { createLog } from './log.ts';

const database = await testDatabase();
/** Runs out soon, for tests of what happens then. */
const SHORT_LEASE = { keepaliveMs: 50, holdMs: 400, leaseMs: 1200 };
/** Two leases, in which no second leader must begin. */
const QUIET_LEASE_MS = 2 * SHORT_LEASE.leaseMs;
/** Outlasts a machine that stands still for seconds, for tests in which no lease may run out. */
const LONG_LEASE = { keepaliveMs: 50, holdMs: 20_000, leaseMs: 30_000 };

const untilBothAreThere = async (): Promise<void> => {
  const root = new Client({ connectionString: database.rootUrl });
  await root.connect();
  const there = `select 1 from pg_stat_activity where application_name = 'skyport-leader' and datname = current_database()`;
  await until('both to be connected', async () => (await root.query(there)).rowCount === 2);
  await root.end();
};

/** A network to the database that can be made to swallow everything without closing a connection. */
const openNetwork = async () => {
  const { host, port } = new Client({ connectionString: database.url });
  const sockets = new Set<Socket>();
  const frozen = { toDatabase: false, fromDatabase: false };
  const server: Server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('data', (bytes) => void (frozen.toDatabase || far.write(bytes)));
    far.on('data', (bytes) => void (frozen.fromDatabase || near.write(bytes)));
    near.on('close', () => void (frozen.toDatabase || far.destroy()));
    far.on('close', () => void (frozen.fromDatabase || near.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(database.url.replace(/@[^/]*\//, '@127.0.0.1/'));
  url.search = '';
  url.port = String((server.address() as AddressInfo).port);
  return { frozen, url: url.href };
};

/** Leaders of this test and what they do, in its order. */
const stage = (lease = SHORT_LEASE) => {
  const said: { readonly what: string; readonly at: number }[] = [];
  const say = (what: string): void => void said.push({ what, at: performance.now() });
  const lead = (name: string, databaseUrl: string) => {
    const work = async () => {
      say(`${name} begins`);
      return { stop: async () => say(`${name} ends`) };
    };
    const leader = runAsLeader({ databaseUrl, work, log: createLog('silent'), lease });
    onTestFinished(() => leader.stop());
    return leader;
  };
  const events = (): string[] => said.map(({ what }) => what);
  const expectEvents = (...all: string[]) => expect.poll(events, { interval: 20 }).toEqual(all);
  return { said, lead, expectEvents };
};

test('one leads; when it is stopped its work ends before the next one begins', async () => {
  const { lead, expectEvents } = stage(LONG_LEASE);
  const ann = lead('ann', database.url);
  await expectEvents('ann begins');
  lead('bob', database.url);
  await quiet(QUIET_LEASE_MS);
  await expectEvents('ann begins');
  await ann.stop();
  await expectEvents('ann begins', 'ann ends', 'bob begins');
});

test.each([
  ['in both directions', { toDatabase: true, fromDatabase: true }],
  ['on the way back', { toDatabase: false, fromDatabase: true }],
  ['on the way there', { toDatabase: true, fromDatabase: false }],
])('a network that swallows everything %s: the leader stops before another begins', async (_name, freeze) => {
  const { said, lead, expectEvents } = stage();
  const network = await openNetwork();
  lead('ann', network.url);
  await expectEvents('ann begins');
  lead('bob', database.url);
  await untilBothAreThere();
  Object.assign(network.frozen, freeze);
  const frozenAt = performance.now();
  await expectEvents('ann begins', 'ann ends', 'bob begins');
  // By itself, before the database ends its session.
  expect(said[1]!.at - frozenAt).toBeLessThan(SHORT_LEASE.leaseMs);
});

test('a session that the database ends is noticed, and the lock is sought again', async () => {
  const { lead, expectEvents } = stage(LONG_LEASE);
  lead('ann', database.url);
  await expectEvents('ann begins');
  const root = new Client({ connectionString: database.rootUrl });
  await root.connect();
  await root.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'skyport-leader' and datname = current_database()`,
  );
  await root.end();
  await expectEvents('ann begins', 'ann ends', 'ann begins');
});
