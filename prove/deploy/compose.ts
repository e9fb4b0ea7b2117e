import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/run.ts';
import { buildah, openContainer, type Container, type ContainerProgram, type RunOptions } from './images.ts';

/** The service of compose.yaml as docker-compose understands it. */
interface Service {
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly command?: readonly string[] | null;
  readonly volumes?: readonly { readonly type: string; readonly source: string; readonly target: string }[];
}

export interface Composition {
  readonly services: Readonly<Record<string, Service>>;
}

/** Debian 13 with its docker-compose, PostgreSQL 17 and Caddy. */
const TOOLS = 'localhost/skyport-proof-tools';
const POSTGRES = '/usr/lib/postgresql/17/bin';

/** Makes the image of the tools, unless it is there. */
export const makeTools = async (base: string, mounts: readonly string[]): Promise<void> => {
  if (await buildah('inspect', '--type', 'image', TOOLS).catch(() => undefined)) return;
  const container = await openContainer(base);
  try {
    const packages = 'docker-compose postgresql-17 caddy';
    const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`;
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const { code, output } = await container.run(['sh', '-c', command], { mounts, env });
    if (code !== 0) throw new Error(`${packages} could not be installed: ${output.slice(-800)}`);
    await container.commit(TOOLS);
  } finally {
    await container.remove();
  }
};

/** docker-compose on a folder that is laid out as a checkout. */
export interface Compose {
  /** What `docker-compose config` says with this text in `.env`; without a text there is no such file. */
  config(env: string | undefined, ...options: string[]): Promise<{ code: number; output: string }>;
  /** What Caddy makes of the Caddyfile for these addresses. */
  adaptCaddyfile(sites: string): Promise<{ code: number; output: string }>;
  startPostgres(composition: Composition, socket: string): Promise<ContainerProgram>;
  close(): Promise<void>;
}

export const openCompose = async (folder: string): Promise<Compose> => {
  const container = await openContainer(TOOLS);
  let count = 0;
  const layOut = (env: string | undefined): RunOptions => {
    const checkout = join(folder, `checkout-${(count += 1)}`);
    mkdirSync(checkout);
    copyFileSync(join(root, 'compose.yaml'), join(checkout, 'compose.yaml'));
    cpSync(join(root, 'deploy'), join(checkout, 'deploy'), { recursive: true });
    if (env !== undefined) writeFileSync(join(checkout, '.env'), env);
    return { mounts: [`${checkout}:/checkout`] };
  };
  return {
    config: (env, ...options) =>
      container.run(
        ['docker-compose', '--project-directory', '/checkout', ...options, 'config', '--format', 'json'],
        layOut(env),
      ),
    adaptCaddyfile: (sites) =>
      container.run(['caddy', 'adapt', '--config', '/checkout/deploy/Caddyfile'], {
        ...layOut(undefined),
        env: { SITES: sites },
      }),
    startPostgres: (composition, socket) => startPostgres(container, composition, { folder, socket }),
    close: () => container.remove(),
  };
};

/** Makes and starts the database as the image of PostgreSQL does, with the settings of compose.yaml. */
const startPostgres = async (
  container: Container,
  { services }: Composition,
  { folder, socket }: { readonly folder: string; readonly socket: string },
): Promise<ContainerProgram> => {
  const { environment = {}, command } = services['db'] ?? {};
  const data = join(folder, 'database');
  for (const made of [data, socket]) {
    mkdirSync(made);
    chmodSync(made, 0o777);
  }
  const options = {
    user: 'postgres',
    mounts: [`${data}:/database`, `${socket}:/run/postgresql`, `${join(root, 'deploy')}:/deploy:ro`],
  };
  const succeed = async (...words: string[]): Promise<void> => {
    const { code, output } = await container.run(words, options);
    if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${output.slice(-800)}`);
  };
  const initdb = `${POSTGRES}/initdb --username=postgres --pgdata=/database/data ${environment['POSTGRES_INITDB_ARGS']}`;
  await succeed('sh', '-c', initdb);
  const [, ...settings] = command ?? [];
  const server = container.start([`${POSTGRES}/postgres`, '-D', '/database/data', ...settings], options);
  await server.says(/ready to accept connections/);
  await succeed(`${POSTGRES}/psql`, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-f', '/deploy/roles.sql');
  return server;
};
