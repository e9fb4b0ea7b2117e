import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { QUICK } from './lab.ts';
import { quoted } from '../../platform/shell-word.ts';

/** A root shell on a server that nothing was installed on yet. */
export interface BareServer {
  /** Pastes a line into the shell and gives its exit code once it is through. */
  paste(line: string): Promise<number>;
  /** Everything that was written to the terminal so far. */
  terminal(): string;
}

/**
 * Starts a server that lasts as long as the test: this machine with processes of its own and an empty `/opt`, which
 * lies in `folder`. `path` decides which programs it has; `env` is what its programs find in their environment. Needs
 * root.
 */
export const startBareServer = (
  folder: string,
  { path = process.env['PATH'] ?? '', env = {} }: { path?: string; env?: Readonly<Record<string, string>> } = {},
): BareServer => {
  mkdirSync(folder, { recursive: true });
  const begin = `mount --bind ${quoted(folder)} /opt && PATH=${quoted(path)} && export PATH && exec sh 2>&1`;
  const flags = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...flags, 'sh', '-c', begin], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...QUICK, SKYPORT_READY_SECONDS: '60', ...env },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let terminal = '';
  const heard = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    terminal += part;
    for (const look of heard) look();
  });
  let pasted = 0;
  return {
    terminal: () => terminal,
    paste: async (line) => {
      const mark = `pasted ${++pasted} ended`;
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const look = (): void => {
        const [, code] = new RegExp(`^${mark} (\\d+)$`, 'm').exec(terminal) ?? [];
        if (code !== undefined) resolve(Number(code));
      };
      heard.add(look);
      void ended.then(() => reject(new Error(`the server has ended: ${terminal}`)));
      child.stdin.write(`${line}\necho "${mark} $?"\n`);
      return promise.finally(() => heard.delete(look));
    },
  };
};
