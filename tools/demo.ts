import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { endEnginesOf, startAgent, type StartedAgent } from '@skyport/agent/testing/start-agent';
import { readIdentity } from '@skyport/agent/identity';
import { migrate, startLocalPostgres, type LocalPostgres } from '@skyport/db';
import { hashPassword } from '@skyport/server/accounts/log-in/password';
import { dataDirOf, secretKeyOf } from '@skyport/server/platform/data-dir';
import { systemClock } from '@skyport/server/platform/clock';
import { readEnv } from '@skyport/server/platform/env';
import { assertPortFree } from '@skyport/server/platform/serving';
import type { Deps } from '@skyport/server/platform/deps';
import { wire } from '@skyport/server/wiring';
import { prepareJobs } from '@skyport/server/worker';
import { anonymous, passwordHash } from '../testkit/actor.ts';
import { startPanelProgram, type Program } from '../testkit/program.ts';
import { selfSigned } from '../testkit/self-signed.ts';
import { until } from '../testkit/until.ts';
import { seeded } from '../testkit/seeded.ts';
import { movableClock } from './demo-clock.ts';
import { demoAdmin, demoCustomer, fillDemo } from './demo-data.ts';
import type { DemoPlace } from './demo-catalog.ts';
import { runCommand, type Stops } from './command.ts';
import { engineBinary } from './engines.ts';
import { CannotRun, prepareFor } from './needs.ts';

/** Everything on loopback, on ports that are the same in every run. */
const place: DemoPlace = {
  ip: '127.0.0.1',
  ctrlPorts: [28_801, 28_802, 28_803],
  ports: [28_810, 28_830, 28_840],
  realityTarget: '127.0.0.1:28850',
};
/** Control port of the node that stays ill, so that its alarm and its lines are seen. */
const illPort = place.ctrlPorts[2];
const SEED = 20_26;

/** A running demo. */
interface Demo {
  readonly url: string;
  readonly admin: LogIn;
  readonly customer: LogIn;
}

interface LogIn {
  readonly email: string;
  readonly password: string;
}

/**
 * Starts the demo: data (made once, kept), panel, engine and agents; what must be stopped is added to `stops`. `port`
 * is where the console is. Throws when the ports are taken.
 */
const startDemo = async (port: number, stops: Stops, say: (line: string) => void): Promise<Demo> => {
  await assertPortFree({ PORT: port, HOST: place.ip }).catch(cannotRun);
  // Before the data: the port that it takes keeps a second demo away from the data.
  const target = await startTarget();
  stops.add(target.stop);
  const folder = join(dataDirOf(process.env['DATA_DIR'] ?? '', process.cwd()), 'demo');
  const database = await openData(folder, say);
  stops.add(() => database.stop());
  const logIns = await renewPasswords(database, folder);
  say('Starting panel and node …');
  const agents: Agents = new Map();
  stops.add(() => stopAgents(agents, folder));
  await startJoined(agents, folder);
  const panel = await startDemoPanel(database, folder, port);
  stops.add(() => panel.stop());
  const url = `http://127.0.0.1:${port}`;
  await completeNodes(agents, url, folder, logIns.admin);
  return { url, ...logIns };
};

/** A port that is in use is the person's own affair, and no fault of the program. */
const cannotRun = (fault: unknown): never => {
  throw new CannotRun(`The demo could not start: ${fault instanceof Error ? fault.message : String(fault)}`, {
    cause: fault,
  });
};

const envOf = (database: LocalPostgres, folder: string): Record<string, string> => ({
  DATA_DIR: folder,
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  ALLOW_PRIVATE_NETWORKS: '1',
  // Orders are paid on a page of our own, by saying so.
  TEST_PAYMENTS: '1',
  LOG_LEVEL: 'warn',
});

/** Opens the demo's database, filling it on the first run. A first run that was cut short is begun anew. */
const openData = async (folder: string, say: (line: string) => void): Promise<LocalPostgres> => {
  const done = join(folder, 'filled');
  if (!existsSync(done)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const database = await startLocalPostgres({ dataDir: folder, log: say });
  await migrate(database.ownerUrl, { appUrl: database.appUrl });
  await prepareJobs(database.ownerUrl, new URL(database.appUrl).username);
  if (existsSync(done)) return database;
  say('Filling the demo with a month of data (once) …');
  const clock = movableClock(systemClock.now());
  await withDeps(database, folder, (deps) => fillDemo(deps, clock, { place, random: seeded(SEED) }), clock);
  writeFileSync(done, '');
  return database;
};

const withDeps = async <T>(
  database: LocalPostgres,
  folder: string,
  work: (deps: Deps) => Promise<T>,
  clock = systemClock,
): Promise<T> => {
  const wired = await wire({
    env: readEnv({ ...envOf(database, folder), LOG_LEVEL: 'silent' }),
    databaseUrl: database.appUrl,
    secretKey: secretKeyOf('', folder),
    consoleDir: undefined,
    checkAnswers: false,
    clock,
  });
  try {
    return await work(wired.deps);
  } finally {
    await wired.close();
  }
};

/** New passwords for the two accounts whose log-ins are printed: none is ever stored or fixed. */
const renewPasswords = (database: LocalPostgres, folder: string): Promise<Pick<Demo, 'admin' | 'customer'>> =>
  withDeps(database, folder, async (deps) => ({
    admin: await renew(deps, demoAdmin),
    customer: await renew(deps, demoCustomer),
  }));

const renew = async (deps: Deps, email: string): Promise<LogIn> => {
  const password = randomBytes(9).toString('base64url');
  const password_hash = await hashPassword(passwordHash(password), deps);
  await deps.db.updateTable('users').set({ password_hash }).where('email', '=', email).execute();
  return { email, password };
};

/** The server whose handshake the demo's REALITY lines borrow. */
const startTarget = async (): Promise<{ stop(): Promise<void> }> => {
  const [host, port] = place.realityTarget.split(':');
  const server = createServer({ ...(await selfSigned('demo.test')), minVersion: 'TLSv1.3' });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new Error(`port ${port} is in use; is a demo running already?`)));
    server.listen(Number(port), host, resolve);
  }).catch(cannotRun);
  return { stop: () => new Promise((resolve) => server.close(() => resolve())) };
};

const startDemoPanel = async (database: LocalPostgres, folder: string, port: number): Promise<Program> => {
  const env = { ...envOf(database, folder), PORT: String(port) };
  const panel = startPanelProgram(env);
  await panel.says(/Skyport is ready/);
  return panel;
};

/** Agents that run here, by their control port. */
type Agents = Map<number, StartedAgent>;

const agentDir = (folder: string, port: number): string => join(folder, `agent-${port}`);

/** Starts an agent with a real engine; with a code it joins the panel first. */
const startNode = async (agents: Agents, folder: string, port: number, enrolCode?: string): Promise<void> => {
  const options = { dataDir: agentDir(folder, port), port, host: place.ip, enginePath: await engineBinary('xray') };
  agents.set(port, await startAgent({ ...options, ...(enrolCode !== undefined && { enrolCode }) }));
};

/** Agents of earlier runs start before the panel, which would otherwise look for them a minute later again. */
const startJoined = async (agents: Agents, folder: string): Promise<void> => {
  for (const port of place.ctrlPorts) {
    const hasJoined = readIdentity(agentDir(folder, port)) !== undefined;
    if (hasJoined && port !== illPort) await startNode(agents, folder, port);
  }
};

const stopAgents = async (agents: Agents, folder: string): Promise<void> => {
  for (const [port, agent] of agents) {
    await agent.stop();
    await endEnginesOf(agentDir(folder, port));
  }
};

/** Lets the agents that are missing join, waits until every node is healthy, and then stops the ill one. */
const completeNodes = async (agents: Agents, url: string, folder: string, logIn: LogIn): Promise<void> => {
  const admin = anonymous(url);
  await admin.accounts.login({ email: logIn.email, password: passwordHash(logIn.password) });
  const isIllAlready = readIdentity(agentDir(folder, illPort)) !== undefined;
  for (const { _id, ctrl_port } of await admin.nodes.list({})) {
    if (agents.has(ctrl_port) || (ctrl_port === illPort && isIllAlready)) continue;
    const { code } = await admin.nodes.enrolCode({ id: _id });
    await startNode(agents, folder, ctrl_port, code);
  }
  const isHealthy = async (): Promise<boolean> =>
    (await admin.nodes.list({})).every(({ ctrl_port, status }) => status || !agents.has(ctrl_port));
  await until('the nodes to be healthy', isHealthy, { withinMs: 150_000, everyMs: 500 });
  const ill = agents.get(illPort);
  if (!ill) return;
  await ill.stop();
  await endEnginesOf(agentDir(folder, illPort));
  agents.delete(illPort);
};

const main = async (stops: Stops): Promise<number> => {
  await prepareFor({ engines: ['xray'], console: true });
  const port = Number(process.env['PORT'] ?? 3000);
  const demo = await startDemo(port, stops, (line) => void process.stdout.write(`${line}\n`));
  process.stdout.write(`
The demo is ready: ${demo.url}/
  admin     ${demo.admin.email}  ${demo.admin.password}
  customer  ${demo.customer.email}  ${demo.customer.password}
Ctrl-C ends it; the data stays for the next time.
`);
  // Ends by a signal.
  return new Promise<number>(() => undefined);
};

await runCommand(main);
