import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietPort } from '../../../../agent/src/testing/quiet-port.ts';
import { until } from '../../../../../testkit/until.ts';
import { ensure } from '../../../../../tools/prepare.ts';

/** Address of the server: the engine's lists leave out 127.0.0.1. */
export const SERVER = '127.0.0.2';

/** A real OpenSSH server whose root has a password of its own and a home of its own. */
export interface Sshd {
  readonly port: number;
  readonly pid: number;
  readonly password: string;
  readonly home: string;
  /** Fingerprint of its ed25519 host key. */
  readonly fingerprint: string;
  /** What the server wrote to its log. */
  log(): string;
  stop(): Promise<void>;
}

export interface SshdOptions {
  /** False: the server has no SFTP. */
  readonly sftp?: boolean;
  /** Variables of every session; PATH decides what system the server seems to be. */
  readonly env?: Readonly<Record<string, string>>;
  /** Host keys of these kinds. */
  readonly kinds?: readonly ('ed25519' | 'rsa' | 'ecdsa')[];
  /** False: only keys let in. */
  readonly passwords?: boolean;
  /** False: no key lets in. */
  readonly keys?: boolean;
  readonly port?: number;
  readonly home?: string;
}

const PASSWORD = 'Correct-Horse-7';

/**
 * Starts a server by hand in a mount namespace of its own, where root's password and home are the test's: the machine's
 * accounts stay as they are. Needs root.
 */
export const startSshd = async (options: SshdOptions = {}): Promise<Sshd> => {
  ensure('sshd');
  const folder = mkdtempSync(join(tmpdir(), 'sshd-'));
  const place = { folder, home: options.home ?? join(folder, 'home'), port: options.port ?? (await quietPort()) };
  mkdirSync(place.home, { recursive: true, mode: 0o700 });
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const kinds = options.kinds ?? ['ed25519'];
  for (const kind of kinds) execFileSync('ssh-keygen', ['-q', '-t', kind, '-N', '', '-f', join(folder, kind)]);
  writeAccounts(place);
  writeFileSync(join(folder, 'config'), configOf(place, { ...options, kinds }));
  // A single file over /etc/passwd would be gone once somebody else's package makes an account.
  const command = `mount --bind ${join(folder, 'etc')} /etc && exec /usr/sbin/sshd -D -e -f ${join(folder, 'config')}`;
  const child = spawn('unshare', ['--mount', '--propagation', 'slave', 'sh', '-c', command], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (part: Buffer) => (log = (log + part.toString()).slice(-20_000)));
  const ended = once(child, 'exit');
  await until('sshd to answer', async () => child.exitCode !== null || answers(place.port), { everyMs: 50 });
  if (child.exitCode !== null) throw new Error(`sshd does not start: ${log}`);
  const shown = execFileSync('ssh-keygen', ['-lf', join(folder, `${kinds[0]}.pub`)], { encoding: 'utf8' });
  return {
    port: place.port,
    pid: child.pid ?? 0,
    password: PASSWORD,
    home: place.home,
    fingerprint: shown.split(' ')[1] ?? '',
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

interface Place {
  readonly folder: string;
  readonly home: string;
  readonly port: number;
}

/** Copies /etc; there root has the test's password and home. */
const writeAccounts = ({ folder, home }: Place): void => {
  const etc = join(folder, 'etc');
  execFileSync('cp', ['-a', '/etc', etc]);
  const hash = execFileSync('openssl', ['passwd', '-6', PASSWORD], { encoding: 'utf8' }).trim();
  const others = (file: string): string => readFileSync(file, 'utf8').replace(/^root:.*\n/m, '');
  writeFileSync(join(etc, 'passwd'), `root:x:0:0:root:${home}:/bin/sh\n${others('/etc/passwd')}`);
  writeFileSync(join(etc, 'shadow'), `root:${hash}:19000:0:99999:7:::\n${others('/etc/shadow')}`);
};

const yes = (value: boolean | undefined): string => (value === false ? 'no' : 'yes');

const configOf = ({ folder, port }: Place, { sftp, env = {}, kinds = [], passwords, keys }: SshdOptions): string => {
  const variables = Object.entries(env).map(([name, value]) => `${name}="${value}"`);
  const lines = [
    `Port ${port}`,
    `ListenAddress ${SERVER}`,
    ...kinds.map((kind) => `HostKey ${join(folder, kind)}`),
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    `PasswordAuthentication ${yes(passwords)}`,
    `PubkeyAuthentication ${yes(keys)}`,
    'KbdInteractiveAuthentication no',
    'PidFile none',
    'MaxStartups 100',
    sftp === false ? '' : 'Subsystem sftp /usr/lib/openssh/sftp-server',
    variables.length > 0 ? `SetEnv ${variables.join(' ')}` : '',
  ];
  return `${lines.join('\n')}\n`;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, SERVER);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
