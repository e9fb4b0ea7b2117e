import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { holdLifeline, lifelineArgs } from '@skyport/agent/testing/lifeline';
import { root } from '../tools/run.ts';
import { until } from './until.ts';
import { PATIENCE_MS } from './patience.ts';

/** A program of this checkout that a test runs, with what it has said so far. */
export interface Program {
  readonly pid: number;
  readonly lines: readonly string[];
  /** Whether it has ended, by itself or not. */
  isOver(): boolean;
  /** Its exit code once it has ended and said everything, or the name of the signal that ended it. */
  readonly over: Promise<number | string>;
  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void;
  /** Waits for a line that the pattern matches. Throws with the newest lines when the program ends or stays silent. */
  says(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  /** Ends it as an operator would and waits. */
  stop(): Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

const KEPT_LINES = 2000;

/** Arguments of Node for the panel in every way of installing it. The flag keeps collections short (ADR 77). */
export const panelCommand = ['--no-allocation-site-pretenuring', 'packages/server/src/main.ts'] as const;

/** Starts `node FILE …` with these variables beside the test's own. The program ends when this process does. */
export const startProgram = (file: string, args: readonly string[], env: Record<string, string>): Program =>
  followProgram(spawnNode([file, ...args], env), file);

/** Starts the panel in the same way. */
export const startPanelProgram = (env: Record<string, string>): Program =>
  followProgram(spawnNode(panelCommand, env), 'panel');

const spawnNode = (command: readonly string[], env: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, [...lifelineArgs, ...command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  holdLifeline(child);
  return child;
};

/** Collects what a child process says; `name` stands in the messages of waits that fail. */
export const followProgram = (child: ChildProcess, name: string): Program => {
  const closed = once(child, 'close');
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.splice(0, lines.length - KEPT_LINES);
    });
  }
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const over = closed.then(([code, signal]) => (code as number | null) ?? String(signal));
  const signal = (which: NodeJS.Signals): void => {
    if (!isOver()) child.kill(which);
  };
  const end = async (which: NodeJS.Signals): Promise<void> => {
    signal(which);
    await closed;
  };
  const says = async (pattern: RegExp, withinMs = PATIENCE_MS): Promise<RegExpExecArray> => {
    const match = (): RegExpExecArray | undefined =>
      lines.map((line) => pattern.exec(line)).find((found) => found !== null) ?? undefined;
    await until(`${name} to say ${pattern}`, () => match() !== undefined || isOver(), { withinMs, everyMs: 20 }).catch(
      (cause: unknown) => {
        throw new Error(`${String(cause)}; its last output was ${lines.slice(-8).join('\n')}`, { cause });
      },
    );
    const found = match();
    if (!found) throw new Error(`${name} ended: ${lines.slice(-8).join('\n')}`);
    return found;
  };
  return {
    pid: child.pid ?? 0,
    lines,
    isOver,
    over,
    signal,
    says,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};
