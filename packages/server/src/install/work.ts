import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeCpu } from '@skyport/contract/node-kit';
import { WarpKeys } from '@skyport/contract/warp-keys';
import { inTransaction } from '@skyport/db';
import { openEnrolment } from '../nodes/index.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { filesToSend, type ServerStatus } from './preflight.ts';
import { giveUp, RunEnd, type Run } from './run-types.ts';
import { installScript } from './script.ts';
import { fetchScript } from './script-address.ts';
import { sendPath, shellPath } from './prefix.ts';
import type { SshSession } from './ssh-session.ts';
import { readScriptLine, scriptFailure } from './script-line.ts';

/** Share of the bar at which sending and the script begin and end. */
const BAR = { send: 12, script: 55, scriptEnd: 85 };
const LOCKED_MS = 12 * MINUTE_MS;
const LOCKED_PAUSE_MS = 10 * SECOND_MS;
/** Longest reason of the script's that is shown. */
const DETAIL_KEPT = 200;

/** Sends what the server does not have yet. A broken transfer is sent again whole by the next run. */
export const sendKit = async (run: Run, session: SshSession, status: ServerStatus): Promise<void> => {
  const { record, kit, prefix } = run;
  const files = filesToSend(run, status, status.cpu as NodeCpu);
  record.step('upload', BAR.send);
  const made = await session.run(`umask 022; mkdir -p ${shellPath(`${prefix}/incoming`)}`);
  if (made.code !== 0) giveUp('folderFailed', prefix);
  if (files.length === 0) record.say('nothingToSend');
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const { name, bytes, version } of files) {
    record.say('sending', name, version, (bytes / 1024 ** 2).toFixed(1));
    const source = { file: join(kit.folder, name) };
    await session.put(sendPath(`${prefix}/incoming/${name}`), source, (sent) =>
      record.step('upload', BAR.send + ((before + sent) / total) * (BAR.script - BAR.send)),
    );
    before += bytes;
  }
};

/** Makes a one-time code and leaves it on the server, in a file that only its user reads. */
export const sendCode = async (run: Run, session: SshSession): Promise<string> => {
  const { deps, node, record, prefix } = run;
  const { code } = await inTransaction(deps.db, (trx) => openEnrolment(trx, node.id, deps));
  record.hide(code);
  const path = `${prefix}/incoming/enrol.code`;
  await session.put(sendPath(path), { text: `${code}\n` });
  return path;
};

/** Leaves the node's keys of WARP on the server, in a file that only its user reads; undefined when none are stored. */
export const sendWarp = async ({ node, record, prefix }: Run, session: SshSession): Promise<string | undefined> => {
  if (node.warpFile === null) return undefined;
  record.hide(WarpKeys.parse(JSON.parse(node.warpFile)).privateKey);
  const path = `${prefix}/incoming/warp.json`;
  await session.put(sendPath(path), { text: node.warpFile });
  record.say('warpSent');
  return path;
};

/** A command of the install script with its arguments. */
type ScriptCommand = readonly [name: 'install' | 'rollback' | 'remove', ...args: readonly (string | number)[]];

/** What the script reported at its end. */
export type ScriptEnd = Readonly<Record<string, string>>;

/**
 * Runs a command of the install script and gives what it reported. A run of before that lost its connection may still
 * be at work there: it is waited for. Throws RunEnd with the reason when the script fails.
 */
export const runScript = async (run: Run, session: SshSession, command: ScriptCommand): Promise<ScriptEnd> => {
  const { record, deps, node, kit } = run;
  const own = installScript(node.serverType, kit, '');
  const script = command[0] === 'install' ? await fetchScript(run, own) : own;
  record.step('script', BAR.script);
  const until = deps.clock.now().getTime() + LOCKED_MS;
  for (;;) {
    const end = await runOnce(run, session, { script, command });
    if ('done' in end) return end.done;
    if (end.code !== 'locked' || deps.clock.now().getTime() > until)
      throw new RunEnd(scriptFailure(end.code, record.clean(end.detail, DETAIL_KEPT)));
    record.say('otherRuns');
    await pause(LOCKED_PAUSE_MS, undefined, { signal: run.signal });
  }
};

type Ended = { readonly done: ScriptEnd } | { readonly code: string; readonly detail: string };

const runOnce = async (
  { record }: Run,
  session: SshSession,
  { script, command }: { readonly script: string; readonly command: ScriptCommand },
): Promise<Ended> => {
  let end: Ended | undefined;
  const hear = (line: string): void => {
    const read = readScriptLine(line);
    if (read.kind === 'done') end = { done: read.values };
    if (read.kind === 'error') end = { code: read.code, detail: read.detail };
    if (read.kind === 'step') record.step('script', BAR.script + (read.percent / 100) * (BAR.scriptEnd - BAR.script));
    record.hear(line);
  };
  const quoted = command.map((arg) => shellPath(String(arg))).join(' ');
  const { code } = await session.run(`sh -s -- ${quoted}`, { input: script, onLine: hear });
  if (end && ('code' in end || code === 0)) return end;
  return { code: code === null ? 'ended by a signal' : `exit ${code}`, detail: '' };
};
