import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { anonymous, passwordHash } from '../testkit/actor.ts';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { until } from '../testkit/until.ts';
import { cacheFolder } from '../tools/engines.ts';
import { makeTools, openCompose, type Compose, type Composition } from './deploy/compose.ts';
import { buildTarget, configOf, machineMounts, makeBase, openContainer } from './deploy/images.ts';
import { openPanelContainer, userOf, type PanelContainer } from './deploy/panel-container.ts';
import type { Prover } from './prover.ts';

/** What the Dockerfile begins with. */
const BASE = 'docker.io/library/debian:13-slim';
/** Number of the images' user. */
const USER = 10_001;
const ADDRESS = 'https://panel.example.com';
/** Always the same: buildah's cache keeps a label although its argument changed. */
const COMMIT = 'proof';
const READY = /Skyport is ready/;
const LINK = /\/#\/setup\?code=(\S+)/;
const ADMIN = { email: 'operator@example.com', password: passwordHash('a long enough password') };

const sabotages = {
  'stray-write': 'a file is written outside of the data folder before the panel starts',
  'lost-data': 'the data folder is emptied between two starts',
  'wrong-port': 'the health check asks at a port where nothing listens',
} as const;

/** Notes what holds and what does not. */
type Hold = (claim: string, holds: boolean, detail?: string) => void;

/** One proof: its folder, the fault that is brought in, and where its findings go. */
interface Site {
  readonly folder: string;
  readonly sabotage: string | undefined;
  readonly hold: Hold;
}

/**
 * Builds the images as an operator does and starts them without a container engine. Debian's docker-compose, PostgreSQL
 * and Caddy take what compose.yaml gives them.
 */
export const deploy: Prover = {
  claim:
    'the images build from Debian 13, start without root, are healthy, print the set-up link, keep their data over a ' +
    'restart and write nothing outside of the data folder; compose.yaml needs one line of .env and refuses to be without',
  sabotages,
  needs: { packages: ['images'], engines: ['xray'] },
  prove: async ({ quick, sabotage }, say) => {
    const folder = makeFolder('deploy');
    const failures: string[] = [];
    let runs = 0;
    const hold: Hold = (claim, holds, detail = '') => {
      runs += 1;
      say(holds ? `ok: ${claim}` : `WRONG: ${claim} (${detail.slice(-500)})`);
      if (!holds) failures.push(`not so: ${claim}${detail && ` (${detail.slice(-500)})`}`);
    };
    const site = { folder, sabotage, hold };
    try {
      await makeBase(BASE);
      const mounts = machineMounts(folder);
      const panel = await buildTarget('panel', { mounts, args: { COMMIT } }, say);
      await proveLabels(panel, COMMIT, hold);
      await proveAlone(panel, site);
      if (!quick || sabotage === 'lost-data') {
        await makeTools(BASE, mounts);
        await proveComposed(panel, site);
      }
      if (!quick && sabotage === undefined) await proveAgent(mounts, site, say);
    } finally {
      removeFolder(folder);
    }
    return { runs, failures };
  },
};

const proveLabels = async (image: string, commit: string, hold: Hold): Promise<void> => {
  const { User, Labels, Healthcheck } = await configOf(image);
  hold('the image has a user that is not root', User !== '' && User !== 'root' && User !== '0', User);
  hold('the image says its commit', Labels['org.opencontainers.image.revision'] === commit, JSON.stringify(Labels));
  hold('the image has a health check', Healthcheck.Test[0] === 'CMD', JSON.stringify(Healthcheck));
};

/** A folder of this machine in the place of a volume. */
const makeVolume = (folder: string, name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, USER, USER);
  return path;
};

/** The image by itself, with the bundled database. */
const proveAlone = async (image: string, { folder, sabotage, hold }: Site): Promise<void> => {
  const data = makeVolume(folder, 'alone');
  const env = { PORT: String(await quietPort()), PUBLIC_URL: ADDRESS };
  const panel = await openPanelContainer(image, { mounts: [`${data}:/data`], env });
  try {
    const program = panel.start(sabotage === 'stray-write' ? 'date >/tmp/stray' : undefined);
    await program.says(LINK);
    hold('a first start prints the set-up link', true);
    const health = sabotage === 'wrong-port' ? { PORT: String(await quietPort()) } : {};
    hold('the health check finds the panel healthy', await panel.isHealthy(health));
    const users = program.processes().map(({ pid }) => userOf(pid) ?? USER);
    hold('every process belongs to the user', users.length > 1 && users.every((user) => user === USER), users.join());
    await proveStop('the panel with its database', panel, program, hold);
    hold('the health check finds a stopped panel ill', !(await panel.isHealthy()));
  } finally {
    await panel.close();
  }
};

/** It ends at once when told so, and left nothing outside of the data folder. */
const proveStop = async (
  what: string,
  panel: PanelContainer,
  program: ReturnType<PanelContainer['start']>,
  hold: Hold,
): Promise<void> => {
  program.signal('SIGTERM');
  const end = await program.over;
  hold(`${what} ends with 0 by SIGTERM`, end === 0, `${end}: ${program.lines.slice(-5).join(' | ')}`);
  const strays = panel.strays();
  hold(`${what} writes nothing outside of the data folder`, strays.length === 0, strays.slice(0, 10).join(', '));
};

/** The panel with what compose.yaml gives it: PostgreSQL on a socket, its roles, its variables. */
const proveComposed = async (image: string, site: Site): Promise<void> => {
  const { folder, hold } = site;
  const compose = await openCompose(folder);
  try {
    await proveCompose(compose, hold);
    const composition = await compositionOf(compose);
    const socket = join(folder, 'socket');
    const server = await compose.startPostgres(composition, socket);
    try {
      await proveRestart(image, { ...site, composition, socket });
    } finally {
      await server.stop();
    }
  } finally {
    await compose.close();
  }
};

const compositionOf = async (compose: Compose): Promise<Composition> => {
  const { output } = await compose.config(`PUBLIC_URL=${ADDRESS}\n`);
  return JSON.parse(output.slice(output.indexOf('{'))) as Composition;
};

const proveCompose = async (compose: Compose, hold: Hold): Promise<void> => {
  const one = await compose.config(`PUBLIC_URL=${ADDRESS}\n`);
  hold('docker-compose takes an .env of one line', one.code === 0, one.output);
  const all = await compose.config(`PUBLIC_URL=${ADDRESS}\nDOMAINS=b.example.com\n`, '--profile', '*');
  hold('docker-compose takes every profile', all.code === 0 && /"node-kit"/.test(all.output), all.output);
  hold('every domain reaches Caddy', all.output.includes(`"SITES": "${ADDRESS}, b.example.com"`));
  for (const [what, env] of [
    ['no .env', undefined],
    ['an .env without PUBLIC_URL', 'LOG_LEVEL=info\n'],
    ['an empty PUBLIC_URL', 'PUBLIC_URL=\n'],
  ] as const) {
    const refused = await compose.config(env);
    hold(`docker-compose refuses ${what}`, refused.code !== 0 && /PUBLIC_URL/.test(refused.output), refused.output);
  }
  const adapted = await compose.adaptCaddyfile(`${ADDRESS}, b.example.com`);
  const isRight =
    adapted.code === 0 && adapted.output.includes('panel:3000') && adapted.output.includes('b.example.com');
  hold('Caddy takes the Caddyfile', isRight, adapted.output);
};

const proveRestart = async (
  image: string,
  { composition, folder, socket, sabotage, hold }: Site & { composition: Composition; socket: string },
): Promise<void> => {
  const data = makeVolume(folder, 'composed');
  const port = await quietPort();
  const { environment = {} } = composition.services['panel'] ?? {};
  const given = Object.entries(environment).map(([name, value]) => [name, value ?? ''] as const);
  const options = {
    mounts: [`${data}:/data`, `${socket}:/run/postgresql`],
    env: { ...Object.fromEntries(given), PORT: String(port) },
  };
  const visitor = anonymous(`http://127.0.0.1:${port}`);
  const panel = await openPanelContainer(image, options);
  try {
    const first = panel.start();
    const [, code = ''] = await first.says(LINK);
    await visitor.accounts.setupAdmin({ ...ADMIN, code });
    hold('the set-up link makes the first admin, on PostgreSQL 17', true);
    const backup = await panel.run(['node', '--run', 'backup', '--', '/data/proof.tar']);
    hold(
      'a command backs up beside the panel',
      backup.code === 0 && existsSync(join(data, 'proof.tar')),
      backup.output,
    );
    await proveStop('the panel of compose.yaml', panel, first, hold);
    const key = readKey(data);
    if (sabotage === 'lost-data') for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
    const second = panel.start();
    await second.says(READY).catch(() => undefined);
    const isThere = await until('a log-in', () => visitor.accounts.login(ADMIN).then(() => true)).catch(() => false);
    hold('after a restart the admin logs in', isThere, second.lines.slice(-5).join(' | '));
    hold('after a restart no set-up link is printed', !second.lines.some((line) => LINK.test(line)));
    hold('after a restart SECRET_KEY is the same', readKey(data) === key);
    await proveStop('the restarted panel', panel, second, hold);
  } finally {
    await panel.close();
  }
};

const readKey = (data: string): string => {
  const file = join(data, 'secret.key');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** The images for nodes; engines that this machine has are not built again. */
const proveAgent = async (mounts: readonly string[], { folder, hold }: Site, say: (line: string) => void) => {
  const build = {
    mounts: [...mounts, `${cacheFolder()}:/root/.cache/skyport/engines`],
    args: { CPUS: arch() },
  };
  const agent = await openContainer(await buildTarget('agent', build, say));
  try {
    const { output } = await agent.run(['/agent/xray', 'version']);
    hold('the agent has its engine', /^Xray \d/.test(output), output);
    const filter = await agent.run(['nft', '--version']);
    hold('the agent has its packet filter', filter.code === 0, filter.output);
    const mount = `${makeVolume(folder, 'agent')}:/data`;
    const start = await agent.run(['sh', '/agent/start'], { mounts: [mount] });
    hold('the agent asks for its code', start.code === 1 && start.output.includes('CODE='), start.output);
    const wrong = await agent.run(['sh', '/agent/start'], { mounts: [mount], env: { CODE: 'nonsense' } });
    hold('the agent refuses a wrong code in a sentence', wrong.code === 1 && /code/i.test(wrong.output), wrong.output);
  } finally {
    await agent.remove();
  }
  const kit = await openContainer(await buildTarget('node-kit', build, say));
  try {
    const data = makeVolume(folder, 'kit');
    const { Cmd } = await configOf('localhost/skyport-node-kit');
    const copied = await kit.run(Cmd, { mounts: [`${data}:/data`] });
    hold('the node kit lies in the data folder', existsSync(join(data, 'node-kit/manifest.json')), copied.output);
  } finally {
    await kit.remove();
  }
};
