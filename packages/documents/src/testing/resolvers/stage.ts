import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runInHost, type HostedScript } from '../../../../../testkit/host-script.ts';
import { createNet, type TestHost } from '../../../../../testkit/net.ts';
import { authority, type Certified } from '../../../../../testkit/self-signed.ts';
import { until } from '../../../../../testkit/until.ts';
import type { Done, Errand } from './asker.ts';
import { CERTIFIED, EXIT, HOUSE, everyAddress } from './places.ts';
import { serverConfig, startEngine } from './running.ts';
import type { LineCredentials, Program, Running } from './running.ts';
import type { Heard } from './world.ts';

/** Two namespaces: a client with the system's resolver, and everything that it can reach. */
export interface Stage {
  /** The client's own address: who comes from another has come through a line. */
  readonly clientIp: string;
  /** What resolvers have been asked since `forget`. Throws when the world is no longer there. */
  heard(): readonly Heard[];
  forget(): void;
  /** Opens the machine behind the lines, whose users have these credentials. Gives what ends it. */
  openLines(credentials: LineCredentials): Promise<() => Promise<void>>;
  /** Starts a client and waits until it listens. Throws with the end of its log when it does not. */
  start(program: Program): Promise<Running>;
  /** Begins errands at the same time; gives what comes of each. */
  go(errands: readonly Omit<Errand, 'id'>[]): readonly Promise<string | null>[];
  /** Gives up the errands that are under way. */
  enough(): void;
  close(): void;
}

const ip = (...args: string[]): void => {
  execFileSync('ip', args, { env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` } });
};

/** Tells the system of a host which resolver it has: `ip netns exec` puts this file over its own until the net ends. */
const giveResolver = ({ name }: TestHost, address: string): void => {
  mkdirSync(join('/etc/netns', name), { recursive: true });
  writeFileSync(join('/etc/netns', name, 'resolv.conf'), `nameserver ${address}\n`);
};

/** Certificates of all resolvers by address, and the authority that they are from. */
const certify = async (): Promise<{ ca: string; byAddress: Record<string, Certified> }> => {
  const ca = await authority('resolvers of a test');
  const all = Object.entries(CERTIFIED).map(async ([address, hosts]) => {
    const certified = await ca.issue(address, ...hosts);
    return [address, certified] as const;
  });
  return { ca: ca.certificate, byAddress: Object.fromEntries(await Promise.all(all)) };
};

/** The errands of a script in the client's host, which answers each by its number. */
const errandsOf = (script: HostedScript): Stage['go'] => {
  const waiting = new Map<number, (outcome: string | null) => void>();
  let newest = 0;
  createInterface({ input: script.stdout }).on('line', (line) => {
    const { id, outcome } = JSON.parse(line) as Done;
    waiting.get(id)?.(outcome);
    waiting.delete(id);
  });
  return (errands) =>
    errands.map((errand) => {
      newest += 1;
      const id = newest;
      const done = new Promise<string | null>((resolve) => waiting.set(id, resolve));
      script.stdin.write(`${JSON.stringify({ ...errand, id } satisfies Errand)}\n`);
      return done;
    });
};

const heardBy = (script: HostedScript): Pick<Stage, 'heard' | 'forget'> & { isReady(): boolean } => {
  let isReady = false;
  let heard: Heard[] = [];
  createInterface({ input: script.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as Heard | 'ready';
    if (said === 'ready') isReady = true;
    else heard.push(said);
  });
  const forget = (): void => {
    heard = [];
  };
  const all = (): readonly Heard[] => {
    if (script.exitCode !== null) throw new Error(`the world has ended with code ${script.exitCode}`);
    return heard;
  };
  return { isReady: () => isReady, heard: all, forget };
};

const here = (file: string): string => new URL(file, import.meta.url).href;

/** Opens the stage. Needs what `netAvailable` asks for. */
export const openStage = async (): Promise<Stage> => {
  const net = createNet();
  const [client, world] = [net.addHost(), net.addHost()];
  for (const address of everyAddress) ip('-n', world.name, 'addr', 'add', `${address}/32`, 'dev', 'lo');
  ip('-n', client.name, 'route', 'replace', 'default', 'via', world.ip);
  giveResolver(client, HOUSE);
  giveResolver(world, EXIT);
  const { ca, byAddress } = await certify();
  const folder = mkdtempSync(join(tmpdir(), 'resolvers-stage-'));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, ca);
  const scripts = [
    runInHost(world, here('./world.ts'), JSON.stringify(byAddress)),
    runInHost(client, here('./asker.ts')),
  ] as const;
  const { isReady, heard, forget } = heardBy(scripts[0]);
  const go = errandsOf(scripts[1]);
  await until('the world to be there', isReady);
  const start: Stage['start'] = async (program) => {
    const running = await startEngine(program, { host: client, env: { SSL_CERT_FILE: file, SSL_CERT_DIR: folder } });
    const { proxyPort, dnsPort } = program;
    const isOpen = async (): Promise<boolean> => {
      if (running.child.exitCode !== null) return true;
      // The Clashes listen for connections before they have their resolvers.
      const way = dnsPort === null ? 'ready' : 'a';
      return (await go([{ way, name: 'ready.lan', proxyPort, dnsPort, patienceMs: 4000 }])[0]) !== null;
    };
    await until(`${program.engine} to listen`, isOpen, { everyMs: 50 }).catch(async (cause: unknown) => {
      const tail = running.logTail();
      await running.stop();
      throw new Error(`${program.engine} did not take the document: ${tail}`, { cause });
    });
    if (running.child.exitCode === null) return running;
    const tail = running.logTail();
    await running.stop();
    throw new Error(`${program.engine} refused the document: ${tail}`);
  };
  return {
    clientIp: client.ip,
    heard,
    forget,
    openLines: async (credentials) => {
      const server = await startEngine({ engine: 'xray', config: serverConfig(credentials) }, { host: world, env: {} });
      const isOpen = (): boolean => server.child.exitCode !== null || /started/.test(server.log());
      await until('the lines to be open', isOpen).catch(() => undefined);
      if (server.child.exitCode === null && isOpen()) return server.stop;
      const tail = server.logTail();
      // Lines that open later would be taken for dead ones by the tests behind these.
      await server.stop();
      throw new Error(`the lines did not open: ${tail}`);
    },
    start,
    go,
    enough: () => void scripts[1].stdin.write('"enough"\n'),
    close: () => {
      for (const script of scripts) script.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
      net.close();
    },
  };
};
