import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageTypes, type ImageExt } from '@skyport/contract/files';
import type { Log } from '../platform/log.ts';
import { createSemaphore } from '../platform/semaphore.ts';
import { EXITS } from './exits.ts';

/** A picture that was decoded and encoded anew. */
export interface Picture {
  readonly ext: ImageExt;
  readonly bytes: Buffer;
}

/** Why there is none. `busy`: too many wait already. */
export type DecodeProblem = 'broken' | 'tooManyPixels' | 'busy';

/** Decodes pictures, a few at a time. Never throws for what is in them. */
export type Decode = (bytes: Buffer, ext: ImageExt) => Promise<Picture | DecodeProblem>;

const PROGRAM = fileURLToPath(new URL('./decoder.ts', import.meta.url));

/** Processor seconds of one picture, the start of the program included. */
const CPU_SECONDS = 15;
/** Wall time after which a program that waits for something is killed. */
const KILL_AFTER_MS = 120_000;
const AT_ONCE = 2;
const MAX_WAITING = 8;
/** More than a picture of 2048 by 2048 pixels can take. */
const MAX_OUTPUT = 24 * 1024 * 1024;

/** Folders with a slash at their end and files that the program is made of; it may read nothing else. */
const OWN_CODE: readonly string[] = (() => {
  const { resolve } = createRequire(import.meta.url);
  const here = dirname(PROGRAM);
  const contract = dirname(resolve('@skyport/contract/files'));
  const library = resolve('sharp');
  const libraries = library.slice(0, library.lastIndexOf('/node_modules/') + '/node_modules/'.length);
  return [`${here}/`, join(here, '../../package.json'), `${dirname(contract)}/`, libraries];
})();

/**
 * Of the process and its JavaScript. The decoder itself is native, so it is given nothing that could be worth reading.
 */
const argsFor = (program: string): string[] => [
  '--permission',
  '--allow-addons',
  ...[...OWN_CODE, program].map((path) => `--allow-fs-read=${path}`),
  '--no-warnings',
  '--max-old-space-size=64',
];

/** Values that tests replace. */
export interface DecodeOptions {
  readonly program?: string;
  readonly cpuSeconds?: number;
  readonly killAfterMs?: number;
}

/** What the program wrote, and how it ended. */
interface Ended {
  readonly output: Buffer;
  readonly code: number | null;
  readonly signal: string | null;
}

/** Runs the program for one picture, in an empty folder of its own that is gone afterwards. */
const run = async (bytes: Buffer, ext: ImageExt, options: DecodeOptions): Promise<Ended> => {
  const cwd = await mkdtemp(join(tmpdir(), 'skyport-picture-'));
  try {
    return await runIn(cwd, { bytes, ext }, options);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
};

const runIn = (
  cwd: string,
  { bytes, ext }: { readonly bytes: Buffer; readonly ext: ImageExt },
  { program = PROGRAM, cpuSeconds = CPU_SECONDS, killAfterMs = KILL_AFTER_MS }: DecodeOptions,
) =>
  new Promise<Ended>((resolve, reject) => {
    // The kernel kills the process at its limit of processor time, however slow the machine is.
    const limited = ['-c', `ulimit -t ${cpuSeconds}; exec env -i "$0" "$@"`, process.execPath];
    const child = spawn('/bin/sh', [...limited, ...argsFor(program), program, ext], {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
      // Neither the key of the installation nor the address of the database belongs where strangers' files are read.
      env: {},
      timeout: killAfterMs,
      killSignal: 'SIGKILL',
    });
    offerToKernel(child);
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ output: Buffer.concat(chunks), code, signal }));
    // It may end before it has read everything; how it ended says enough.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });

/** Should memory run out, this process goes before the panel does. Only Linux knows how to be told. */
const offerToKernel = ({ pid }: ChildProcess): void => {
  if (pid !== undefined && process.platform === 'linux') {
    writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
  }
};

const pictureOf = (output: Buffer): Picture | undefined => {
  const line = output.indexOf('\n');
  const ext = output.toString('latin1', 0, line);
  return line > 0 && Object.hasOwn(imageTypes, ext) && output.length > line + 1
    ? { ext: ext as ImageExt, bytes: output.subarray(line + 1) }
    : undefined;
};

/** A decoder that starts a program a picture: two at once, eight waiting. Throws when no program can be started. */
export const createDecode = (log: Pick<Log, 'warn'>, options: DecodeOptions = {}): Decode => {
  const programs = createSemaphore({ running: AT_ONCE, waiting: MAX_WAITING });
  const decode: Decode = async (bytes, ext) => {
    const { output, code, signal } = await run(bytes, ext, options);
    if (code === EXITS.tooManyPixels) return 'tooManyPixels';
    if (code === EXITS.broken) return 'broken';
    const picture = code === 0 ? pictureOf(output) : undefined;
    if (!picture) log.warn({ code, signal, bytes: bytes.length, ext }, 'a picture ended the decoder');
    return picture ?? 'broken';
  };
  return async (bytes, ext) => programs.run(() => decode(bytes, ext)) ?? 'busy';
};
