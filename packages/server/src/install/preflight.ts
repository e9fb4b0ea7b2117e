import type { KitFile, NodeCpu } from '@skyport/contract/node-kit';
import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '../platform/clock.ts';
import { kitFile, partsFor } from '../platform/node-kit.ts';
import { quoted } from '../platform/shell-word.ts';
import { giveUp, type Run } from './run-types.ts';
import { cpusOf, installScript } from './script.ts';
import { shellPath } from './prefix.ts';
import type { SshSession } from './ssh-session.ts';
import { readScriptLine } from './script-line.ts';

const list = z.string().transform((text) => text.split(',').filter(Boolean));
/** A value that the server says; one that is none of ours says nothing. */
const said = z
  .string()
  .regex(/^[\w.+-]{0,80}$/)
  .catch('');
const Status = z.object({
  arch: said,
  cpu: z.enum(['x64', 'arm64', 'other']),
  libc: z.enum(['glibc', 'musl']),
  init: z.enum(['systemd', 'openrc', 'none']),
  now: z.coerce.number().int(),
  free_kb: z.coerce.number().int().catch(0),
  owner: z.string().default(''),
  version: said,
  previous: said,
  running: z.enum(['0', '1']),
  ready: said,
  parts: list.default([]),
  incoming: list.default([]),
  busy: list.default([]),
});

/**
 * What a server says of itself and of what is installed there: shown and compared, never part of a command or a path.
 */
export type ServerStatus = z.output<typeof Status>;

const KIB = 1024;
/**
 * Unpacked files and the sent ones beside them, over the size of the sent ones; and what a machine needs to breathe.
 */
const ROOM = { factor: 4, spareKb: 64 * KIB };
/** Longest name of an owner that is shown. */
const OWNER_KEPT = 80;
const SKEW_SAID_MS = 90 * SECOND_MS;
const STATUS_MS = 60 * SECOND_MS;

/** Looks at a server without changing anything. Throws RunEnd when what answers is no POSIX shell. */
export const readStatus = async (run: Run, session: SshSession): Promise<ServerStatus> => {
  const { node, kit } = run;
  const listen = [node.ctrlPort, ...node.ports].join(',');
  const command = `sh -s -- status --prefix ${shellPath(run.prefix)} --listen ${quoted(listen)}`;
  const input = installScript(node.serverType, kit, '');
  const { output } = await session.run(command, { input, timeoutMs: STATUS_MS });
  for (const line of output.split('\n')) {
    const read = readScriptLine(line);
    const status = read.kind === 'status' ? Status.safeParse(read.values) : undefined;
    if (status?.success) return status.data;
  }
  return giveUp('noShell');
};

/** Ends a run at anything that an install would stumble over; nothing was changed on the server yet. */
export const checkStatus = (run: Run, status: ServerStatus): void => {
  const { node, kit, record } = run;
  const { arch, libc, init, version, free_kb } = status;
  record.say('server', `${arch} ${libc} ${init}`, run.prefix, version, megabytes(free_kb));
  checkOwner(run, status);
  if (status.cpu === 'other' || !cpusOf[node.serverType].includes(status.cpu))
    return giveUp('wrongProcessor', node.serverType, status.arch);
  const { cpu } = status;
  const missing = partsFor(libc).filter((part) => !kitFile(kit, part, cpu));
  if (missing.length > 0) return giveUp('kitIncomplete', cpu, libc, missing.join('、'));
  checkMachine(run, status, cpu);
};

/** Refuses a place that belongs to another node or another panel. */
export const checkOwner = ({ node, prefix, record }: Run, { owner }: ServerStatus): void => {
  if (owner !== '' && owner !== node.id) giveUp('foreign', prefix, record.clean(owner, OWNER_KEPT));
};

const checkMachine = ({ node, kit, record, deps }: Run, status: ServerStatus, cpu: NodeCpu): void => {
  const skew = status.now * SECOND_MS - deps.clock.now().getTime();
  if (Math.abs(skew) > DAY_MS) giveUp('clockFarOff');
  if (Math.abs(skew) > SKEW_SAID_MS) record.say('clockOff', Math.round(skew / SECOND_MS));
  const files = filesToSend({ kit }, status, cpu);
  const needed = (files.reduce((sum, { bytes }) => sum + bytes, 0) / KIB) * ROOM.factor + ROOM.spareKb;
  if (status.free_kb < needed) giveUp('diskTooSmall', megabytes(needed), megabytes(status.free_kb));
  const fresh = status.version === '';
  if (fresh && status.running === '0' && status.busy.includes(String(node.ctrlPort))) giveUp('portBusy', node.ctrlPort);
  const taken = status.busy.filter((port) => node.ports.includes(Number(port)));
  if (fresh && taken.length > 0) record.say('linePortsBusy', taken.join(' '));
  if (status.init === 'none') record.say('noInit');
};

/** Files of the kit that the server has neither installed nor received. */
export const filesToSend = ({ kit }: Pick<Run, 'kit'>, status: ServerStatus, cpu: NodeCpu): KitFile[] =>
  partsFor(status.libc)
    .map((part) => kitFile(kit, part, cpu))
    .filter((file) => file !== undefined)
    .filter(
      ({ part, name, sha256 }) =>
        !status.parts.includes(`${part}:${sha256}`) && !status.incoming.includes(`${name}:${sha256}`),
    );

const megabytes = (kb: number): number => Math.ceil(kb / KIB);
