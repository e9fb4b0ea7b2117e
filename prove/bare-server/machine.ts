import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { killAndWait } from '../../testkit/host-script.ts';
import type { TestHost } from '../../testkit/net.ts';
import { PATIENCE_MS } from '../../testkit/patience.ts';
import { until } from '../../testkit/until.ts';
import { root as checkout } from '../../tools/run.ts';

const execFileAsync = promisify(execFile);

/** Where packages come from; the variable names a mirror that is nearer. */
const MIRROR = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian';
/** What a server has beyond Debian's smallest base; curl asks the questions of the proof. */
const PACKAGES = ['systemd', 'systemd-sysv', 'ca-certificates', 'curl'];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Variables by which this machine reaches registries; they are handed to the installer and stored nowhere. */
const PASSED = /^(?:(?:https?|no)_proxy|npm_config_registry)$/i;
const OUR_AUTHORITIES = 'usr/local/share/machine-authorities.pem';
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Makes the root folder of a new server of a Debian suite. Throws one sentence when debootstrap cannot. */
export const makeRoot = async (suite: string, root: string, more: readonly string[] = []): Promise<void> => {
  const args = ['--variant=minbase', `--include=${[...PACKAGES, ...more].join()}`, suite, root, MIRROR];
  // In mounts of its own: it leaves /proc mounted.
  await execFileAsync('unshare', ['--mount', 'debootstrap', ...args], {
    env: { ...process.env, PATH },
    maxBuffer: MAX_OUTPUT,
  }).catch((cause: unknown) => {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    const said = `${stdout}${stderr}`.trim().split('\n').at(-1) || String(cause);
    throw new Error(`debootstrap could not make a root of ${suite} from ${MIRROR}: ${said}`, { cause });
  });
  // No init runs in it: packages must not start their services, which would meet this machine's ports.
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities) copyFileSync(authorities, join(root, OUR_AUTHORITIES));
};

/** Puts the files of this checkout that git knows, or would add, into a folder. */
export const copyCheckout = (folder: string): void => {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: checkout, encoding: 'utf8' });
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(checkout, name)))) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    cpSync(join(checkout, path), join(folder, path));
  }
};

/** What a command answered. */
export interface Answer {
  readonly code: number;
  /** Standard output and errors. */
  readonly text: string;
}

/** A long-lived program on a machine. */
export interface Service {
  readonly lines: readonly string[];
  /** Exit code, or the name of the signal. */
  readonly over: Promise<number | string>;
}

/** A root folder at work: processes and mounts of its own. Everything in it ends with `stop`. */
export interface Machine {
  run(script: string, env?: Readonly<Record<string, string>>): Promise<Answer>;
  start(script: string): Service;
  stop(): Promise<void>;
}

/** Init of a machine: it only reaps what others leave behind. */
const INIT = `set -e
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount --bind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/dev/shm"
[ "$1" = host ] || ip link set lo up
for address in $2; do ip addr add "$address/32" dev lo; done
echo ready
while :; do sleep 3600 & wait; done`;

const registryEnv = (root: string): Record<string, string> => {
  const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name)) as [string, string][];
  const authorities = existsSync(join(root, OUR_AUTHORITIES)) ? `/${OUR_AUTHORITIES}` : '';
  return {
    ...Object.fromEntries(passed),
    ...(authorities && { NODE_EXTRA_CA_CERTS: authorities, npm_config_cafile: authorities }),
  };
};

/**
 * Starts a root folder with the network of this machine, that of a test host, or a loopback of its own that has these
 * addresses.
 */
export const startMachine = async (
  root: string,
  network: 'host' | 'own' | TestHost,
  addresses: readonly string[] = [],
): Promise<Machine> => {
  const flags = ['--mount', '--pid', '--fork', '--kill-child', ...(network === 'own' ? ['--net'] : [])];
  const inHost = typeof network === 'string' ? [] : network.exec;
  const kind = network === 'own' ? 'own' : 'host';
  const command = ['unshare', ...flags, 'bash', '-c', INIT, root, kind, addresses.join(' ')];
  const [program = '', ...args] = [...inHost, ...command];
  const holder = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH },
  });
  const end = (): void => void holder.kill('SIGKILL');
  process.once('exit', end);
  const init = await initOf(holder);
  const env = { PATH, HOME: '/root', LC_ALL: 'C', ...(network === 'host' ? registryEnv(root) : {}) };
  const argsFor = (script: string, more: Readonly<Record<string, string>>): string[] => {
    const variables = Object.entries({ ...env, ...more }).map(([name, value]) => `${name}=${value}`);
    const inside = ['chroot', root, 'env', '-i', ...variables, 'bash', '-c', script];
    return ['--target', String(init), '--mount', '--pid', '--net', '--', ...inside];
  };
  return {
    run: (script, more = {}) => answerOf(spawn('nsenter', argsFor(`exec 2>&1\n${script}`, more))),
    start: (script) => serviceOf(spawn('nsenter', argsFor(`exec 2>&1\n${script}`, {}))),
    stop: async () => {
      await killAndWait(holder);
      process.off('exit', end);
    },
  };
};

/** Number of the first process inside, as this machine counts. */
const initOf = async (holder: ChildProcess): Promise<number> => {
  let said = '';
  holder.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until('the machine to start', () => said.includes('ready') || holder.exitCode !== null);
  if (holder.exitCode !== null) throw new Error('The machine could not be started: namespaces cannot be made here.');
  return Number(readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim());
};

const answerOf = (child: ChildProcess): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.stdin?.end();
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, text: text.trim() }));
  });

const serviceOf = (child: ChildProcess): Service => {
  const lines: string[] = [];
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stdin?.end();
  const over = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? String(signal))),
  );
  return { lines, over };
};

/** Waits for a line of a service. Throws with its newest lines when it ends or stays silent. */
export const lineOf = async (service: Service, pattern: RegExp): Promise<string> => {
  let ended = false;
  void service.over.then(() => (ended = true));
  const find = (): string | undefined => service.lines.find((line) => pattern.test(line));
  await until(`a line like ${pattern}`, () => find() !== undefined || ended, { withinMs: PATIENCE_MS }).catch(
    (cause: unknown) => {
      throw new Error(`${String(cause)}; its last lines: ${service.lines.slice(-8).join(' | ')}`, { cause });
    },
  );
  const found = find();
  if (found === undefined) throw new Error(`it ended: ${service.lines.slice(-8).join(' | ')}`);
  return found;
};
