import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { installMessage } from '@skyport/contract/install-messages';
import { printable } from '@skyport/contract/printable';
import { Client, type AnyAuthMethod, type ConnectConfig, type ServerHostKeyAlgorithm } from 'ssh2';
import { guardedLookup, isPrivateAddress } from '../platform/addresses.ts';
import { SECOND_MS } from '../platform/clock.ts';
import { SshFault, type HostKey } from './ssh-fault.ts';
import { createSession, type SshSession } from './ssh-session.ts';

/** Where a server is and who logs in. */
export interface SshPlace {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly allowPrivate: boolean;
  /** How long a greeting may take, in ms; 15 seconds unless said otherwise. */
  readonly patienceMs?: number;
}

/** By what to log in; both are secrets. */
export type SshSecret =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'key'; readonly privateKey: string };

const CONNECT_MS = 10 * SECOND_MS;
const READY_MS = 15 * SECOND_MS;
const KEEPALIVE = { keepaliveInterval: 15 * SECOND_MS, keepaliveCountMax: 4 };

/** Algorithms that show a key of a kind; an RSA key is shown by three of them. */
const SHOWN_BY: Record<string, ServerHostKeyAlgorithm[]> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
};

/** Fingerprint and kind of a raw host key (RFC 4253 §6.6: a length and the algorithm's name come first). */
export const hostKeyOf = (raw: Buffer): HostKey => ({
  fingerprint: `SHA256:${createHash('sha256').update(raw).digest('base64').replace(/=+$/, '')}`,
  kind: printable(raw.length > 4 ? raw.toString('latin1', 4, 4 + Math.min(raw.readUInt32BE(0), 64)) : ''),
});

/**
 * Looks at the key that a server shows, and leaves before anything secret is said. `kind` asks for a key of one kind.
 * Throws SshFault.
 */
export const seeHostKey = async (place: SshPlace, kind = ''): Promise<HostKey> => {
  let seen: HostKey | undefined;
  const config = {
    ...configOf(kind),
    hostVerifier: (raw: Buffer): boolean => {
      seen = hostKeyOf(raw);
      return false;
    },
    authHandler: [],
  };
  try {
    (await open(place, config)).destroy();
  } catch (fault) {
    if (!seen) throw explained(fault);
  }
  if (!seen) throw new SshFault('unreachable', installMessage('noHostKey'));
  return seen;
};

/** Whether the server has a key of any kind with this fingerprint; its kind, or undefined. Throws SshFault. */
export const kindOfFingerprint = async (place: SshPlace, fingerprint: string): Promise<string | undefined> => {
  for (const kind of Object.keys(SHOWN_BY)) {
    const seen = await seeHostKey(place, kind).catch((fault: unknown) => {
      if (fault instanceof SshFault && fault.kind === 'host-key') return undefined;
      throw fault;
    });
    if (seen?.fingerprint === fingerprint) return kind;
  }
  return undefined;
};

/**
 * Logs in at the server with the approved key; the secret is said to nobody else. Throws SshFault. `signal` ends the
 * session.
 */
export const openSsh = async (
  place: SshPlace,
  { pinned, secret, signal }: { readonly pinned: HostKey; readonly secret: SshSecret; readonly signal?: AbortSignal },
): Promise<SshSession> => {
  let shown: HostKey | undefined;
  const config = {
    ...configOf(pinned.kind),
    hostVerifier: (raw: Buffer): boolean => {
      shown = hostKeyOf(raw);
      return shown.fingerprint === pinned.fingerprint;
    },
    authHandler: methodsOf(place.username, secret),
  };
  try {
    return createSession(await open(place, config, signal), signal);
  } catch (fault) {
    if (shown && shown.fingerprint !== pinned.fingerprint)
      throw new SshFault('host-key', installMessage('hostKeyChanged', pinned.fingerprint, shown.fingerprint), shown);
    throw explained(fault);
  }
};

const configOf = (kind: string): ConnectConfig => ({
  ...KEEPALIVE,
  ...(SHOWN_BY[kind] && { algorithms: { serverHostKey: SHOWN_BY[kind] } }),
});

const methodsOf = (username: string, secret: SshSecret): AnyAuthMethod[] => {
  if (secret.kind === 'key') return [{ type: 'publickey', username, key: secret.privateKey }];
  const { password } = secret;
  return [
    { type: 'password', username, password },
    {
      type: 'keyboard-interactive',
      username,
      // One hidden question is the password; anything else (a second factor) is not for us to answer.
      // oxlint-disable-next-line max-params -- ssh2 decides what it calls this with
      prompt: (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.length === 1 && prompts[0]?.echo !== true ? [password] : []),
    },
  ];
};

/** A connection that is logged in. */
const open = async (
  place: SshPlace,
  config: Omit<ConnectConfig, 'authHandler'> & { authHandler: AnyAuthMethod[] },
  signal?: AbortSignal,
): Promise<Client> => {
  signal?.throwIfAborted();
  const sock = await reach(place);
  const client = new Client();
  const ready = Promise.withResolvers<void>();
  const end = (): void => {
    ready.reject(new SshFault('aborted', installMessage('aborted')));
    client.destroy();
  };
  client.once('ready', () => ready.resolve());
  client.on('error', (fault) => ready.reject(fault));
  client.once('close', () => ready.reject(new SshFault('lost', installMessage('lostAtLogin'))));
  signal?.addEventListener('abort', end, { once: true });
  try {
    const readyTimeout = place.patienceMs ?? READY_MS;
    client.connect({ ...config, username: place.username, sock, readyTimeout } as ConnectConfig);
    await ready.promise;
    return client;
  } catch (fault) {
    client.destroy();
    sock.destroy();
    throw fault;
  } finally {
    signal?.removeEventListener('abort', end);
  }
};

/** A socket to an allowed address: a name is as good as where it leads. */
const reach = async ({ host, port, allowPrivate }: SshPlace): Promise<Socket> => {
  if (!allowPrivate && isPrivateAddress(host)) throw new SshFault('address', installMessage('privateAddress', host));
  const socket = connect({ host, port, noDelay: true, lookup: guardedLookup(allowPrivate) });
  const outcome = Promise.withResolvers<void>();
  const address = `${host}:${port}`;
  const silent = new SshFault('unreachable', installMessage('noAnswer', address));
  const timer = setTimeout(() => outcome.reject(silent), CONNECT_MS);
  socket.once('connect', () => outcome.resolve());
  socket.on('error', (fault: NodeJS.ErrnoException) =>
    outcome.reject(new SshFault('unreachable', installMessage('unreachable', address, fault.code ?? fault.message))),
  );
  try {
    await outcome.promise;
    return socket;
  } catch (fault) {
    socket.destroy();
    throw fault;
  } finally {
    clearTimeout(timer);
  }
};

/** What a fault of ssh2 means; what it quotes of the other side is left out. */
const explained = (fault: unknown): SshFault => {
  if (fault instanceof SshFault) return fault;
  const { level = '', message } = fault instanceof Error ? (fault as Error & { level?: string }) : { message: '' };
  if (level === 'client-authentication') return new SshFault('auth', installMessage('loginRefused'));
  if (level === 'client-timeout') return new SshFault('timeout', installMessage('handshakeTimeout'));
  if (/no matching host key/i.test(message)) return new SshFault('host-key', installMessage('keyKindGone'));
  if (/Cannot parse privateKey|privateKey value|Unsupported key|no passphrase|encrypted/i.test(message))
    return new SshFault('auth', installMessage('privateKeyUnreadable'));
  return new SshFault('lost', installMessage('sshFailed', level || 'protocol'));
};
