import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { descendantsOf } from '../../testkit/processes.ts';
import { followProgram, type Program } from '../../testkit/program.ts';
import { cacheFolder } from '../../tools/engines.ts';
import { CannotRun } from '../../tools/needs.ts';
import { root } from '../../tools/run.ts';

const execFileAsync = promisify(execFile);

/** Images and layers stay here, so that a second proof builds what changed. */
const STORE = join(dirname(cacheFolder()), 'images');
const GLOBAL = ['--root', join(STORE, 'root'), '--runroot', join(STORE, 'run')];
const RELEASE = 'trixie';
const MAX_OUTPUT = 64 * 1024 * 1024;
/** As in Debian's own images: no package starts its service, and files are not forced to disk one by one. */
const NO_SERVICES = '#!/bin/sh\nexit 101\n';
const APT = '/etc/apt/apt.conf.d';
const FAST = 'force-unsafe-io\n';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Runs buildah to its end; gives its output. Throws with the end of what it said. */
export const buildah = async (...args: string[]): Promise<string> => {
  const { stdout } = await execFileAsync('buildah', [...GLOBAL, ...args], { maxBuffer: MAX_OUTPUT });
  return stdout.trim();
};

/** What an image says of itself. */
export interface ImageConfig {
  readonly User: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export const configOf = async (image: string): Promise<ImageConfig> => {
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', image)) as {
    Docker: { config: ImageConfig };
  };
  return Docker.config;
};

/** Makes Debian 13 by debootstrap under the name of the Dockerfile's base. Throws CannotRun when that fails. */
export const makeBase = async (image: string): Promise<void> => {
  if (process.getuid?.() !== 0)
    throw new CannotRun('The images begin with a file system of Debian, which only root makes.');
  if (await buildah('inspect', '--type', 'image', image).catch(() => undefined)) return;
  const container = await buildah('from', 'scratch');
  try {
    const folder = await buildah('mount', container);
    await execFileAsync('debootstrap', ['--variant=minbase', RELEASE, folder], { maxBuffer: MAX_OUTPUT });
    writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), NO_SERVICES, { mode: 0o755 });
    writeFileSync(join(folder, 'etc/dpkg/dpkg.cfg.d/apt-speedup'), FAST);
    await buildah('umount', container);
    await buildah('config', '--env', `PATH=${PATH}`, '--cmd', 'bash', container);
    await buildah('commit', '--format', 'docker', container, image);
  } catch (cause) {
    throw new CannotRun(`Debian 13 could not be made by debootstrap: ${lastWords(cause)}`, { cause });
  } finally {
    await buildah('rm', container).catch(() => undefined);
  }
};

const lastWords = (fault: unknown): string => String(fault instanceof Error ? fault.message : fault).slice(-600);

/** How this machine reaches its package sources. It is mounted into builds, and no image keeps it. */
export const machineMounts = (folder: string): string[] => {
  const npmrc = join(homedir(), '.npmrc');
  const authorities = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  const lines = [
    existsSync(npmrc) ? readFileSync(npmrc, 'utf8') : '',
    existsSync(authorities) ? 'cafile=/run/machine-ca.pem' : '',
  ];
  writeFileSync(join(folder, 'npmrc'), `${lines.join('\n')}\n`, { mode: 0o600 });
  const apt = join(folder, 'apt.conf.d');
  // Packages add files of their own to this folder: a copy takes them.
  if (existsSync(APT)) cpSync(APT, apt, { recursive: true });
  return [
    `${join(folder, 'npmrc')}:/root/.npmrc:ro`,
    ...(existsSync(authorities) ? [`${authorities}:/run/machine-ca.pem:ro`] : []),
    ...(existsSync(APT) ? [`${apt}:${APT}`] : []),
  ];
};

const volumes = (mounts: readonly string[]): string[] => mounts.flatMap((mount) => ['--volume', mount]);

/** Builds a target of the Dockerfile, saying its steps. Throws with the end of the build's output. */
export const buildTarget = async (
  target: string,
  { mounts, args }: { readonly mounts: readonly string[]; readonly args: Readonly<Record<string, string>> },
  say: (line: string) => void,
): Promise<string> => {
  const tag = `localhost/skyport-${target}`;
  const built = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const options = ['--format', 'docker', '--isolation', 'chroot', '--layers', '--pull-never'];
  const command = ['bud', ...options, ...volumes(mounts), ...built, '--target', target, '--tag', tag, root];
  say(`buildah bud ${options.join(' ')} --target ${target} .`);
  const child = spawn('buildah', [...GLOBAL, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const program = followProgram(child, 'the build');
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/\bSTEP \d/.test(line)) say(`  ${line.slice(0, 110)}`);
  });
  const end = await program.over;
  if (end !== 0) throw new Error(`${target} was not built (${end}): ${program.lines.slice(-25).join('\n')}`);
  return tag;
};

/** A container of an image. */
export interface Container {
  /** Folder of its own file system. */
  readonly folder: string;
  /** Runs a command to its end. */
  run(command: readonly string[], options?: RunOptions): Promise<{ code: number; output: string }>;
  /** Starts a command that goes on. */
  start(command: readonly string[], options?: RunOptions): ContainerProgram;
  /** Keeps its file system as an image. */
  commit(image: string): Promise<void>;
  remove(): Promise<void>;
}

export interface RunOptions {
  readonly mounts?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: string;
}

/** A command that runs in a container. */
export interface ContainerProgram extends Program {
  /** Processes of the command itself, without those of buildah. */
  processes(): readonly { readonly pid: number; readonly command: string }[];
}

const BUILDAH = /^(?:\S*\/)?buildah\b/;

/** Makes a container. Its programs share the machine's network and process numbers. */
export const openContainer = async (image: string): Promise<Container> => {
  const name = await buildah('from', '--pull-never', image);
  // Buildah mounts the image's own volume over ours.
  await buildah('config', '--volume', '/data-', name);
  const folder = await buildah('mount', name);
  const argumentsOf = (command: readonly string[], { mounts = [], env = {}, user }: RunOptions): string[] => [
    ...GLOBAL,
    'run',
    '--isolation',
    'chroot',
    ...(user === undefined ? [] : ['--user', user]),
    ...volumes(mounts),
    ...Object.entries(env).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
    name,
    '--',
    ...command,
  ];
  const start = (command: readonly string[], options: RunOptions = {}): ContainerProgram => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn('buildah', argumentsOf(command, options), { stdio: [...stdio] });
    const program = followProgram(child, command.join(' ').slice(0, 80));
    const processes = () => descendantsOf(program.pid).filter((found) => !BUILDAH.test(found.command));
    const signal = (which: NodeJS.Signals): void => {
      // The first one is the command; what it started is its own to end.
      const [main] = processes();
      if (main) process.kill(main.pid, which);
    };
    const end = async (which: NodeJS.Signals): Promise<void> => {
      signal(which);
      await program.over;
    };
    const leave = (): void => signal('SIGTERM');
    process.once('exit', leave);
    void program.over.then(() => process.off('exit', leave));
    return { ...program, processes, signal, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  };
  return {
    folder,
    start,
    run: async (command, options) => {
      const program = start(command, options);
      const code = await program.over;
      return { code: typeof code === 'number' ? code : 1, output: program.lines.join('\n') };
    },
    commit: async (image) => void (await buildah('commit', '--format', 'docker', name, image)),
    remove: async () => void (await buildah('rm', name)),
  };
};
