import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { installMessage } from '@skyport/contract/install-messages';
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2';
import { MINUTE_MS } from '../platform/clock.ts';
import { quoted } from '../platform/shell-word.ts';
import { SshFault } from './ssh-fault.ts';

/** What a command answered: its exit code, or null when a signal ended it. */
export interface Ran {
  readonly code: number | null;
  /** Standard output and error, the last 64 kB of them. */
  readonly output: string;
}

/** What is sent: a text, or a file of this machine. */
export type Source = { readonly text: string } | { readonly file: string };

/** A connection to a server, logged in. Everything throws SshFault. */
export interface SshSession {
  /** Runs a command; `input` goes to its standard input, `onLine` hears what it says as it comes. */
  run(command: string, options?: RunOptions): Promise<Ran>;
  /** Writes a file there (mode 0600): by SFTP, or through `cat` where the server has none. */
  put(path: string, source: Source, progress?: (bytes: number) => void): Promise<void>;
  close(): void;
}

export interface RunOptions {
  readonly input?: string;
  readonly onLine?: (line: string) => void;
  readonly timeoutMs?: number;
}

const RUN_MS = 10 * MINUTE_MS;
const PUT_MS = 30 * MINUTE_MS;
const OUTPUT_KEPT = 64 * 1024;
const LINE_KEPT = 1000;
const LOST = installMessage('connectionLost');

/** A session over a client that is logged in; it is the client's only user from now on. */
export const createSession = (client: Client, signal?: AbortSignal): SshSession => {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  client.on('error', () => undefined);
  client.once('close', () => broken.reject(new SshFault('lost', LOST)));
  const abort = (): void => {
    broken.reject(new SshFault('aborted', installMessage('aborted')));
    client.destroy();
  };
  signal?.addEventListener('abort', abort, { once: true });
  const bounded = async <T>(work: Promise<T>, ms: number, late: 'commandTimeout' | 'transferTimeout'): Promise<T> => {
    const over = Promise.withResolvers<never>();
    const timer = setTimeout(() => over.reject(new SshFault('timeout', installMessage(late))), ms);
    try {
      return await Promise.race([work, broken.promise, over.promise]);
    } finally {
      work.catch(() => undefined);
      clearTimeout(timer);
    }
  };
  let sftp: Promise<SFTPWrapper | undefined> | undefined;
  const run: SshSession['run'] = (command, options = {}) =>
    bounded(runCommand(client, command, options), options.timeoutMs ?? RUN_MS, 'commandTimeout');
  return {
    run,
    put: async (path, source, progress) => {
      sftp ??= openSftp(client);
      const wrapper = await bounded(sftp, MINUTE_MS, 'transferTimeout');
      const transfer = { path, source, progress };
      const work = wrapper ? putBySftp(wrapper, transfer) : putByShell(client, transfer);
      await bounded(work, PUT_MS, 'transferTimeout');
    },
    close: () => {
      signal?.removeEventListener('abort', abort);
      client.end();
      client.destroy();
    },
  };
};

const openSftp = (client: Client): Promise<SFTPWrapper | undefined> =>
  new Promise((resolve) => client.sftp((fault, sftp) => resolve(fault ? undefined : sftp)));

/**
 * Starts a command. `attach` hears of the channel at once: what a quick command says and how it ends may stand in the
 * same packet as its start.
 */
const execute = <T>(client: Client, command: string, attach: (channel: ClientChannel) => T): Promise<T> =>
  new Promise((resolve, reject) =>
    client.exec(command, (fault, channel) =>
      fault ? reject(new SshFault('lost', installMessage('noCommands'))) : resolve(attach(channel)),
    ),
  );

/** Exit code of a channel that closes; null when a signal ended the command. Throws when nothing was said about it. */
const codeOf = async (closed: Promise<[code?: number | null]>): Promise<number | null> => {
  const [code] = await closed;
  // A channel that closes without a word about its command has lost its connection.
  if (code === undefined) throw new SshFault('lost', LOST);
  return code;
};

const runCommand = async (client: Client, command: string, { input = '', onLine }: RunOptions): Promise<Ran> => {
  const collect = collector(onLine);
  const closed = await execute(client, command, (channel) => {
    channel.on('data', collect.take);
    channel.stderr.on('data', collect.take);
    channel.on('error', () => undefined);
    channel.end(input);
    return { promise: once(channel, 'close') as Promise<[number | null]> };
  });
  const code = await codeOf(closed.promise);
  return { code, output: collect.end() };
};

/** Cuts what comes into lines of bounded length and keeps the end of it all. */
const collector = (onLine: ((line: string) => void) | undefined) => {
  const decoder = new TextDecoder();
  let kept = '';
  let rest = '';
  const take = (part: Buffer): void => {
    const text = decoder.decode(part, { stream: true });
    kept = (kept + text).slice(-OUTPUT_KEPT);
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, LINE_KEPT);
    for (const line of lines) onLine?.(line.slice(0, LINE_KEPT));
  };
  return {
    take,
    end: (): string => {
      if (rest !== '') onLine?.(rest);
      return kept;
    },
  };
};

/** A file that is written on the server; `progress` hears how many bytes of it are sent. */
interface Transfer {
  readonly path: string;
  readonly source: Source;
  readonly progress: ((bytes: number) => void) | undefined;
}

const putBySftp = (sftp: SFTPWrapper, { path, source, progress }: Transfer): Promise<void> =>
  new Promise((resolve, reject) => {
    const finish = (fault?: Error | null): void =>
      fault ? reject(new SshFault('write', installMessage('notWritable', path, fault.message))) : resolve();
    if ('text' in source) sftp.writeFile(path, source.text, { mode: 0o600 }, finish);
    else sftp.fastPut(source.file, path, { mode: 0o600, step: (total) => progress?.(total) }, finish);
  });

const putByShell = async (client: Client, { path, source, progress }: Transfer): Promise<void> => {
  const { channel, closed } = await execute(client, `umask 077; cat >${quoted(path)}`, (made) => {
    made.on('data', () => undefined);
    made.stderr.on('data', () => undefined);
    made.on('error', () => undefined);
    return { channel: made, closed: once(made, 'close') as Promise<[number | null]> };
  });
  if ('text' in source) channel.end(source.text);
  else {
    let sent = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const part of createReadStream(source.file)) {
        sent += (part as Buffer).length;
        progress?.(sent);
        yield part as Buffer;
      }
    };
    // A full disk ends `cat` early; its exit code says so better than the broken pipe.
    await pipeline(counted, channel).catch(() => undefined);
  }
  const code = await codeOf(closed);
  if (code !== 0) throw new SshFault('write', installMessage('notWritable', path, ''));
};
